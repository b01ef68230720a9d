// The filters live in the address after #, so that a view can be sent to someone: #metric=M-008&result=FAIL
// `metric` is a metric or a group of the north star, `part` a check or an edge, and each factor is a key of its own.
const KEYS = ["metric", "result", "conclusion", "part", ...factors.map((factor) => factor.name), "q", "session"];

function state() {
  const found = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.map((key) => [key, found.get(key) || ""]));
}

function address(changes, base) {
  const wanted = { ...(base || state()), ...changes };
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (wanted[key]) parameters.set(key, wanted[key]);
  return "#" + parameters.toString();
}

// A link of the tables and charts: nothing but these filters.
const only = (filters) => address(filters, {});

// Typing in a filter replaces the entry of the history; a chosen conversation makes a new one.
function go(changes, replace) {
  if (!replace) {
    location.hash = address(changes);
    return;
  }
  history.replaceState(null, "", address(changes));
  update();
}

// What several metrics come to in one conversation; northstar.py counts by the same rule.
function outcome(codes) {
  if (codes.includes("F")) return "F";
  if (codes.includes("U")) return "U";
  if (codes.some((code) => "P12345".includes(code))) return "P";
  return codes.includes("M") ? "M" : "N";
}

function codeFor(session, metric) {
  if (metricOf.has(metric)) return session.codes[metricOf.get(metric).index];
  if (groupOf.has(metric)) return outcome(groupOf.get(metric).map((index) => session.codes[index]));
  return "";
}

// The sessions behind a figure of the tables: those that a spoiled conversation is no part of.
function matching(wanted) {
  const { metric, result, conclusion, part, q } = wanted;
  const named = metricOf.has(metric) || groupOf.has(metric);
  const number = part ? page.names.indexOf(part) : -1;
  const needle = q.toLocaleLowerCase();
  const levels = factors.filter((factor) => wanted[factor.name]);
  return sessions.filter((session) => {
    if (conclusion && conclusionOf(session) !== conclusion) return false;
    if (session.invalid && (named || result || part)) return false;
    if (part && !session.parts.includes(number)) return false;
    if (levels.some((factor) => levelOf(session, factor) !== wanted[factor.name])) return false;
    if (needle && !`${session.id} ${session.template}`.toLocaleLowerCase().includes(needle)) return false;
    if (!named) return !result || [...session.codes].some((code) => resultOf(code) === result);
    const code = codeFor(session, metric);
    return result ? resultOf(code) === result : !"NOM".includes(code);
  });
}
