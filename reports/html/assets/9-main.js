// What happens when: the address changes, a filter is used, the language is switched.
const wide = () => window.matchMedia("(min-width: 48.01rem)").matches;

function update() {
  const wanted = state();
  const found = matching(wanted);
  const chosen = bySession.get(wanted.session) || (wide() && !wanted.session ? found[0] : undefined);
  shownSession = chosen ? chosen.id : "";
  document.body.classList.toggle("reading", Boolean(chosen && wanted.session));
  showList(found, wanted, shownSession);
  showTalk(chosen, found, wanted);
}

function setLanguage(name) {
  root.dataset.lang = name;
  root.lang = name;
  document.title = word("title");
  document.querySelectorAll("[data-set-lang]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.setLang === name)));
  document.querySelectorAll("[data-label]").forEach((node) => node.setAttribute("aria-label", word(node.dataset.label)));
  document.querySelectorAll(".matrix .more").forEach((row) => row.firstChild.replaceChildren(metricDetail(metricOf.get(row.previousElementSibling.dataset.metric))));
  fillFactors();
  showFactor();
  drawHeat();
  fillFilters();
  update();
}

window.addEventListener("hashchange", (event) => {
  const before = new URLSearchParams(new URL(event.oldURL).hash.slice(1));
  listed = STEP;
  update();
  const wanted = state();
  if (!KEYS.some((key) => wanted[key])) return;
  const picked = wanted.session && wanted.session !== before.get("session");
  const target = picked ? $("talk").querySelector("h3") : $("conversations");
  if (target) {
    // In two columns the list stays where it is; in one, the conversation comes to the top.
    const box = $("talk").getBoundingClientRect();
    if (!picked || !wide() || box.top < 0 || box.top > window.innerHeight / 2) (picked && wide() ? $("conversations") : target).scrollIntoView();
    target.focus({ preventScroll: true });
  }
});

$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("input", (event) => {
  listed = STEP;
  go({ [event.target.name]: event.target.value, session: "" }, true);
});
$("clear").addEventListener("click", () => go(Object.fromEntries(KEYS.map((key) => [key, ""])), true));
$("more").addEventListener("click", () => {
  listed += STEP;
  update();
});
$("problems").addEventListener("change", (event) => onlyProblems(event.target.checked));
document.querySelectorAll("select[data-factor]").forEach((select) => select.addEventListener("change", () => {
  factorShown = select.value;
  fillFactors();
  showFactor();
  drawHeat();
}));
// Links to a section leave the filters in the address alone.
document.querySelectorAll("[data-go]").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault();
  const target = $(link.dataset.go);
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}));
document.querySelectorAll("[data-set-lang]").forEach((button) => button.addEventListener("click", () => setLanguage(button.dataset.setLang)));
document.querySelectorAll(".matrix .open").forEach((button) => button.addEventListener("click", () => toggleRow(button.closest("tr"))));
setLanguage(root.dataset.lang);
if (KEYS.some((key) => state()[key])) $("conversations").scrollIntoView();
