# A man page of the model of one command (model.awk) and a file with sections of its own, in roff, which
# may be missing: -v command=... -v version=... -v own=...
BEGIN { FS = "\t" }
$2 != command { next }
$1 == "C" { summary = $3 }
$1 == "U" { usage = $3 }
$1 == "S" { sub_name[++subs] = $3; sub_text[subs] = $4 }
$1 == "A" { argument[++arguments] = $3; argument_text[arguments] = $4 }
$1 == "O" { option[++options] = $0 }
$1 == "F" { footer[$3] = footer[$3] ($3 in footer ? "\n" : "") $4 }

function roff(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/'/, "\\(aq", text)
  if (text ~ /^\./) text = "\\&" text
  return text
}
function bold(text) { return "\\fB" roff(text) "\\fR" }
function sentence(text) { return text ~ /[.:;]$/ ? text : text "." }

function print_option(line,    f, name) {
  split(line, f, "\t")
  name = f[3] != "" && f[4] != "" ? bold(f[3]) ", " bold(f[4]) : bold(f[3] f[4])
  print ".TP\n" name (f[5] != "" ? " \\fI" roff(f[5]) "\\fR" : "") "\n" sentence(roff(f[7]))
}

function print_footer(section) { if (section in footer) print ".SH " section "\n" roff(footer[section]) }

END {
  title = command
  gsub(/ /, "-", title)
  printf ".TH %s 1 \"\" \"foreweave %s\" \"Foreweave\"\n", roff(toupper(title)), version
  first = tolower(substr(summary, 1, 1)) substr(summary, 2)
  sub(/\.$/, "", first)
  print ".SH NAME\n" roff(title) " \\- " roff(first)
  print ".SH SYNOPSIS\n" bold(usage)
  while (own != "" && (getline text < own) > 0) {
    if (text ~ /^\.SH / && text != ".SH DESCRIPTION") { rest = text; break }
    print text
  }
  if (subs > 0) {
    print ".SH COMMANDS"
    for (i = 1; i <= subs; i++)
      print ".TP\n" bold(sub_name[i]) "\n" sentence(roff(sub_text[i])) " See \\fB" roff(title "-" sub_name[i]) "\\fR(1)."
  }
  if (arguments > 0) {
    print ".SH ARGUMENTS"
    for (i = 1; i <= arguments; i++) print ".TP\n\\fI" roff(argument[i]) "\\fR\n" sentence(roff(argument_text[i]))
  }
  print ".SH OPTIONS"
  for (i = 1; i <= options; i++) print_option(option[i])
  if ("EXAMPLES" in footer) print ".SH EXAMPLES\n.nf\n" roff(footer["EXAMPLES"]) "\n.fi"
  print_footer("NOTES")
  print_footer("EXIT STATUS")
  if (rest != "") print rest
  while (own != "" && (getline text < own) > 0) print text
  parent = title
  others = ""
  if (sub(/-[^-]*$/, "", parent) && parent != "") others = "\\fB" roff(parent) "\\fR(1), "
  print ".SH SEE ALSO\n" others (title == "foreweave" ? "" : parent == "foreweave" ? "" : "\\fBforeweave\\fR(1), ") "\\fBforeweave\\-cc\\fR(1)"
}
