// The findings, and what narrows them down.

const filter = { text: "", kinds: new Set(), statuses: new Set(), file: "" };
let shown = entries;  // those that pass the filter
let selected = null;

function passes(entry) {
  return (filter.kinds.size === 0 || filter.kinds.has(entry.kind)) &&
    (filter.statuses.size === 0 || filter.statuses.has(entry.status)) &&
    (filter.file === "" || entry.files.includes(filter.file)) &&
    filter.text.toLowerCase().split(/\s+/).every((word) => entry.text.includes(word));
}

function counts(of) {
  const found = new Map();
  for (const entry of entries) for (const value of of(entry)) found.set(value, (found.get(value) || 0) + 1);
  return [...found].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function chips(values, chosen, label) {
  return h("div", { class: "chips" }, values.map(([value, n]) => h("button", {
    class: "chip", "aria-pressed": "false", "data-value": value,
    onclick: (event) => {
      const on = !chosen.has(value);
      if (on) chosen.add(value); else chosen.delete(value);
      event.currentTarget.setAttribute("aria-pressed", String(on));
      applyFilter();
    },
  }, label(value) + " " + n)));
}

function buildSide() {
  const files = counts((entry) => entry.files);
  document.getElementById("side").append(
    h("div", { class: "filters" },
      h("input", {
        id: "search", type: "search", placeholder: "Search: variable, function, file, id   ( / )", "aria-label": "Search",
        oninput: (event) => { filter.text = event.target.value; applyFilter(); },
      }),
      chips(counts((entry) => [entry.kind]), filter.kinds, (kind) => titles[kind]),
      chips(counts((entry) => [entry.status]), filter.statuses, (status) => status),
      h("select", {
        id: "file", "aria-label": "File", onchange: (event) => { filter.file = event.target.value; applyFilter(); },
      }, h("option", { value: "" }, "all files"),
      files.map(([file, n]) => h("option", { value: file }, baseName(file) + " (" + n + ")")))),
    h("div", { class: "count", id: "count", "aria-live": "polite" }),
    h("div", { id: "list" }));
}

const rows = entries.map(() => null);  // made when first shown

function rowOf(entry) {
  if (rows[entry.index] === null) {
    rows[entry.index] = h("button", { class: "row", "data-id": entry.id, onclick: () => select(entry) },
      h("span", { class: "what" }, entry.title + " ", entry.status === "confirmed" ? h("span", { class: "badge confirmed" }, "confirmed") : null),
      h("span", { class: "where", title: entry.places.join("\n") }, entry.places.join("  \u00b7  ")));
  }
  return rows[entry.index];
}

function applyFilter() {
  shown = entries.filter(passes);
  document.getElementById("count").textContent = entries.length === 0 ? "" :
    shown.length === entries.length ? plural(entries.length, "finding") : shown.length + " of " + plural(entries.length, "finding");
  document.getElementById("list").replaceChildren(...(shown.length > 0 ? shown.map(rowOf) :
    [h("div", { class: "nothing" }, entries.length === 0 ? "Nothing was found." : "No finding passes the filter.")]));
}

function select(entry) {
  if (selected !== null && rows[selected.index]) rows[selected.index].removeAttribute("aria-current");
  selected = entry;
  if (entry === null) return showOverview();
  const row = rowOf(entry);
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  if (location.hash !== "#" + entry.id) history.replaceState(null, "", "#" + entry.id);
  showFinding(restored(report.findings[entry.index]));
}

// To the next or previous finding of those shown.
function move(by) {
  if (shown.length === 0) return;
  const at = selected === null ? -1 : shown.indexOf(selected);
  select(shown[Math.min(Math.max(at + by, 0), shown.length - 1)]);
}
