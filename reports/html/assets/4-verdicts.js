// A verdict with the metric's own text: what it measures, which check failed by which quote, which prompt section.
const turnName = (number) => `${word("turn")} ${number} ${word("turn_end")}`.trim();

function checkItem(metric, check, jump) {
  const of = metric.checks.find((item) => item.id === check.k);
  const letter = check.r === "O" ? "U" : check.r;
  const by = check.by ? ` (${word("by_" + check.by)})` : "";
  return el("li", { class: letter },
    el("p", { class: "rule" }, el("span", { class: codeClass(letter) }, SYMBOL[letter], " "),
      el("b", { class: "code" }, check.k), " ", of ? text(of.text) : ""),
    check.q && el("blockquote", { dir: "auto" }, check.q),
    check.note && el("p", { class: "note" }, check.note + by),
    check.n && jump && el("button", { type: "button", on: () => jump(check) }, `${word("show_quote")} ${turnName(check.n)}`));
}

function metricFacts(metric) {
  return [
    el("p", {}, el("b", {}, word("definition")), ": ", text(metric.definition)),
    el("p", {}, el("b", {}, word("trigger")), ": ", text(metric.trigger)),
    metric.decision && el("p", {}, el("b", {}, word("decision_of")), ": ", el("span", { class: "code" }, metric.decision)),
  ];
}

const promptLine = (metric) => metric.refs.length > 0 && el("div", { class: "prompt" }, el("b", {}, word("prompt")),
  el("ul", {}, metric.refs.map((section) => el("li", { lang: "zh" }, section))));

function edgeItem(edge, more) {
  const outcome = edge.outcome || (edge.leans ? word("leans_" + edge.leans) : word("remark"));
  return el("li", {}, el("b", { class: "code" }, edge.id), " ", text(edge.condition), " → ", outcome, more || "");
}

function verdictTitle(verdict, metric) {
  return [
    el("span", { class: "sign " + codeClass(verdict.r) }, SYMBOL[verdict.r] || verdict.r), " ",
    el("b", { class: "code" }, metric.id), " ", text(metric.name), " ",
    el("span", { class: "grade " + metric.grade }, metric.grade), " ",
    el("small", {}, codeWord(verdict.r)),
  ];
}

function verdictCard(verdict, jump, open) {
  const metric = metricOf.get(verdict.m);
  const applied = metric.edges.filter((edge) => (verdict.e || []).includes(edge.id));
  const tier = metric.tiers && metric.tiers[verdict.r];
  return el("section", { class: "verdict " + verdict.r, "data-verdict": metric.id, tabindex: "-1" },
    el("h4", {}, verdictTitle(verdict, metric)),
    verdict.why && !(verdict.r === "F" && verdict.c) && el("p", {}, el("b", {}, word("reason")), ": ", verdict.why),
    tier && el("p", {}, text(tier)),
    verdict.ev && el("blockquote", { dir: "auto" }, verdict.ev),
    verdict.c && el("ul", { class: "checks" }, verdict.c.map((check) => checkItem(metric, check, jump))),
    applied.length > 0 && el("ul", { class: "checks" }, applied.map((edge) => edgeItem(edge))),
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

// The verdicts that the filter asks for come first: those of one metric, or those of a group that have the result.
function asked(talk, wanted) {
  if (wanted.part) return talk.verdicts.filter((verdict) => verdict.m === wanted.part.split(".")[0]);
  const ids = groupOf.has(wanted.metric) ? page.groups.find((group) => group.name === wanted.metric).metrics : [wanted.metric];
  const found = talk.verdicts.filter((verdict) => ids.includes(verdict.m));
  return ids.length > 1 ? found.filter((verdict) => (wanted.result ? resultOf(verdict.r) === wanted.result : !"NO".includes(verdict.r))) : found;
}

function verdictSide(talk, wanted, jump) {
  const first = asked(talk, wanted);
  const rest = talk.verdicts.filter((verdict) => !first.includes(verdict));
  const group = (code) => rest.filter((verdict) => verdict.r === code);
  const others = rest.filter((verdict) => !"FU".includes(verdict.r));
  const block = (key, list, open) => list.length > 0 && el("details", { open: open },
    el("summary", {}, `${word(key)} (${list.length})`), list.map((verdict) => briefLine(verdict, jump)));
  return el("aside", { class: "side", "aria-label": word("verdicts"), tabindex: "0" },
    first.map((verdict) => verdictCard(verdict, jump, true)),
    group("F").map((verdict) => verdictCard(verdict, jump, !first.length)),
    block("open_here", group("U"), group("F").length === 0 && !first.length),
    block("other_verdicts", others, false));
}
