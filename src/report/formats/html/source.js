// Lines of source, coloured a little.

const keywords = new Set(("alignas auto bool break case catch char class const constexpr continue default delete do double else enum " +
  "explicit extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator " +
  "override private protected public return short signed sizeof static struct switch template this thread_local throw true " +
  "try typedef typename union unsigned using virtual void volatile while").split(" "));
const token = /(\/\/.*$|\/\*.*?\*\/)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|([A-Za-z_]\w*)|(\d[\w.']*)/g;

// Pieces of the line with their class, so that a caret can cut through them.
function pieces(text) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const kind = match[1] ? "c" : match[2] ? "s" : match[4] ? "d" : keywords.has(match[3]) ? "k" : "";
    if (match.index > at) out.push([text.slice(at, match.index), ""]);
    out.push([match[0], kind]);
    at = match.index + match[0].length;
  }
  if (at < text.length) out.push([text.slice(at), ""]);
  return out;
}

// Columns count bytes, from 1.
function characterAt(text, column) {
  let bytes = 0;
  for (let i = 0; i < text.length; ++i) {
    if (bytes >= column - 1) return i;
    const code = text.charCodeAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
  }
  return text.length;
}

function sourceLine(number, text, here, column) {
  const line = h("span", { class: here ? "l here" : "l" }, h("span", { class: "n" }, String(number)));
  let at = 0;
  const caret = here && column ? characterAt(text, column) : -1;
  for (const [piece, kind] of pieces(text)) {
    const pointed = caret >= at && caret < at + piece.length;
    const name = (kind + (pointed ? " caret" : "")).trim();
    line.append(name ? h("span", { class: name }, piece) : piece);
    at += piece.length;
  }
  return line;
}

function hasSource(place) {
  const source = sourceOf.get(place.file);
  return source !== undefined && source.lines.has(place.line);
}

function whyNotShown(file, why) {
  if (why === "changed") return file + " is not shown: it had changed since it was compiled.";
  if (why === "unknown") return file + " is not shown: the trace does not say what the compiler saw in it.";
  return "The source of " + file + " was not found when this report was made.";
}

// The lines around a place. If the thread is elsewhere, where there is nothing to show, the place is
// the last one before.
function sourcePane(place, really) {
  const around = 7;
  const code = h("pre", { class: place === really ? "code" : "code before" });
  const source = place && sourceOf.get(place.file);
  if (!place || !hasSource(place)) {
    code.append(h("div", { class: "missing" }, !place ? "This thread has not done anything yet that is shown here." :
      source && !source.found ? whyNotShown(place.file, source.why) :
      "No source is known for " + (longPlace(place) || "this place") + "."));
    return code;
  }
  for (let n = place.line - around; n <= place.line + around; ++n) {
    if (source.lines.has(n)) code.append(sourceLine(n, source.lines.get(n), n === place.line, place.column));
  }
  return code;
}
