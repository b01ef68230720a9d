// Everything from a record is put into the page as text: `el` makes elements of fixed names, and texts become text nodes.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
const read = (id) => JSON.parse($(id).textContent);

const page = read("page-data");
const sessions = read("session-data").map(([id, conclusion, codes, template, invalid, group, place, levels, parts]) =>
  ({ id, conclusion, codes, template, invalid, group, place, levels, parts }));
const metricOf = new Map(page.metrics.map((metric, index) => [metric.id, { ...metric, index }]));
const groupOf = new Map(page.groups.map((group) => [group.name, group.metrics.map((id) => metricOf.get(id).index)]));
const bySession = new Map(sessions.map((session) => [session.id, session]));
// The factors of the run with their levels; a session names a level by its number.
const factors = page.factors.map(([name, levels], index) => ({ name, levels, index }));
const factorOf = new Map(factors.map((factor) => [factor.name, factor]));

const levelOf = (session, factor) => {
  const number = session.levels[factor.index];
  return number === undefined || number < 0 ? "" : factor.levels[number];
};

const lang = () => root.dataset.lang;
const word = (key) => page.words[key][lang()];
const has = (key) => Object.hasOwn(page.words, key);
const text = (both) => both[lang()];
const factorName = (name) => (has("factor_" + name) ? word("factor_" + name) : name);
const levelName = (name) => (name === "?" ? word("unknown_language") : name);

function fill(node, properties, children) {
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") node.addEventListener("click", value);
    else if (key === "open") node.open = true;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

const el = (name, properties, ...children) => fill(document.createElement(name), properties, children);
const drawn = (name, properties, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);

const SYMBOL = { P: "✓", F: "✗", U: "?", N: "–", O: "○", M: "–" };
// The results that a filter knows, and the one letter of a verdict: a digit is a score, O a pass without an occasion,
// M an N/A whose probe was missed.
const RESULT = { PASS: "pass", FAIL: "fail", UNDETERMINED: "undetermined", NA: "na", MISSED: "missed" };
const RESULT_OF = { F: "FAIL", U: "UNDETERMINED", N: "NA", O: "NA", M: "MISSED" };

const resultOf = (code) => RESULT_OF[code] || "PASS";
const codeWord = (code) => {
  if (/[1-5]/.test(code)) return `${word("score")} ${code}`;
  return word(code === "O" ? "no_occasion" : RESULT[resultOf(code)]);
};
const codeClass = (code) => ({ PASS: "pass", FAIL: "fail", UNDETERMINED: "und" })[code === "O" ? "" : resultOf(code)] || "none";
