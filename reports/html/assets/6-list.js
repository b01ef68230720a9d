// The list of conversations and its filters.
const STEP = 100;
let listed = STEP;
let shownSession = "";

const CONCLUSION = { q: "qualified", u: "unqualified", o: "undetermined", i: "invalid" };
const conclusionOf = (session) => CONCLUSION[session.invalid ? "i" : session.conclusion];

function fillSelect(name, options) {
  const select = $("filters").elements[name];
  select.replaceChildren(el("option", { value: "" }, word("any")), ...options.map(([value, label]) => el("option", { value }, label)));
}

function fillFilters() {
  fillSelect("metric", page.metrics.map((metric) => [metric.id, `${metric.id} ${text(metric.name)}`]));
  fillSelect("result", Object.entries(RESULT).map(([value, key]) => [value, word(key)]));
  fillSelect("conclusion", Object.values(CONCLUSION).map((key) => [key, word(key)]));
  const languages = [...new Set(sessions.map((session) => session.language))].sort();
  fillSelect("language", languages.map((name) => [name, name === "?" ? word("unknown_language") : name]));
}

function failuresOf(session) {
  return page.metrics.filter((metric, index) => session.codes[index] === "F").map((metric) => metric.id);
}

function listItem(session, current) {
  const failed = failuresOf(session);
  const facts = [word(conclusionOf(session)), session.language === "?" ? "" : session.language].filter(Boolean).join(" · ");
  return el("li", {}, el("a", { href: address({ session: session.id }), class: session.invalid ? "" : session.conclusion,
    "aria-current": session.id === current ? "true" : null },
    session.id, el("small", {}, facts, failed.length > 0 && el("span", { class: "fail" }, " ✗ ", failed.join(" ")))));
}

function showList(found, wanted, current) {
  $("list").replaceChildren(...found.slice(0, listed).map((session) => listItem(session, current)),
    ...(found.length ? [] : [el("li", { class: "hint" }, word("nothing"))]));
  $("more").hidden = found.length <= listed;
  $("shown").value = `${found.length} / ${sessions.length} ${word("shown")}`;
  for (const name of ["metric", "result", "conclusion", "language", "q"]) {
    const control = $("filters").elements[name];
    if (control !== document.activeElement || name !== "q") control.value = wanted[name];
  }
}

function goLink(key, session) {
  return el("button", { type: "button", disabled: !session, on: () => go({ session: session.id }) }, word(key));
}

function showTalk(session, found, wanted) {
  const panel = $("talk");
  if (!session) {
    panel.replaceChildren(el("p", { class: "hint" }, word(found.length ? "choose" : "nothing")));
    return;
  }
  const place = found.indexOf(session);
  const head = el("div", { class: "talk-head" }, el("h3", { tabindex: "-1" }, session.id),
    el("span", { class: session.invalid ? "none" : { q: "pass", u: "fail", o: "und" }[session.conclusion] },
      word(conclusionOf(session))),
    el("span", { class: "go" }, el("button", { type: "button", id: "back", on: () => go({ session: "" }) }, word("back")),
      goLink("previous", found[place - 1]), goLink("next", place >= 0 ? found[place + 1] : found[0])));
  // The head stays in place while the rest is loaded: it may have the focus.
  const body = el("div", {}, el("p", { class: "hint" }, word("loading")));
  panel.replaceChildren(head, body);
  const put = (...nodes) => {
    if (shownSession === session.id) body.replaceChildren(...nodes);
  };
  conversation(session, (talk) => put(...talkNodes(talk, session, wanted.metric)),
    () => put(el("p", { class: "warning" }, word("no_shard"))));
}
