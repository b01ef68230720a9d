// The heat map: a column a metric, rows for the three tiers, for all conversations, and for each level of a factor.
const CELL = 17;
const LEFT = 108;
const TOP = 44;
const PART_GAP = 7;
const FEWEST = 5; // as in reports/rates.py

// The factors that the coverage knows, language, time and image first.
const knownFactors = (() => {
  const found = new Set(page.metrics.flatMap((metric) => Object.keys(metric.counts.factors)));
  const first = ["language", "time", "image"].filter((name) => found.has(name));
  return [...first, ...[...found].filter((name) => !first.includes(name)).sort()];
})();

let factorShown = knownFactors[0] || "language";

function levelsOf(name) {
  const found = page.metrics.flatMap((metric) => (Object.hasOwn(metric.counts.factors, name) ? Object.keys(metric.counts.factors[name]) : []));
  return [...new Set(found)].sort();
}

function countsAt(metric, name, level) {
  const of = Object.hasOwn(metric.counts.factors, name) ? metric.counts.factors[name] : {};
  return Object.hasOwn(of, level) ? of[level] : [0, 0, 0];
}

function wilson(passed, n) {
  const z = 1.959964;
  const share = passed / n;
  const middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const reach = (z / (1 + z * z / n)) * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

// Only a whole share is called 100 %, and only an empty one 0 %.
function percent(share) {
  const shown = (share * 100).toFixed(0);
  if ((shown === "100" && share < 1) || (shown === "0" && share > 0)) return Math.min(Math.max(share * 100, 0.1), 99.9).toFixed(1) + "%";
  return shown + "%";
}

function rateText([passed, failed, open]) {
  const n = passed + failed;
  const left = open ? ` · ${word("undetermined")} ${open}` : "";
  if (!n) return (open ? "" : word("none_decided")) + left.replace(/^ · /, "");
  if (n < FEWEST) return `${passed}/${n}, ${word("too_few")} (n=${n})${left}`;
  const [low, high] = wilson(passed, n);
  return `${passed}/${n} = ${percent(passed / n)} (${percent(low).slice(0, -1)}–${percent(high)}, n=${n})${left}`;
}

function rateClass([passed, failed, open]) {
  const n = passed + failed;
  if (!n) return open ? "open" : "void";
  const share = passed / n;
  const step = share === 1 ? 4 : share >= 0.95 ? 3 : share >= 0.8 ? 2 : share >= 0.5 ? 1 : 0;
  return `r${step}${n < FEWEST ? " weak" : ""}`;
}

function tierShare(metric, tier) {
  const checks = Object.values(metric.counts.checks).map(([declared, passed, failed, , proven]) => ({ declared, observed: passed + failed > 0, proven }));
  const edges = Object.values(metric.counts.edges).map(([declared, observed, proven]) => ({ declared, observed: observed > 0, proven }));
  const all = [...checks, ...edges];
  if (tier === "proven" && all.every((one) => one.proven === null)) return [null, all.length];
  return [all.filter((one) => one[tier]).length, all.length];
}

function tierCell(metric, tier) {
  const [reached, all] = tierShare(metric, tier);
  const step = !all || reached === null ? "void" : reached === 0 ? "t0" : reached < all / 2 ? "t1" : reached < all ? "t2" : "t3";
  const says = reached === null || !all ? word("not_known") : `${reached} / ${all}`;
  return { kind: step, says, link: null, mark: "" };
}

function rateCell(metric, counts, filters) {
  return { kind: rateClass(counts), says: rateText(counts), link: only({ metric: metric.id, ...filters }), mark: counts[1] ? String(counts[1]) : "" };
}

function heatRows() {
  const tiers = ["declared", "observed", "proven"].map((tier) => ({ name: word(tier), cell: (metric) => tierCell(metric, tier) }));
  const all = { name: word("all_levels"), gap: true, cell: (metric) => rateCell(metric, metric.counts.all, {}) };
  const levels = levelsOf(factorShown).map((level, index) => ({
    name: levelName(level), gap: index === 0,
    cell: (metric) => rateCell(metric, countsAt(metric, factorShown, level), factorOf.has(factorShown) ? { [factorShown]: level } : {}),
  }));
  return [...tiers, all, ...levels];
}

function heatColumns() {
  let gap = 0;
  return page.metrics.map((metric, index) => {
    if (index && metric.part !== page.metrics[index - 1].part) gap += PART_GAP;
    return LEFT + index * CELL + gap;
  });
}

function heatHead(columns) {
  const numbers = page.metrics.map((metric, index) => drawn("text", { class: "head", transform: `translate(${columns[index] + 12} ${TOP - 4}) rotate(-90)` }, metric.id.slice(2)));
  const starts = page.metrics.map((metric, index) => index).filter((index) => !index || page.metrics[index].part !== page.metrics[index - 1].part);
  const parts = starts.map((index) => drawn("text", { class: "part", x: columns[index], y: 11 }, page.metrics[index].part,
    drawn("title", {}, text(page.parts[page.metrics[index].part]))));
  return [...numbers, ...parts];
}

function heatCell(cell, x, y, place) {
  const node = drawn("g", { class: "cell " + cell.kind, "data-at": place },
    drawn("rect", { x, y, width: CELL - 2, height: CELL - 2, rx: 3 }));
  if (cell.mark) node.append(drawn("text", { x: x + (CELL - 2) / 2, y: y + 11.5 }, cell.mark.length > 2 ? "99" : cell.mark));
  return node;
}

function drawHeat() {
  const rows = heatRows();
  const columns = heatColumns();
  let y = TOP;
  const grid = rows.map((row) => page.metrics.map((metric) => ({ ...row.cell(metric), metric, row: row.name })));
  const nodes = rows.map((row, number) => {
    if (row.gap) y += PART_GAP;
    const label = drawn("text", { class: "label", x: LEFT - 8, y: y + 12 }, row.name.length > 15 ? row.name.slice(0, 14) + "…" : row.name);
    const cells = grid[number].map((cell, index) => heatCell(cell, columns[index], y, `${number} ${index}`));
    y += CELL;
    return [label, cells];
  });
  const width = columns.at(-1) + CELL + 2;
  const map = drawn("svg", { class: "heat", viewBox: `0 0 ${width} ${y + 2}`, width, height: y + 2, tabindex: "0", role: "group", "aria-label": word("heat_keys") },
    heatHead(columns), nodes);
  $("heat").replaceChildren(map);
  $("heat-says").value = "";
  moveInHeat(map, grid);
}

// The cell under the pointer, or the one that the arrow keys reached, is told in words below the map.
function moveInHeat(map, grid) {
  let at = null;
  const tell = (row, column) => {
    map.querySelectorAll(".at").forEach((node) => node.classList.remove("at"));
    at = [row, column];
    const cell = grid[row][column];
    map.querySelector(`[data-at="${row} ${column}"]`).classList.add("at");
    $("heat-says").value = `${cell.metric.id} ${text(cell.metric.name)} · ${cell.row}: ${cell.says}`;
  };
  const placeOf = (event) => {
    const node = event.target.closest("[data-at]");
    return node && node.dataset.at.split(" ").map(Number);
  };
  const open = ([row, column]) => {
    const cell = grid[row][column];
    if (cell.link) location.hash = cell.link;
    else showRow(cell.metric.id);
  };
  map.addEventListener("pointerover", (event) => placeOf(event) && tell(...placeOf(event)));
  map.addEventListener("click", (event) => placeOf(event) && open(placeOf(event)));
  map.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (Object.hasOwn(steps, event.key)) {
      event.preventDefault();
      const [down, right] = at ? steps[event.key] : [0, 0];
      const [row, column] = at || [3, 0];
      tell(Math.min(grid.length - 1, Math.max(0, row + down)), Math.min(page.metrics.length - 1, Math.max(0, column + right)));
    } else if (event.key === "Enter" && at) open(at);
  });
}
