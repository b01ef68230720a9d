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
  const node = el("mark", { title: names, tabindex: "0", role: "button", "data-f": piece.f.join(" "), on: show }, piece.s);
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
    el("span", { class: "thumb", "aria-hidden": "true" }, el("span", {}, piece.k)),
    el("span", { dir: "auto" }, piece.c || piece.k, el("small", { class: "code" }, piece.s),
      piece.p && el("small", { class: "fail" }, `${word("malformed")}: ${piece.p}`)),
  ];
  const chip = el("span", { class: "media" + (piece.p || piece.f ? " bad" : ""), title: piece.f && faultNames(piece.f, talk),
    "data-f": piece.f && piece.f.join(" ") });
  chip.append(...(piece.f ? [marked({ s: "✗", f: piece.f }, talk)] : []), ...content);
  return chip;
}

function showVerdict(metric) {
  const card = document.querySelector(`[data-verdict="${metric}"]`);
  if (card) card.scrollIntoView({ block: "nearest" });
}

const folded = (title, content) => content && el("details", {}, el("summary", {}, title), content);
const block = (list, talk) => el("pre", { dir: "auto" }, piecesOf(list, talk));
// A fault in something folded must be seen: it starts unfolded.
const hasFault = (list) => (list || []).some((piece) => piece.f);

function said(kind, by, bubble) {
  return el("div", { class: "said " + kind }, el("div", { class: "by" }, by), bubble);
}

function picture(image) {
  const labels = (image.labels || []).join(", ");
  return el("div", { class: "media" }, el("span", { class: "thumb", "aria-hidden": "true" }, el("span", {}, "IMG")),
    el("span", { dir: "auto" }, `${word("image")} ${image.id || ""}`,
      el("small", {}, `${word("recognised")}: ${[image.status, labels].filter(Boolean).join(" · ") || "–"}`),
      image.about && el("small", {}, image.about)));
}

function inboundNode(message, talk) {
  const staff = message.who === "staff";
  return said("them" + (staff ? " staff" : ""), `${word(staff ? "staff" : "customer")} · ${message.at === undefined ? "–" : message.at}`,
    el("div", { class: "bubble", dir: "auto" }, piecesOf(message.s, talk),
      message.img && el("div", {}, message.img.map(picture))));
}

function toolsNode(tools, talk) {
  if (tools === false) return el("p", { class: "note" }, word("no_tool_log"));
  if (!tools.length) return el("p", { class: "note" }, word("no_tools"));
  const open = tools.some((call) => hasFault(call.name) || hasFault(call.args) || hasFault(call.res));
  return el("details", { open: open }, el("summary", {}, `${word("tools")} (${tools.length})`), tools.map((call) =>
    el("div", {}, el("b", { class: "code" }, piecesOf(call.name, talk)), " ", el("small", {}, call.who || ""),
      folded(word("arguments"), block(call.args, talk)), el("details", { open: hasFault(call.res) },
        el("summary", {}, word("result_of")), block(call.res, talk)))));
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
    const values = run.said ? run.said.map((value, index) => `${word(names[index])} ${value}`).join(" · ") : word("unreadable");
    return el("details", { open: hasFault(run.s) },
      el("summary", {}, `${word("decisions")} (${run.phase ? word(run.phase) : "?"}): ${values}`),
      block(run.s, talk), run.ctx && folded(word("context"), el("pre", {}, run.ctx)));
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
    turn.ctx && folded(word("context"), el("pre", {}, turn.ctx)),
    before && before.length === 0 && after.length ? null : runsNode(before, talk),
    toolsNode(turn.tools, talk), replyNode(turn.out, talk), after.length > 0 && runsNode(after, talk));
}

function aboutNode(about, session) {
  const chips = [
    about.invalid && el("li", { class: "chip bad" }, `${word("invalid_session")}: ${about.invalid}`),
    about.missed && el("li", { class: "chip odd" }, `${word("missed_probe")}: ${about.missed.join(", ")}`),
    about.defect && el("li", { class: "chip odd" }, `${word("defect")}: ${about.defect}`),
    about.template && el("li", { class: "chip" }, `${word("template")}: ${about.template}`),
    Object.entries(about.factors || { language: session.language }).map(([name, level]) => el("li", { class: "chip" }, `${name}: ${level}`)),
    Object.entries(about.customer || {}).map(([name, value]) => el("li", { class: "chip" }, `${name}: ${value}`)),
  ];
  return el("ul", { class: "chips" }, chips);
}

function talkNodes(talk, session, wanted) {
  const chat = el("div", { class: "chat" }, talk.turns.map((turn, index) => turnNode(turn, index + 1, talk)));
  const jump = (check) => {
    const number = talk.faults.findIndex((fault) => fault.k === check.k && fault.m === check.m);
    const places = [...chat.querySelectorAll("[data-f]")].filter((node) => node.dataset.f.split(" ").includes(String(number)));
    chat.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
    places.forEach((node) => node.classList.add("lit"));
    const target = places[0] || chat.querySelector(`[data-turn="${check.n}"]`);
    if (target) {
      target.scrollIntoView({ block: "center" });
      target.focus({ preventScroll: true });
    }
  };
  talk.verdicts.forEach((verdict) => (verdict.c || []).forEach((check) => { check.m = verdict.m; }));
  return [aboutNode(talk.about, session), el("div", { class: "sides" }, chat, verdictSide(talk, wanted, jump))];
}
