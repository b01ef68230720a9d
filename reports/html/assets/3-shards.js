// Conversations lie in the page, or in files beside it that are loaded when they are needed.
const groups = new Map((read("conversation-data") || []).map((group, number) => [number, group]));
const waiting = new Map();

window.simReportShard = (number, content) => groups.set(number, JSON.parse(content));

function conversation(session, ready, failed) {
  const finish = () => {
    const group = groups.get(session.group);
    if (group) ready(group[session.place]);
    else failed();
  };
  if (groups.has(session.group)) {
    finish();
    return;
  }
  let script = waiting.get(session.group);
  if (!script) {
    script = el("script", { src: `report_data/${String(session.group).padStart(3, "0")}.js` });
    waiting.set(session.group, script);
    script.addEventListener("error", () => waiting.delete(session.group));
    script.addEventListener("load", () => waiting.delete(session.group));
    document.head.append(script);
  }
  script.addEventListener("load", finish);
  script.addEventListener("error", failed);
}
