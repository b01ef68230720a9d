// A verdict with the metric's own text: what it measures, which check failed by which quote, which prompt section.
function checkItem(metric, check, result, jump) {
  const of = metric.checks.find((item) => item.id === check.k);
  const by = check.by ? ` (${word("by_" + check.by)})` : "";
  return el("li", {},
    el("span", { class: codeClass(check.r === "O" ? "U" : check.r) }, SYMBOL[check.r === "O" ? "U" : check.r], " "),
    el("b", { class: "code" }, check.k), " ", of ? text(of.text) : "",
    check.note && el("p", { class: "note" }, check.note + by),
    check.q && el("blockquote", { dir: "auto" }, check.q),
    check.n && jump && el("button", { type: "button", on: () => jump(check) }, turnName(check.n)));
}

const turnName = (number) => `${word("turn")} ${number} ${word("turn_end")}`.trim();

function metricFacts(metric) {
  return [
    el("p", {}, el("b", {}, word("definition")), ": ", text(metric.definition)),
    el("p", {}, el("b", {}, word("trigger")), ": ", text(metric.trigger)),
    metric.decision && el("p", {}, el("b", {}, word("decision")), ": ", el("span", { class: "code" }, metric.decision)),
  ];
}

const promptLine = (metric) => el("p", {}, el("b", {}, word("prompt")), ": ", metric.refs.join(" ｜ "));

function edgeItem(edge, more) {
  const outcome = edge.outcome || (edge.leans ? word("leans_" + edge.leans) : word("remark"));
  return el("li", {}, el("b", { class: "code" }, edge.id), " ", text(edge.condition), " → ", outcome, more || "");
}

function verdictCard(verdict, jump, open) {
  const metric = metricOf.get(verdict.m);
  const applied = metric.edges.filter((edge) => (verdict.e || []).includes(edge.id));
  const title = [
    el("span", { class: codeClass(verdict.r) }, SYMBOL[verdict.r] || verdict.r, " "),
    el("b", { class: "code" }, metric.id), " ", text(metric.name), " ",
    el("span", { class: "grade " + metric.grade }, metric.grade), " ",
    el("small", {}, codeWord(verdict.r)),
  ];
  const tier = metric.tiers && metric.tiers[verdict.r];
  return el("section", { class: "verdict " + verdict.r, "data-verdict": metric.id },
    el("h4", {}, title),
    verdict.why && !(verdict.r === "F" && verdict.c) && el("p", {}, el("b", {}, word("reason")), ": ", verdict.why),
    tier && el("p", {}, text(tier)),
    verdict.ev && el("blockquote", { dir: "auto" }, verdict.ev),
    verdict.c && el("ul", {}, verdict.c.map((check) => checkItem(metric, check, verdict.r, jump))),
    applied.length > 0 && el("ul", {}, applied.map((edge) => edgeItem(edge))),
    promptLine(metric),
    el("details", { open: open }, el("summary", {}, word("definition")), metricFacts(metric)));
}

function briefLine(verdict, jump) {
  const metric = metricOf.get(verdict.m);
  const line = el("button", { type: "button", class: "brief", "aria-expanded": "false" },
    el("span", { class: codeClass(verdict.r) }, SYMBOL[verdict.r] || verdict.r, " "),
    el("span", { class: "code" }, metric.id), " ", text(metric.name), " ", el("small", {}, codeWord(verdict.r)));
  const holder = el("div", {}, line);
  line.addEventListener("click", () => {
    const shown = line.getAttribute("aria-expanded") === "true";
    line.setAttribute("aria-expanded", String(!shown));
    if (shown) holder.lastChild.remove();
    else holder.append(verdictCard(verdict, jump));
  });
  return holder;
}

function verdictSide(talk, wanted, jump) {
  const first = talk.verdicts.filter((verdict) => verdict.m === wanted);
  const rest = talk.verdicts.filter((verdict) => verdict.m !== wanted);
  const group = (code) => rest.filter((verdict) => verdict.r === code);
  const others = rest.filter((verdict) => !"FU".includes(verdict.r));
  const block = (key, list, open) => list.length > 0 && el("details", { open: open },
    el("summary", {}, `${word(key)} (${list.length})`), list.map((verdict) => briefLine(verdict, jump)));
  return el("aside", { class: "side", "aria-label": word("verdicts") },
    first.map((verdict) => verdictCard(verdict, jump, true)),
    group("F").map((verdict) => verdictCard(verdict, jump)),
    block("open_here", group("U"), group("F").length === 0 && !first.length),
    block("other_verdicts", others, false));
}
