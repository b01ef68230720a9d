// One conversation: the customer on the left, the assistant on the right, what lies behind each reply folded.
function piecesOf(list, talk) {
  return list.map((piece) => {
    if (typeof piece === "string") return piece;
    if (piece.cut) return el("span", { class: "note" }, ` … (${piece.cut} ${word("left_out")})`);
    return piece.k ? mediaChip(piece, talk) : marked(piece, talk);
  });
}

const faultNames = (numbers, talk) => numbers.map((number) => `${talk.faults[number].m} ${talk.faults[number].k}`).join(", ");

function marked(piece, talk) {
  const names = faultNames(piece.f, talk);
  const show = () => showVerdict(talk.faults[piece.f[0]].m);
  const tag = [...new Set(piece.f.map((number) => talk.faults[number].m))].join(" ");
  const node = el("mark", { title: names, "aria-label": `${names}: ${piece.s}`, tabindex: "0", role: "button",
    "data-f": piece.f.join(" "), "data-tag": tag, on: show }, piece.s);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      show();
    }
  });
  return node;
}

function mediaChip(piece, talk) {
  const content = [
    thumbnail(MARKER_DRAWING[piece.k] || "picture"),
    el("span", { dir: "auto" }, piece.c || piece.k, el("small", { class: "code" }, piece.f ? marked(piece, talk) : piece.s),
      piece.p && el("small", { class: "fail" }, `${word("malformed")}: ${piece.p}`)),
  ];
  return el("span", { class: "media" + (piece.p || piece.f ? " bad" : "") }, content);
}

function showVerdict(metric) {
  const card = document.querySelector(`[data-verdict="${metric}"]`);
  if (!card) return;
  card.scrollIntoView({ block: "nearest" });
  card.focus({ preventScroll: true });
}

const block = (list, talk) => el("pre", { dir: "auto" }, piecesOf(list, talk));
// A fault in something folded must be seen: it starts unfolded.
const hasFault = (list) => (list || []).some((piece) => piece.f);

function said(kind, by, bubble) {
  return el("div", { class: "said " + kind }, el("div", { class: "by" }, by), bubble);
}

function inboundNode(message, talk) {
  const staff = message.who === "staff";
  return said("them" + (staff ? " staff" : ""), `${word(staff ? "staff" : "customer")} · ${message.at === undefined ? "–" : message.at}`,
    el("div", { class: "bubble", dir: "auto" }, piecesOf(message.s, talk),
      message.img && el("span", { class: "pictures" }, message.img.map(picture))));
}

// What the platform told an assistant, in short; the whole of it folded.
function contextNode(context, whole) {
  if (!whole) return null;
  return el("div", { class: "context" }, el("b", {}, word("context")),
    (context || []).map(([name, value]) => el("span", { class: "pair" }, el("span", { class: "key" }, name), " ", value)),
    el("details", {}, el("summary", {}, word("whole_context")), el("pre", { dir: "auto" }, whole)));
}

function toolsNode(tools, talk) {
  if (tools === false) return el("p", { class: "note" }, word("no_tool_log"));
  if (!tools.length) return el("p", { class: "note" }, word("no_tools"));
  const open = tools.some((call) => hasFault(call.name) || hasFault(call.args) || hasFault(call.res));
  const names = [...new Set(tools.map((call) => call.name.map((piece) => piece.s || piece).join("")))].join(", ");
  return el("details", { class: "behind", open: open }, el("summary", {}, `${word("tools")} (${tools.length}): `, el("span", { class: "code" }, names)),
    tools.map((call) => el("div", { class: "call" }, el("b", { class: "code" }, piecesOf(call.name, talk)), " ", el("small", {}, call.who || ""),
      el("details", { open: hasFault(call.args) }, el("summary", {}, word("arguments")), block(call.args, talk)),
      el("details", { open: hasFault(call.res) }, el("summary", {}, word("result_of")), block(call.res, talk)))));
}

function replyNode(out, talk) {
  if (!out) return el("p", { class: "note" }, word("silent"));
  const by = [word("assistant"), out.sent ? "" : word("not_sent")].filter(Boolean).join(" · ");
  const media = (out.media || []).map((item) => `${item.id || "?"}: ${item.ok === undefined ? "–" : word(item.ok ? "delivered" : "not_delivered")}`);
  return [
    said("us" + (out.sent ? "" : " unsent"), by,
      el("div", { class: "bubble", dir: "auto" }, out.s ? piecesOf(out.s, talk) : word("unreadable"))),
    out.asked && el("p", { class: "note" }, `${word("asked_keys")}: `, piecesOf(out.asked, talk)),
    media.length > 0 && el("p", { class: "note" }, media.join("; ")),
    out.raw && el("details", { open: hasFault(out.raw) }, el("summary", {}, word("raw")), block(out.raw, talk)),
  ];
}

function runsNode(runs, talk) {
  if (runs === false) return el("p", { class: "note" }, word("no_run_log"));
  if (!runs.length) return el("p", { class: "note" }, word("no_runs"));
  const names = ["convert", "takeover", "intent"];
  return runs.map((run) => {
    const values = run.said ? run.said.map((value, index) => el("span", { class: "pair" }, el("span", { class: "key" }, word(names[index])), " ", value)) : ` ${word("unreadable")}`;
    return el("details", { class: "behind run", open: hasFault(run.s) },
      el("summary", {}, `${word("decisions")} (${run.phase && has(run.phase) ? word(run.phase) : run.phase || "?"})`, values),
      block(run.s, talk), contextNode(run.brief, run.ctx));
  });
}

function turnNode(turn, number, talk) {
  const names = (turn.f || []).map((index) => talk.faults[index]);
  const runs = (phase) => (turn.runs || []).filter((run) => (run.phase === "after_reply") === (phase === "after_reply"));
  const before = turn.runs === false || !turn.runs.length ? turn.runs : runs("inbound");
  const after = turn.runs ? runs("after_reply") : [];
  return el("section", { class: "turn", "data-turn": number, tabindex: "-1" },
    el("h4", {}, turnName(number), names.map((fault) =>
      el("button", { type: "button", class: "chip bad", on: () => showVerdict(fault.m) }, `✗ ${fault.m} ${fault.k}`))),
    turn.in.map((message) => inboundNode(message, talk)),
    contextNode(turn.brief, turn.ctx),
    before && before.length === 0 && after.length ? null : runsNode(before, talk),
    toolsNode(turn.tools, talk), replyNode(turn.out, talk), after.length > 0 && runsNode(after, talk));
}

function aboutNode(about, session) {
  const chips = [
    about.invalid && el("li", { class: "chip bad" }, `${word("invalid_session")}: ${about.invalid}`),
    about.missed && el("li", { class: "chip odd" }, `${word("missed_probe")}: ${about.missed.join(", ")}`),
    about.defect && el("li", { class: "chip odd" }, `${word("defect")}: ${about.defect}`),
    about.template && el("li", { class: "chip" }, `${word("template")}: ${about.template}`),
    // What does not occur in it ("none") tells nothing.
    Object.entries(about.factors || { language: levelName(levelOf(session, factorOf.get("language"))) })
      .filter(([, level]) => level !== "none")
      .map(([name, level]) => el("li", { class: "chip" }, el("span", { class: "key" }, factorName(name)), ` ${level}`)),
    Object.entries(about.customer || {}).map(([name, value]) => el("li", { class: "chip" }, el("span", { class: "key" }, name), ` ${value}`)),
  ];
  return el("ul", { class: "chips" }, chips);
}

const ownWindow = (chat) => getComputedStyle(chat).position === "sticky";

// Scrolls within the window of the chat alone, where it has one: the page itself stays where it is.
function bring(chat, target) {
  if (!ownWindow(chat)) {
    target.scrollIntoView({ block: "center" });
    return;
  }
  const place = target.getBoundingClientRect().top - chat.getBoundingClientRect().top;
  chat.scrollTop += place - chat.clientHeight / 3;
}

function talkNodes(talk, session, wanted) {
  const chat = el("div", { class: "chat", tabindex: "0", role: "region", "aria-label": word("conversations") },
    talk.turns.map((turn, index) => turnNode(turn, index + 1, talk)));
  const placesOf = (number) => [...chat.querySelectorAll("[data-f]")].filter((node) => node.dataset.f.split(" ").includes(String(number)));
  const light = (number, turn, still) => {
    const places = placesOf(number);
    chat.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
    places.forEach((node) => node.classList.add("lit"));
    const target = places[0] || chat.querySelector(`[data-turn="${turn}"]`);
    if (target && !still) bring(chat, target);
    return target;
  };
  const jump = (check) => {
    const target = light(talk.faults.findIndex((fault) => fault.k === check.k && fault.m === check.m), check.n);
    if (target) target.focus({ preventScroll: true });
  };
  talk.verdicts.forEach((verdict) => (verdict.c || []).forEach((check) => { check.m = verdict.m; }));
  const nodes = [aboutNode(talk.about, session), el("div", { class: "sides" }, chat, verdictSide(talk, wanted, jump))];
  const ids = asked(talk, wanted).map((verdict) => verdict.m);
  const first = talk.faults.findIndex((fault) => ids.includes(fault.m) && (!wanted.part || wanted.part === `${fault.m}.${fault.k}`));
  return { nodes, settle: () => first >= 0 && light(first, talk.faults[first].n, !ownWindow(chat)) };
}
