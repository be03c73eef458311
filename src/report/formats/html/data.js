// The report, as it came in the page. Texts that occur often are numbers into one table; a finding
// is put together again when it is looked at.

const report = JSON.parse(document.getElementById("data").textContent);
const tabled = new Set(["file", "function", "thread", "text", "access", "operand", "lock"]);

function restored(value) {
  if (Array.isArray(value)) return value.map(restored);
  if (value === null || typeof value !== "object") return value;
  const out = {};
  for (const [key, member] of Object.entries(value)) {
    out[key] = tabled.has(key) && typeof member === "number" ? report.texts[member] : restored(member);
  }
  return out;
}

const titles = {
  race: "data race", deadlock: "deadlock", atomicity: "atomicity violation", uaf: "use after free",
  "double-free": "double free", null: "null dereference", order: "order violation",
  hang: "hang", misuse: "misuse", failure: "failure",
};

const isOfSystem = (file) => file.startsWith("/usr/include/") || file.startsWith("/usr/lib/");

// The place itself, or the innermost call that is the program's own.
function ownPlace(place) {
  if (!isOfSystem(place.file)) return place;
  return (place.stack || []).find((frame) => frame.line > 0 && !isOfSystem(frame.file)) || place;
}

const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);
const shortPlace = (place) => place.file === "" ? "?" : baseName(place.file) + (place.line ? ":" + place.line : "");
function longPlace(place) {
  const at = place.file === "" ? "" : place.file + (place.line ? ":" + place.line : "") + (place.column ? ":" + place.column : "");
  return at + (place.function ? (at ? " in " : "") + place.function : "");
}
const atPlace = (place) => "at " + longPlace(ownPlace(place));
const plural = (n, one, many) => n + " " + (n === 1 ? one : many || one + "s");

// What the list shows of each finding.
const entries = report.findings.map((finding, index) => {
  const sites = finding.sites.map((site) => ownPlace(restored(site)));
  return {
    index, id: finding.id, kind: finding.kind, status: finding.status,
    title: titles[finding.kind] + " " + finding.subject,
    places: sites.map(shortPlace), files: [...new Set(sites.map((site) => site.file).filter((file) => file !== ""))],
    text: (finding.id + " " + titles[finding.kind] + " " + finding.subject + " " +
      sites.map(longPlace).join(" ")).toLowerCase(),
  };
});

const sourceOf = new Map(report.sources.map((source) => {
  const lines = new Map();
  for (const chunk of source.chunks || []) chunk.text.forEach((text, i) => lines.set(chunk.line + i, text));
  return [source.file, { found: source.found, why: source.why, lines }];
}));

// An element with attributes and children; nothing of the report is ever taken for HTML.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== "") element.append(child);
  return element;
}
