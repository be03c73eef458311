// Makes up a recorded run: draws a program (program.h), runs it (program_run.h) and hands on the
// events in their total order, block by block, without keeping them. The same options give the same
// events, on every machine.
//
// The run is a possible one: locks, forks, joins and conditions obey their rules, and a read
// returns what the last write in the total order left, because the generator keeps the memory of
// the program it runs. It cannot deadlock: nested locks are taken in one order, or behind a gate
// (program_sections.h); threads wait for a mailbox only while main does not, and main wakes them at
// the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/traces/generator_options.h"
#include "bench/traces/program.h"
#include "bench/traces/program_run.h"
#include "events/build/trace_builder.h"
#include "events/fwt/format.h"

namespace foreweave {

class TraceGenerator {
 public:
  using Sink = ProgramRun::Sink;

  // `complaint` must have nothing to say about the options.
  explicit TraceGenerator(const GeneratorOptions& options);

  // Why these options cannot be; empty if they can.
  static std::string complaint(const GeneratorOptions& options);

  // Adds what events refer to by number to a TraceBuilder or an FwtWriter.
  template <class Tables>
  void describe(Tables& tables) const {
    for (uint32_t t = 0; t < options_.threads; ++t) tables.add_thread(thread_name(t));
    for (const ProgramSite& s : program_.sites)
      tables.add_site("program.cc", s.line, s.column, program_.function_names[s.function]);
    for (uint32_t site = 0; site < program_.sites.size(); ++site)
      if (const uint32_t load = program_.sites[site].pointer_from; load != 0)
        add_pointer(tables, site, load);
    for (const Symbol& s : symbols()) tables.add_symbol(s.address, s.size, s.name);
  }

  // The same events every time.
  void run(const Sink& sink) const;

 private:
  struct Symbol {
    uint64_t address;
    uint64_t size;
    std::string name;
  };

  static void add_pointer(TraceBuilder& builder, uint32_t access, uint32_t load) {
    builder.set_pointer_from(SiteId(access), SiteId(load));
  }
  static void add_pointer(FwtWriter& writer, uint32_t access, uint32_t load) {
    writer.add_pointer(access, load);
  }

  std::string thread_name(uint32_t thread) const;
  std::vector<Symbol> symbols() const;

  GeneratorOptions options_;
  Program program_;
};

// A whole generated run in memory, for tests.
Trace generate_trace(const GeneratorOptions& options);

}  // namespace foreweave
