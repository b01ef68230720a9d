// Keys for whoever reads many conversations: j and k to the next and the previous one, n to the next mark, / to search.
function step(by) {
  const wanted = state();
  const found = matching(wanted);
  const place = found.findIndex((session) => session.id === shownSession);
  const next = found[place < 0 ? 0 : place + by];
  if (next) go({ session: next.id });
}

function nextMark() {
  const marks = [...$("talk").querySelectorAll("mark")];
  if (!marks.length) return;
  const place = marks.indexOf(document.activeElement);
  const mark = marks[(place + 1) % marks.length];
  const chat = mark.closest(".chat");
  if (chat) bring(chat, mark);
  mark.focus({ preventScroll: true });
}

const ON_KEY = {
  j: () => step(1),
  k: () => step(-1),
  n: nextMark,
  "/": () => $("filters").elements.q.focus(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (!Object.hasOwn(ON_KEY, event.key)) return;
  event.preventDefault();
  ON_KEY[event.key]();
});
