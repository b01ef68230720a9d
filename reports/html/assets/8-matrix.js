// The matrix: columns for a factor, and rows that open to the metric's own text, its checks and edges.
const tick = (value) => (value === null || value === undefined ? "–" : value ? "✓" : "✗");
const cell = (value, kind) => el("td", { class: "c" + (value && kind ? " " + kind : "") }, String(value));

function linked(value, kind, filters) {
  return el("td", { class: "c" }, value ? el("a", { class: "n " + kind, href: only(filters) }, String(value)) : el("span", { class: "none" }, "·"));
}

function headRow(keys) {
  return el("thead", {}, el("tr", {}, keys.map((key, index) => el("th", { scope: "col", class: index ? "c" : null }, word(key)))));
}

// A failure leads to the conversations in which this check failed, an edge to those that it applied to.
function checkTable(metric) {
  if (!metric.checks.length) return null;
  return el("table", { class: "plain" }, headRow(["checks", "declared", "pass", "fail", "open", "proven"]),
    el("tbody", {}, metric.checks.map((check) => {
      const [declared, passed, failed, open, proven] = metric.counts.checks[check.id];
      return el("tr", {}, el("td", {}, el("b", { class: "code" }, check.id), " ", text(check.text)),
        el("td", { class: "c" }, tick(declared)), cell(passed, "pass"), linked(failed, "fail", { part: `${metric.id}.${check.id}` }),
        cell(open, "und"), el("td", { class: "c" }, tick(proven)));
    })));
}

function edgeTable(metric) {
  if (!metric.edges.length) return null;
  return el("table", { class: "plain" }, headRow(["edges", "declared", "observed", "proven"]),
    el("tbody", {}, metric.edges.map((edge) => {
      const [declared, observed, proven] = metric.counts.edges[edge.id];
      const outcome = edge.outcome || (edge.leans ? word("leans_" + edge.leans) : word("remark"));
      return el("tr", {}, el("td", {}, el("b", { class: "code" }, edge.id), ` ${text(edge.condition)} → ${outcome}`),
        el("td", { class: "c" }, tick(declared)), linked(observed, "", { part: `${metric.id}.${edge.id}` }), el("td", { class: "c" }, tick(proven)));
    })));
}

function factorLines(metric) {
  const found = Object.entries(metric.counts.factors).filter(([name]) => name !== factorShown);
  return found.length > 0 && el("div", {}, el("b", {}, word("factors")), found.map(([name, levels]) =>
    el("ul", { class: "chips", "aria-label": name }, el("li", { class: "key" }, factorName(name)),
      Object.entries(levels).map(([level, [passed, failed, open]]) => {
        const says = `${levelName(level)} ${passed}/${passed + failed}${open ? ` ?${open}` : ""}`;
        const link = factorOf.has(name) && only({ metric: metric.id, [name]: level });
        return el("li", { class: "chip" + (failed ? " bad" : "") }, link ? el("a", { href: link }, says) : says);
      }))));
}

function metricDetail(metric) {
  return el("div", {}, metricFacts(metric), promptLine(metric),
    el("p", {}, el("b", {}, word("templates")), `: ${metric.counts.templates}`),
    checkTable(metric), edgeTable(metric), factorLines(metric));
}

function toggleRow(row) {
  const button = row.querySelector(".open");
  const opening = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(opening));
  if (!opening) {
    row.nextElementSibling.remove();
    return;
  }
  const detail = el("td", { colspan: row.children.length }, metricDetail(metricOf.get(row.dataset.metric)));
  row.after(el("tr", { class: "more" }, detail));
}

// From the heat map's tiers: the metric's checks and edges.
function showRow(id) {
  const row = document.querySelector(`.matrix [data-metric="${id}"]`);
  const button = row.querySelector(".open");
  if (button.getAttribute("aria-expanded") !== "true") toggleRow(row);
  row.hidden = false;
  row.scrollIntoView({ block: "center" });
  button.focus({ preventScroll: true });
}

function levelCell(metric, level) {
  const [passed, failed, open] = countsAt(metric, factorShown, level);
  if (!passed && !failed && !open) return el("td", { class: "lev" }, el("span", { class: "none" }, "·"));
  const decided = passed + failed;
  const says = [decided > 0 && `${passed}/${decided}`, open > 0 && el("small", {}, ` ?${open}`)];
  const kind = failed ? " bad" : passed ? " good" : " undet";
  const link = factorOf.has(factorShown) && only({ metric: metric.id, [factorShown]: level });
  return el("td", { class: "lev" + kind }, link ? el("a", { href: link, title: rateText([passed, failed, open]) }, says) : says);
}

function showFactor() {
  const levels = levelsOf(factorShown);
  document.querySelectorAll(".matrix .lev").forEach((node) => node.remove());
  document.querySelector(".matrix thead tr").append(...levels.map((level) => el("th", { scope: "col", class: "lev" }, levelName(level))));
  document.querySelectorAll(".matrix .metric").forEach((row) => row.append(...levels.map((level) => levelCell(metricOf.get(row.dataset.metric), level))));
  document.querySelectorAll(".matrix .part > th, .matrix .more > td").forEach((node) => node.setAttribute("colspan", 9 + levels.length));
}

function fillFactors() {
  document.querySelectorAll("select[data-factor]").forEach((select) => {
    select.replaceChildren(...knownFactors.map((name) => el("option", { value: name }, factorName(name))));
    select.value = factorShown;
    select.closest("label").hidden = knownFactors.length < 2;
  });
}

function onlyProblems(only) {
  document.querySelectorAll(".matrix .metric").forEach((row) => {
    row.hidden = only && !("problem" in row.dataset);
    if (row.hidden && row.querySelector(".open").getAttribute("aria-expanded") === "true") toggleRow(row);
  });
}
