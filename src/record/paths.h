// Paths by their header: which sites a path passed, and how many operands it left.
//
// A program takes the same few paths over and over, so each is worked out once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/module_table.h"

namespace foreweave {

enum class PathStep : uint8_t { access, range, compare, fence, branch };

struct PathOp {
  PathStep step = PathStep::access;
  uint8_t kind = 0, flags = 0;
  bool outcome = false;  // of a branch
  uint32_t size = 0;
  uint32_t site = 0;  // in the trace
};

enum class PathEnd : uint8_t {
  joint,   // the next path starts where this one ends
  choice,  // the next path's start says which way it went
  call,
  returned,
  unwound,  // an exception goes on to the caller
  nowhere,
};

struct Path {
  FwStart start = FW_START_entry;
  PathEnd end = PathEnd::joint;
  bool logs_frame = false;
  uint8_t call_flags = 0;
  uint32_t operand_words = 0;
  uint32_t function = 0;  // over all modules
  uint32_t callee = 0;    // text id plus 1; 0: not known
  uint32_t end_site = 0;  // of the call or the choice
  uint32_t start_block = 0;
  std::vector<uint32_t> choices;  // blocks
  std::vector<PathOp> ops;
};

class Paths {
 public:
  // The module's first start has this number; its first site is `first_site` of the trace. False if
  // the numbers do not go on where the last module ended.
  bool add_module(ModuleTable table, uint32_t first_start, uint32_t first_site);

  // Null if no path has this header.
  const Path* find(uint64_t header) {
    const Path*& recent = recent_[(header * 0x9e3779b97f4a7c15) >> 52];
    if (recent && recent_headers_[(header * 0x9e3779b97f4a7c15) >> 52] == header) return recent;
    recent_headers_[(header * 0x9e3779b97f4a7c15) >> 52] = header;
    return recent = look_up(header);
  }

  // Whether an instrumented function has this name.
  bool defines(const std::string& name) const {
    return std::find(functions_.begin(), functions_.end(), name) != functions_.end();
  }
  const std::string& function_name(uint32_t function) const { return functions_[function]; }
  const std::string& callee_name(uint32_t callee) const { return callees_[callee - 1]; }

 private:
  struct Module {
    ModuleTable table;
    uint32_t first_start, first_site, first_function, first_callee;
  };

  const Path* look_up(uint64_t header);
  std::unique_ptr<Path> walk(const Module& module, uint32_t start, uint32_t outcomes) const;

  std::vector<Module> modules_;  // by first start
  std::vector<std::string> functions_, callees_;
  std::unordered_map<uint64_t, std::unique_ptr<Path>> paths_;
  const Path* recent_[4096] = {};
  uint64_t recent_headers_[4096] = {};
};

}  // namespace foreweave
