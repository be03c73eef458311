#include "bench/traces/trace_generator.h"

#include <fmt/format.h>

#include "base/check.h"
#include "bench/traces/address_map.h"

namespace foreweave {

TraceGenerator::TraceGenerator(const GeneratorOptions& options)
    : options_(options), program_(options) {
  CHECK(complaint(options).empty(), "options that TraceGenerator::complaint refuses");
}

std::string TraceGenerator::complaint(const GeneratorOptions& options) {
  const auto share = [](double s) { return s >= 0 && s <= 1; };
  if (options.threads < 1 || options.threads > 4096) return "threads: from 1 to 4096";
  if (options.slice < 1) return "slice: at least 1";
  if (options.nesting < 1 || options.nesting > Program::kMaxNesting)
    return fmt::format("nesting: from 1 to {}", Program::kMaxNesting);
  if (options.locks < 1 || options.locks > 1'000'000) return "locks: from 1 to 1000000";
  if (options.variables < 1 || options.variables > 50'000'000)
    return "variables: from 1 to 50000000";
  if (options.local_variables < 1 || options.local_variables > 5'000'000)
    return "local variables: from 1 to 5000000";
  if (!share(options.local_share)) return "local share: from 0 to 1";
  if (!share(options.heap_share)) return "heap share: from 0 to 1";
  if (!share(options.race_rate)) return "race rate: from 0 to 1";
  if (!share(options.careful_share)) return "careful share: from 0 to 1";
  if (!share(options.fault_rate)) return "fault rate: from 0 to 1";
  const uint64_t least = 2 * ProgramRun::events_to_finish(options);
  if (options.events < least)
    return fmt::format("events: at least {} with {} threads", least, options.threads);
  if (options.events > TraceBuilder::kMaxEvents)
    return fmt::format("events: at most {}", TraceBuilder::kMaxEvents);
  return "";
}

std::string TraceGenerator::thread_name(uint32_t thread) const {
  return thread == 0 ? "main" : fmt::format("worker-{}", thread);
}

std::vector<TraceGenerator::Symbol> TraceGenerator::symbols() const {
  const AddressMap map(program_);
  std::vector<Symbol> symbols;
  auto add_shared = [&](uint32_t from, uint32_t to, const char* name) {
    if (from < to) symbols.push_back({AddressMap::kSharedBase + from, to - from, name});
  };
  add_shared(0, map.records, "table");
  add_shared(map.records, map.racy, "records");
  add_shared(map.racy, map.mailboxes, "unguarded");
  add_shared(map.mailboxes, map.accounts, "mailboxes");
  add_shared(map.accounts, map.handles, "accounts");
  add_shared(map.handles, map.end, "handles");
  for (uint32_t n = 0; n < program_.lock_count(); ++n)
    symbols.push_back({AddressMap::lock(n), AddressMap::kLockBytes, fmt::format("mutex_{}", n)});
  for (uint32_t m = 0; m < Program::kMailboxes; ++m)
    symbols.push_back(
        {AddressMap::condition(m), AddressMap::kConditionBytes, fmt::format("filled_{}", m)});
  return symbols;
}

void TraceGenerator::run(const Sink& sink) const { ProgramRun(options_, program_, sink).run(); }

Trace generate_trace(const GeneratorOptions& options) {
  const TraceGenerator generator(options);
  TraceBuilder builder(SourceMap("generated", SourceMap::Unit::line));
  generator.describe(builder);
  generator.run([&](std::span<const RawEvent> events) { builder.add_all(events); });
  return std::move(builder).finish();
}

}  // namespace foreweave
