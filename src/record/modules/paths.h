// Paths by their header: which sites a path passed, and how many operands it left.
//
// A program takes the same few paths over and over, so each is worked out once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/abi/log_format.h"
#include "events/fwt/coding/phrase.h"
#include "events/fwt/phrases/phrase_slice.h"
#include "record/modules/module_table.h"

namespace foreweave {

// Code that we do not see, as a site of the trace.
inline constexpr uint32_t kUnseenSite = 0;

enum class PathEnd : uint8_t {
  joint,   // the next path starts where this one ends
  choice,  // the next path's start says which way it went
  call,
  returned,
  unwound,  // an exception goes on to the caller
  nowhere,
};

// An operand that decides what kind an event is.
struct PathSwitch {
  uint32_t operand = 0;  // word
  uint32_t event = 0;    // in Path::events
  uint8_t flags = 0;     // of the event if it is an update
};

struct Path {
  // First what every use of the path needs, in as few lines of the cache as possible.
  uint32_t fixed_words = 0, read_bits = 0;  // operands that are always there; reads that add some
  uint32_t function = 0;                    // over all modules
  // The phrase if nothing came before that matters and no operand does: the same every time.
  static constexpr uint32_t kUnknown = UINT32_MAX, kNothing = UINT32_MAX - 1;
  uint32_t plain_phrase = kUnknown;
  FwStart start = FW_START_entry;
  PathEnd end = PathEnd::joint;
  bool logs_frame = false;     // as its first operand
  bool reads_one_word = true;  // each of those in read_bits
  uint8_t call_flags = 0;
  bool calls_known = false;             // see known_functions.h
  bool is_idle = false, waits = false;  // it begins a round of such a loop (TableStart)
  uint32_t operand_words = 0;           // if all are there
  uint32_t callee = 0;                  // text id plus 1; 0: not known
  uint32_t end_site = 0;                // of the call or the choice
  uint32_t start_block = 0;
  std::vector<bool>
      loop;  // if it begins a round: for each block of its function whether it is in that loop
  std::vector<uint32_t> choices;  // blocks
  // What it does, from its start to its end; blank n is operand word n - 1.
  Phrase events;
  std::vector<PathSwitch> compares;  // 1 if the event is an update, 0 if it only read
  std::vector<uint32_t> ranges;      // events that touch any number of bytes
  // Which words are there only if a read's bit is set.
  PhraseLayout layout;
  uint8_t words_of_read[FW_READ_BITS] = {};

  // Requires no other bits than read_bits.
  uint32_t words(uint32_t reads) const {
    if (reads == 0) return fixed_words;
    if (reads_one_word) return fixed_words + static_cast<uint32_t>(std::popcount(reads));
    uint32_t words = fixed_words;
    for (; reads != 0; reads &= reads - 1) words += words_of_read[std::countr_zero(reads)];
    return words;
  }
  // Where an operand is that is always there.
  uint32_t place(uint32_t operand, uint32_t reads) const {
    uint32_t place = operand;
    for (uint32_t i = 0; i < operand; ++i) place -= !layout.is_there(i, reads);
    return place;
  }

  // Phrases of the trace that it has become: its events, behind those that depend on the path
  // before it.
  struct Use {
    const Path* before = nullptr;
    bool call_is_told = false;
    uint32_t switches = 0;  // see LogTranslator
    uint32_t phrase = 0;
  };
  std::vector<Use> uses;
  // Whether operands decide what its events are.
  bool has_switches() const { return !compares.empty() || !ranges.empty(); }
  bool is_plain() const { return plain_phrase != kUnknown; }
};

class Paths {
 public:
  // The module's first start has this number; its first site is `first_site` of the trace. False if
  // the numbers do not go on where the last module ended.
  bool add_module(ModuleTable table, uint32_t first_start, uint32_t first_site);

  struct Found {
    uint64_t header = 0;  // no path's
    Path* path = nullptr;
    uint16_t operands = 0;  // words
    uint16_t steps = 0;     // see is_step.h; of ranges, each is one, how many bytes it may have
    bool has_ranges = false;
    bool is_turn = false;  // ends in a call or a return
    FwtFormHint hint;      // of its plain phrase
  };
  // By its header. Without a path if there is no such one. Good until the next one is found.
  Found& find(uint64_t header) {
    Found& recent = recent_[(header * 0x9e3779b97f4a7c15) >> (64 - kRecentBits)];
    if (recent.header != header) [[unlikely]]
      recent = look_up(header);
    return recent;
  }

  // Whether an instrumented function has this name.
  bool defines(const std::string& name) const {
    return std::find(functions_.begin(), functions_.end(), name) != functions_.end();
  }
  const std::string& function_name(uint32_t function) const { return functions_[function]; }
  // Where a site of the trace is. Requires that it is a module's.
  struct Place {
    const std::string &file, &function;
    uint32_t line, column;
  };
  Place place_of(uint32_t site) const;
  // What is called by name, anywhere in the program.
  const std::vector<std::string>& callees() const { return callees_; }
  const std::string& callee_name(uint32_t callee) const { return callees_[callee - 1]; }

 private:
  struct Module {
    ModuleTable table;
    uint32_t first_start, first_site, first_function, first_callee;
  };

  static constexpr unsigned kRecentBits = 12;

  Found look_up(uint64_t header);
  Path* path_of(uint64_t header);
  std::unique_ptr<Path> walk(const Module& module, uint32_t start, uint32_t outcomes) const;

  std::vector<Module> modules_;  // by first start
  std::vector<std::string> functions_, callees_;
  std::unordered_map<uint64_t, std::unique_ptr<Path>> paths_;
  Found recent_[1u << kRecentBits];
};

}  // namespace foreweave
