#include "agree/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/check.h"

namespace foreweave::agree {

RawEvent& Draft::add(uint32_t thread, Kind kind, uint64_t operand, uint32_t size) {
  RawEvent e;
  e.thread = thread;
  e.kind = kind;
  e.operand = operand;
  e.size = size;
  e.site = static_cast<uint32_t>(events.size()) + 1;
  if (thread >= threads) threads = static_cast<uint32_t>(thread + 1);
  if (!depends.empty()) depends.emplace_back();
  return events.emplace_back(e);
}

void Draft::depend(uint32_t event, std::initializer_list<uint32_t> reads) {
  depends.resize(events.size());
  depends[event].assign(reads);
}

void Draft::fill(TraceBuilder& builder) const {
  builder.source().mark(0, 1);
  for (uint32_t t = 0; t < threads; ++t) {
    const char name[] = {'T', static_cast<char>('0' + t)};
    builder.add_thread({name, 2});
  }
  builder.reserve(events.size());
  std::map<uint32_t, SiteId> sites;
  for (const RawEvent& e : events)
    if (const auto [it, is_new] = sites.try_emplace(e.site); is_new)
      it->second = builder.add_site("draft", e.site, 0, {});
  for (const auto& [access, load] : pointer_from)
    if (sites.contains(access) && sites.contains(load))
      builder.set_pointer_from(sites[access], sites[load]);
  for (RawEvent e : events) {
    e.site = sites[e.site].value;
    builder.add(e);
  }
}

Trace Draft::build() const {
  TraceBuilder builder(SourceMap("draft", SourceMap::Unit::line));
  fill(builder);
  return std::move(builder).finish();
}

Trace Draft::build_named() const {
  TraceBuilder builder(SourceMap("draft", SourceMap::Unit::line));
  std::map<uint64_t, std::string> names;
  std::map<Operand, int> counts;
  for (const RawEvent& e : events) {
    const Operand operand = operand_of(e.kind);
    if (operand == Operand::none || operand == Operand::thread || names.contains(e.operand))
      continue;
    constexpr std::string_view kLetters[] = {"", "", "x", "o", "l", "c", "b", "s", "once"};
    const std::string name =
        fmt::format("{}{}", kLetters[static_cast<size_t>(operand)], counts[operand]++);
    names.emplace(e.operand, name);
    builder.add_symbol(e.operand, std::max(e.size, 1u), name);
  }
  fill(builder);
  return std::move(builder).finish();
}

Dependences Draft::dependences() const {
  Dependences all;
  std::vector<EventId> reads;
  for (uint32_t d = 0; d < depends.size(); ++d) {
    if (depends[d].empty()) continue;
    reads.clear();
    for (const uint32_t r : depends[d]) reads.push_back(EventId(r));
    all.add(EventId(d), reads);
  }
  return all;
}

Draft cut(const Draft& draft, const std::vector<bool>& keep) {
  Draft out;
  out.threads = draft.threads;
  out.pointer_from = draft.pointer_from;
  std::vector<uint32_t> moved(draft.events.size());
  for (size_t i = 0; i < draft.events.size(); ++i) {
    moved[i] = static_cast<uint32_t>(out.events.size());
    if (!keep[i]) continue;
    out.events.push_back(draft.events[i]);
    if (draft.depends.empty()) continue;
    std::vector<uint32_t>& reads = out.depends.emplace_back();
    for (const uint32_t r : draft.depends[i])
      if (keep[r]) reads.push_back(moved[r]);
  }
  return out;
}

std::string describe(const Draft& draft) {
  std::string text;
  for (size_t i = 0; i < draft.events.size(); ++i) {
    const RawEvent& e = draft.events[i];
    const Operand operand = operand_of(e.kind);
    text += fmt::format("{:>3}  T{} {}", i, e.thread, info(e.kind).std_op);
    if (operand == Operand::thread)
      text += fmt::format("(T{})", e.operand);
    else if (operand != Operand::none)
      text += fmt::format("({:#x}{})", e.operand, e.size ? fmt::format(":{}", e.size) : "");
    if (e.flags & FW_FLAG_HAS_VALUE || e.kind == Kind::allocate)
      text += fmt::format("={}", e.value);
    if (e.flags & FW_FLAG_DECIDES) text += '!';
    if (e.flags & FW_FLAG_DECIDES_ON_OWN_READ) text += '?';
    text += fmt::format("  site {}", e.site);
    if (const auto from = draft.pointer_from.find(e.site); from != draft.pointer_from.end())
      text += fmt::format(" by the pointer of site {}", from->second);
    if (!draft.depends.empty() && !draft.depends[i].empty())
      text += fmt::format("  depends on {}", fmt::join(draft.depends[i], ", "));
    text += '\n';
  }
  return text;
}

namespace {

struct Line {
  const char* at;

  bool eat(char c) {
    if (*at != c) return false;
    ++at;
    return true;
  }
  uint64_t number() {
    char* end = nullptr;
    const uint64_t n = std::strtoull(at, &end, 10);
    CHECK(end != at, "a draft's line needs a number here");
    at = end;
    return n;
  }
  std::string_view word() {
    const char* begin = at;
    while (*at >= 'a' && *at <= 'z') ++at;
    return {begin, static_cast<size_t>(at - begin)};
  }
  uint64_t address() {
    CHECK(*at >= 'a' && *at <= 'z', "a draft's operand is a letter");
    const uint64_t base = 0x1000 + 0x100 * static_cast<uint64_t>(*at++ - 'a');
    return eat('+') ? base + number() : base;
  }
};

}  // namespace

Draft draft_from(std::initializer_list<const char*> lines) {
  Draft draft;
  for (const char* text : lines) {
    Line line{text};
    const uint32_t thread = static_cast<uint32_t>(line.number());
    CHECK(line.eat(' '), "a draft's line is: thread, operation, operand");
    const std::optional<Kind> kind = kind_from_std_op(line.word());
    CHECK(kind.has_value(), "a draft's operation is one of STD");
    RawEvent& e = draft.add(thread, *kind);
    const Operand operand = operand_of(*kind);
    if (operand != Operand::none) {
      CHECK(line.eat(' '), "this operation has an operand");
      e.operand = operand == Operand::thread ? line.number() : line.address();
    }
    if (is_access(*kind)) e.size = line.eat(':') ? static_cast<uint32_t>(line.number()) : 4;
    if (operand == Operand::object && *kind == Kind::allocate)
      e.value = line.eat(':') ? line.number() : 64;
    if (line.eat('=')) {
      e.value = *line.at >= 'a' ? line.address() : line.number();
      e.flags |= FW_FLAG_HAS_VALUE;
    }
    if (line.eat('*')) draft.pointer_from[e.site] = draft.events[line.number()].site;
    if (line.eat('!')) e.flags |= FW_FLAG_DECIDES;
    if (line.eat('?')) e.flags |= FW_FLAG_DECIDES_ON_OWN_READ;
    CHECK(*line.at == 0, "a draft's line ends here");
  }
  return draft;
}

}  // namespace foreweave::agree
