// The list of conversations and its filters.
const STEP = 100;
let listed = STEP;
let shownSession = "";

const CONCLUSION = { q: "qualified", u: "unqualified", o: "undetermined", i: "invalid" };
const conclusionOf = (session) => CONCLUSION[session.invalid ? "i" : session.conclusion];

const option = ([value, label]) => el("option", { value }, label);

function fillSelect(name, ...options) {
  $("filters").elements[name].replaceChildren(option(["", word("any")]), ...options);
}

// A filter for each factor that differs within the run: language, time and image first, the others folded.
function factorFields() {
  const varied = factors.filter((factor) => factor.levels.length > 1);
  const first = varied.filter((factor) => ["language", "time", "image"].includes(factor.name));
  const field = (factor) => el("label", {}, factorName(factor.name), el("select", { name: factor.name }));
  $("first-factors").replaceChildren(...first.map(field));
  const others = varied.filter((factor) => !first.includes(factor));
  $("other-factors").hidden = !others.length;
  $("other-factors").lastElementChild.replaceChildren(...others.map(field));
  for (const factor of varied) fillSelect(factor.name, ...[...factor.levels].sort().map((level) => option([level, levelName(level)])));
}

function fillFilters() {
  const metrics = page.metrics.map((metric) => option([metric.id, `${metric.id} ${text(metric.name)}`]));
  const groups = page.groups.map((group) => option([group.name, word(group.name)]));
  fillSelect("metric", el("optgroup", { label: word("north_star") }, groups), el("optgroup", { label: word("single") }, metrics));
  fillSelect("result", ...Object.entries(RESULT).map(([value, key]) => option([value, word(key)])));
  fillSelect("conclusion", ...Object.values(CONCLUSION).map((key) => option([key, word(key)])));
  factorFields();
}

function failuresOf(session) {
  return page.metrics.filter((metric, index) => session.codes[index] === "F").map((metric) => metric.id);
}

function listItem(session, current) {
  const failed = failuresOf(session);
  const language = levelOf(session, factorOf.get("language"));
  const facts = [word(conclusionOf(session)), language === "?" ? "" : language].filter(Boolean).join(" · ");
  return el("li", {}, el("a", { href: address({ session: session.id }), class: session.invalid ? "" : session.conclusion,
    "aria-current": session.id === current ? "true" : null },
    session.id, el("small", {}, facts, failed.length > 0 && el("span", { class: "fail" }, " ✗ ", failed.join(" ")))));
}

function partChip(wanted) {
  return wanted.part && el("button", { type: "button", class: "chip", title: word("remove"), on: () => go({ part: "", session: "" }) },
    el("span", { class: "code" }, wanted.part), " ✕");
}

function showList(found, wanted, current) {
  $("list").replaceChildren(...found.slice(0, listed).map((session) => listItem(session, current)),
    ...(found.length ? [] : [el("li", { class: "hint" }, word("nothing"))]));
  const chosen = $("list").querySelector("[aria-current]");
  if (chosen && wide()) $("list").parentNode.scrollTop = Math.max(0, chosen.offsetTop - 80);
  $("more").hidden = found.length <= listed;
  $("shown").value = `${found.length} / ${sessions.length} ${word("shown")}`;
  $("chosen-part").replaceChildren(partChip(wanted) || "");
  for (const control of $("filters").elements) {
    if (!control.name) continue;
    if (control !== document.activeElement || control.name !== "q") control.value = wanted[control.name];
    control.classList.toggle("set", Boolean(wanted[control.name]));
  }
  if ([...$("other-factors").querySelectorAll("select")].some((control) => control.value)) $("other-factors").open = true;
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
    el("span", { class: "badge " + (session.invalid ? "none" : { q: "pass", u: "fail", o: "und" }[session.conclusion]) },
      word(conclusionOf(session))),
    el("span", { class: "go" }, el("button", { type: "button", id: "back", on: () => go({ session: "" }) }, word("back")),
      goLink("previous", found[place - 1]), goLink("next", place >= 0 ? found[place + 1] : found[0])));
  // The head stays in place while the rest is loaded: it may have the focus.
  const body = el("div", {}, el("p", { class: "hint" }, word("loading")));
  panel.replaceChildren(head, body);
  const put = (...nodes) => {
    if (shownSession !== session.id) return false;
    body.replaceChildren(...nodes);
    return true;
  };
  conversation(session, (talk) => {
    const { nodes, settle } = talkNodes(talk, session, wanted);
    if (put(...nodes)) settle();
  }, () => put(el("p", { class: "warning" }, word("no_shard"))));
}
