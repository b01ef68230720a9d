"use strict";
for (const button of document.querySelectorAll("[data-set-lang]")) {
  const show = () => {
    for (const other of document.querySelectorAll("[data-set-lang]"))
      other.setAttribute("aria-pressed", String(other.dataset.setLang === document.documentElement.dataset.lang));
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.lang = document.documentElement.lang = button.dataset.setLang;
    show();
  });
  show();
}
