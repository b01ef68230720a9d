// Records hold no pictures, only what a picture shows: a small drawing stands for it.
const DRAWING = {
  qr_code: "M4 4h8v8H4zM20 4h8v8h-8zM4 20h8v8H4zM7 7h2v2H7zM23 7h2v2h-2zM7 23h2v2H7zM17 17h4v4h-4zM24 21h4v3h-4zM17 25h3v3h-3zM24 27h4",
  data_cable: "M5 9h7v6H5zM20 19h7v6h-7zM12 12h4c6 0 0 10 4 10M5 10.500H2M5 13.500H2M27 20.500h3M27 23.500h3",
  connector: "M10 14h12v14H10zM12 14V6h8v8M15 9h2M15 20h2",
  plug: "M9 12h14v7a7 7 0 0 1-14 0zM13 12V5M19 12V5M16 26v4",
  charger: "M7 10h18v18H7zM12 10V4M20 10V4M17 14l-4 6h6l-4 5",
  packaging: "M4 11l12-6 12 6v13l-12 6-12-6zM4 11l12 6 12-6M16 17v13",
  catalogue: "M5 5h9a3 3 0 0 1 2 3v19a3 3 0 0 0-2-2H5zM27 5h-9a3 3 0 0 0-2 3v19a3 3 0 0 1 2-2h9z",
  poster: "M7 3h18v26H7zM10 7h12v9H10zM10 20h12M10 24h8",
  model_label: "M4 8h24v16H4zM8 12v8M11 12v8M15 12v8M17 12v8M21 12v8M24 12v8",
  spec_sheet: "M6 3h20v26H6zM6 10h20M6 16h20M6 22h20M14 10v19",
  document: "M7 3h12l6 6v20H7zM19 3v6h6M11 15h10M11 19h10M11 23h6",
  scenery: "M2 26l9-14 7 10 4-5 8 9zM23 9a3 3 0 1 0 .01 0",
  person: "M16 5a5 5 0 1 0 .01 0M6 28c0-12 20-12 20 0",
  video: "M3 7h26v18H3zM13 12l8 4-8 4z",
  link: "M13 19l6-6M11 15l-4 4a4.500 4.500 0 0 0 6 6l4-4M21 17l4-4a4.500 4.500 0 0 0-6-6l-4 4",
  picture: "M3 6h26v20H3zM3 22l8-8 6 6 4-4 8 7M22 10a2 2 0 1 0 .01 0",
  failed: "M3 6h26v20H3zM11 11l10 10M21 11L11 21",
};
const MARKER_DRAWING = { IMAGE: "picture", DOCUMENT: "document", VIDEO: "video", KBVIDEO: "video", LINK: "link" };

function thumbnail(name) {
  const path = Object.hasOwn(DRAWING, name) ? DRAWING[name] : DRAWING.picture;
  return drawn("svg", { class: "thumb", viewBox: "0 0 32 32", "aria-hidden": "true" }, drawn("path", { d: path }));
}

function picture(image) {
  const labels = (image.labels || []).join(", ");
  const known = (image.labels || []).find((label) => Object.hasOwn(DRAWING, label));
  return el("span", { class: "media" }, thumbnail(image.status === "failed" ? "failed" : known || "picture"),
    el("span", { dir: "auto" }, `${word("image")} ${image.id || ""}`,
      el("small", {}, `${word("recognised")}: ${[image.status, labels].filter(Boolean).join(" · ") || "–"}`),
      image.about && el("small", {}, image.about)));
}
