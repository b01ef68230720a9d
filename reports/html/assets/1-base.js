// Everything from a record is put into the page as text: `el` makes elements of fixed names, and texts become text nodes.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
const read = (id) => JSON.parse($(id).textContent);

const page = read("page-data");
const sessions = read("session-data").map(([id, conclusion, codes, language, template, invalid, group, place]) =>
  ({ id, conclusion, codes, language, template, invalid, group, place }));
const metricOf = new Map(page.metrics.map((metric, index) => [metric.id, { ...metric, index }]));
const bySession = new Map(sessions.map((session) => [session.id, session]));

const lang = () => root.dataset.lang;
const word = (key) => page.words[key][lang()];
const text = (both) => both[lang()];

function el(name, properties, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "on") node.addEventListener("click", value);
    else if (key === "open") node.open = true;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

const SYMBOL = { P: "✓", F: "✗", U: "?", N: "–", O: "○" };
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
