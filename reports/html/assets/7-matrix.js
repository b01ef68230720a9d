// A row of the matrix opens to the metric's own text, its checks and edges, and its other factors.
const tick = (value) => (value === null || value === undefined ? word("not_known") : value ? "✓" : "–");
const cell = (value, kind) => el("td", { class: "c" + (value && kind ? " " + kind : "") }, String(value));

function headRow(keys) {
  return el("thead", {}, el("tr", {}, keys.map((key) => el("th", { scope: "col" }, key ? word(key) : ""))));
}

function checkTable(metric) {
  if (!metric.checks.length) return null;
  return el("table", { class: "plain" }, headRow(["checks", "declared", "pass", "fail", "open", "proven"]),
    el("tbody", {}, metric.checks.map((check) => {
      const [declared, passed, failed, open, proven] = metric.counts.checks[check.id];
      return el("tr", {}, el("td", {}, el("b", { class: "code" }, check.id), " ", text(check.text)),
        el("td", { class: "c" }, tick(declared)), cell(passed, "pass"), cell(failed, "fail"), cell(open, "und"),
        el("td", { class: "c" }, tick(proven)));
    })));
}

function edgeTable(metric) {
  if (!metric.edges.length) return null;
  return el("table", { class: "plain" }, headRow(["edges", "declared", "observed", "proven"]),
    el("tbody", {}, metric.edges.map((edge) => {
      const [declared, observed, proven] = metric.counts.edges[edge.id];
      const outcome = edge.outcome || (edge.leans ? word("leans_" + edge.leans) : word("remark"));
      return el("tr", {}, el("td", {}, el("b", { class: "code" }, edge.id), ` ${text(edge.condition)} → ${outcome}`),
        el("td", { class: "c" }, tick(declared)), cell(observed), el("td", { class: "c" }, tick(proven)));
    })));
}

function factorLines(metric) {
  const factors = Object.entries(metric.counts.factors);
  return factors.length > 0 && el("div", {}, el("b", {}, word("factors")), factors.map(([name, levels]) =>
    el("ul", { class: "chips", "aria-label": name }, el("li", { class: "code" }, name),
      Object.entries(levels).map(([level, [passed, failed, open]]) =>
        el("li", { class: "chip" + (failed ? " bad" : "") }, `${level}: ${passed}/${passed + failed}${open ? ` ?${open}` : ""}`)))));
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

function onlyProblems(only) {
  document.querySelectorAll(".matrix .metric").forEach((row) => {
    row.hidden = only && !("problem" in row.dataset);
    if (row.hidden && row.querySelector(".open").getAttribute("aria-expanded") === "true") toggleRow(row);
  });
}
