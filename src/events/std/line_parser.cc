#include "events/std/line_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "events/memory_order.h"

namespace foreweave {

namespace {

constexpr std::string_view kForm = "thread|op(operand)|location";
constexpr std::string_view kSeparators = "|()=\n";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// For messages: short, and nothing that a terminal would act on.
std::string quoted(std::string_view text) {
  constexpr size_t kLongest = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, kLongest))
    if (is_control(c))
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  return out + (text.size() > kLongest ? "...\"" : "\"");
}

Error mistake(std::string what) { return {std::move(what), ""}; }

Error unknown_operation(std::string_view op) {
  std::string known;
  for (const KindInfo& kind : kKinds) {
    if (!known.empty()) known += ", ";
    known += kind.std_op;
  }
  return mistake(fmt::format("unknown operation {}; known are {}", quoted(op), known));
}

std::string_view operand_word(Operand operand) {
  switch (operand) {
    case Operand::thread:
      return "thread";
    case Operand::memory:
    case Operand::object:
      return "variable";
    case Operand::lock:
      return "lock";
    case Operand::condition:
      return "condition";
    case Operand::barrier:
      return "barrier";
    case Operand::semaphore:
      return "semaphore";
    case Operand::once:
      return "once";
    case Operand::none:
      break;
  }
  return "operand";
}

bool takes_value(Kind kind) {
  return is_access(kind) || kind == Kind::semaphore_init || kind == Kind::allocate;
}

// Decimal or 0x hexadecimal, with a sign or without, modulo 2^64.
Result<uint64_t> parse_value(std::string_view text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
  if (digits.empty() || stop != end)
    return mistake(fmt::format("{} is not a value: expected a decimal or 0x number", quoted(text)));
  if (error == std::errc::result_out_of_range || (negative && value > uint64_t{1} << 63))
    return mistake(fmt::format("the value {} does not fit into 64 bits", quoted(text)));
  return negative ? ~value + 1 : value;
}

Result<uint32_t> parse_location(std::string_view text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (text.empty()) return mistake(fmt::format("the location is missing: expected {}", kForm));
  if (digits.empty() || stop != end)
    return mistake(fmt::format("the location {} is not a number", quoted(text)));
  if (error == std::errc::result_out_of_range || value > kMaxStdLocation)
    return mistake(fmt::format("the location {} is too large: {} is the largest", quoted(text),
                               kMaxStdLocation));
  return negative ? 0 : static_cast<uint32_t>(value);
}

// "name" or "name=value" between the parentheses.
Status parse_operand(std::string_view text, StdLine& line) {
  const std::string_view op = info(line.kind).std_op;
  const std::string_view word = operand_word(operand_of(line.kind));
  const size_t equals = text.find('=');
  if (equals != text.npos && !takes_value(line.kind))
    return mistake(fmt::format("{} takes no value, and \"=\" cannot be part of a name", op));
  line.operand = trimmed(text.substr(0, equals));
  if (line.operand.empty()) return mistake(fmt::format("{}() names no {}", op, word));
  if (!is_std_name(line.operand))
    return mistake(fmt::format("{} cannot be the name of a {}", quoted(line.operand), word));
  if (equals == text.npos) return Done{};
  auto value = parse_value(trimmed(text.substr(equals + 1)));
  if (!value) return value.error();
  line.has_value = true;
  line.value = value.value();
  return Done{};
}

// What is behind the dot of "aw.release(x)".
Status parse_order(std::string_view op, size_t dot, StdLine& line) {
  if (has_memory_order(line.kind)) line.order = kSequentialOrder;
  if (dot == op.npos) return Done{};
  const std::string_view name = op.substr(dot + 1);
  const auto* const known = std::find(std::begin(kOrderNames), std::end(kOrderNames), name);
  if (!has_memory_order(line.kind))
    return mistake(fmt::format("{} has no memory order", quoted(op.substr(0, dot))));
  if (known == std::end(kOrderNames))
    return mistake(fmt::format("unknown memory order {}; known are {}", quoted(name),
                               fmt::join(kOrderNames, ", ")));
  line.order = static_cast<uint8_t>(known - std::begin(kOrderNames));
  return Done{};
}

Status parse_operation(std::string_view text, StdLine& line) {
  const size_t open = text.find('(');
  const std::string_view op = trimmed(text.substr(0, open));
  if (op.empty()) return mistake(fmt::format("the operation is missing: expected {}", kForm));
  const size_t dot = op.find('.');
  const auto kind = kind_from_std_op(op.substr(0, dot));
  if (!kind) return unknown_operation(op);
  line.kind = *kind;
  if (Status order = parse_order(op, dot, line); !order) return order;
  const Operand operand = operand_of(*kind);
  if (open == text.npos) {
    if (operand == Operand::none) return Done{};
    return mistake(
        fmt::format("{} needs a {} in parentheses, as in {}(x)", op, operand_word(operand), op));
  }
  if (operand == Operand::none) return mistake(fmt::format("{} takes no operand", op));
  const size_t close = text.find(')', open);
  if (close == text.npos) return mistake(fmt::format("\")\" is missing after {}", quoted(text)));
  if (close + 1 != text.size())
    return mistake(fmt::format("unexpected {} after \")\"", quoted(text.substr(close + 1))));
  return parse_operand(text.substr(open + 1, close - open - 1), line);
}

}  // namespace

bool is_std_name(std::string_view text) {
  return !text.empty() && !is_space(text.front()) && !is_space(text.back()) &&
         text.find_first_of(kSeparators) == text.npos;
}

bool is_skipped_std_line(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.front() == '#';
}

bool resembles_std_line(std::string_view line) {
  return line.find('|') != line.npos && std::none_of(line.begin(), line.end(), [](char c) {
           return is_control(c) && !is_space(c);
         });
}

Result<StdLine> parse_std_line(std::string_view text) {
  const size_t first = text.find('|');
  if (first == text.npos) return mistake(fmt::format("{} is not {}", quoted(text), kForm));
  const size_t second = text.find('|', first + 1);
  if (second == text.npos)
    return mistake(fmt::format("the location is missing: expected {}", kForm));
  if (text.find('|', second + 1) != text.npos)
    return mistake(fmt::format("too many fields: expected {}", kForm));

  StdLine line;
  line.thread = trimmed(text.substr(0, first));
  if (line.thread.empty()) return mistake(fmt::format("the thread is missing: expected {}", kForm));
  if (!is_std_name(line.thread))
    return mistake(fmt::format("{} cannot be the name of a thread", quoted(line.thread)));
  if (Status status = parse_operation(trimmed(text.substr(first + 1, second - first - 1)), line);
      !status)
    return status.error();
  auto location = parse_location(trimmed(text.substr(second + 1)));
  if (!location) return location.error();
  line.location = location.value();
  return line;
}

}  // namespace foreweave
