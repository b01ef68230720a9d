// The filters live in the address after #, so that a view can be sent to someone: #metric=M-008&result=FAIL
const KEYS = ["metric", "result", "conclusion", "language", "q", "session"];

function state() {
  const found = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.map((key) => [key, found.get(key) || ""]));
}

function address(changes) {
  const wanted = { ...state(), ...changes };
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (wanted[key]) parameters.set(key, wanted[key]);
  return "#" + parameters.toString();
}

// Typing in a filter replaces the entry of the history; a chosen conversation makes a new one.
function go(changes, replace) {
  if (!replace) {
    location.hash = address(changes);
    return;
  }
  history.replaceState(null, "", address(changes));
  update();
}

// The sessions behind a figure of the tables: those that a spoiled conversation is no part of.
function matching({ metric, result, conclusion, language, q }) {
  const index = metricOf.has(metric) ? metricOf.get(metric).index : -1;
  const needle = q.toLocaleLowerCase();
  return sessions.filter((session) => {
    if (conclusion && conclusionOf(session) !== conclusion) return false;
    if (session.invalid && (index >= 0 || result)) return false;
    if (language && session.language !== language) return false;
    if (needle && !`${session.id} ${session.template}`.toLocaleLowerCase().includes(needle)) return false;
    if (index >= 0 && !result) return !"NOM".includes(session.codes[index]);
    const codes = index >= 0 ? session.codes[index] : session.codes;
    return !result || [...codes].some((code) => resultOf(code) === result);
  });
}
