# The text of --help as lines of fields, separated by tabs, that the other scripts here read:
#   C command summary
#   U command usage
#   S command subcommand description
#   A command name required description                                         a positional argument
#   O command short long type choices range default required description         an option
#   F command section text                                                       a line behind the options
# -v command=... names the command. CLI11 prints what is left of a description in the first 30 columns, or
# on a line of its own if it is longer.
BEGIN { FS = "\n"; OFS = "\t" }
{ line[NR] = $0 }

function trimmed(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

# Sets left and right, and gives how many lines that took.
function split_entry(at) {
  if (line[at + 1] ~ /^                              [^ ]/) {
    left = trimmed(line[at])
    right = trimmed(line[at + 1])
    return 2
  }
  left = trimmed(substr(line[at], 1, 30))
  right = trimmed(substr(line[at], 31))
  return 1
}

function read_entry(    names, rest, count, name, i, short, long, type, choices, range, value, required) {
  required = sub(/ REQUIRED$/, "", left) ? "required" : ""
  names = left
  sub(/ .*/, "", names)
  rest = substr(left, length(names) + 2)
  if (section == "Subcommands") {
    print "S", command, names, right
    return
  }
  if (section == "Positionals") {
    print "A", command, names, required, right
    return
  }
  gsub(/\{[^}]*\}/, "", names)  # the value of a flag
  count = split(names, name, ",")
  for (i = 1; i <= count; i++)
    if (name[i] ~ /^--/) long = name[i]
    else short = name[i]
  if (match(rest, /^[A-Z]+/)) type = substr(rest, 1, RLENGTH)
  if (match(rest, /\{[^}]*\}/)) {
    choices = substr(rest, RSTART + 1, RLENGTH - 2)
    gsub(/,/, " ", choices)
  }
  if (match(rest, /in \[[^]]*\]/)) range = substr(rest, RSTART + 4, RLENGTH - 5)
  if (match(rest, /=[^=]*$/)) value = substr(rest, RSTART + 1)
  sub(/ \.\.\.$/, "", value)
  print "O", command, short, long, type, choices, range, value, required, right
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
