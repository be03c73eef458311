# The text of --help as lines of fields, separated by tabs, that the other scripts here read:
#   C command summary
#   U command usage
#   S command subcommand description
#   A command name description                       a positional argument
#   O command short long placeholder choices description   an option
#   F command section text                           a line behind the options
# -v command=... names the command. tools/options/help_formatter.cc prints what is left of a description in the first
# 28 columns, or on a line of its own if it is longer; descriptions may take several lines.
BEGIN { FS = "\n"; OFS = "\t" }
{ line[NR] = $0 }

function trimmed(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

# Sets left and right, and gives how many lines that took.
function split_entry(at,    count) {
  if (substr(line[at], 27, 2) == "  ") {
    left = trimmed(substr(line[at], 1, 28))
    right = trimmed(substr(line[at], 29))
  } else {
    left = trimmed(line[at])
    right = ""
  }
  for (count = 1; line[at + count] ~ /^                            [^ ]/; count++)
    right = trimmed(right " " trimmed(line[at + count]))
  return count
}

function read_entry(    names, rest, count, name, i, short, long, choices) {
  names = left
  sub(/ .*/, "", names)
  rest = substr(left, length(names) + 2)
  if (section == "Subcommands") {
    print "S", command, names, right
    return
  }
  if (section == "Positionals") {
    print "A", command, names, right
    return
  }
  count = split(names, name, ",")
  for (i = 1; i <= count; i++)
    if (name[i] ~ /^--/) long = name[i]
    else short = name[i]
  if (match(right, /\. One of [^.]*\./)) {
    choices = substr(right, RSTART + 9, RLENGTH - 10)
    gsub(/, /, " ", choices)
  }
  print "O", command, short, long, rest, choices, right
}

END {
  print "C", command, line[1]
  for (i = 2; i <= NR; i++) {
    text = line[i]
    if (text ~ /^Usage: /) print "U", command, substr(text, 8)
    else if (text ~ /^[A-Z][A-Za-z ]*:$/) section = substr(text, 1, length(text) - 1)
    else if (text ~ /^  [^ ]/ && section != "") {
      i += split_entry(i) - 1
      read_entry()
    } else if (text ~ /^[^ ]/) {
      section = ""
      footer = text ~ /^Examples?: / ? "EXAMPLES" : text ~ /[Ee]xit status/ ? "EXIT STATUS" : "NOTES"
      sub(/^Examples?: */, "", text)
      print "F", command, footer, text
    } else if (text ~ /^ +[^ ]/ && footer != "") print "F", command, footer, trimmed(text)
  }
}
