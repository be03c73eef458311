#include "machine_loops.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <vector>

namespace foreweave {

namespace {

struct Block {
  std::vector<std::string> instructions;
  std::vector<std::string> targets;  // labels
  bool falls_through = true;
  std::vector<size_t> successors;
};

struct Code {
  std::vector<Block> blocks;
  std::map<std::string, size_t> labels;
  bool has_frame_pointer = false;
};

std::string trimmed(const std::string& line) {
  const size_t comment = line.find('#');
  const size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || first >= comment) return "";
  std::string text = line.substr(first, comment == line.npos ? comment : comment - first);
  text.erase(text.find_last_not_of(" \t") + 1);
  return text;
}

bool is_jump(const std::string& instruction) { return instruction[0] == 'j'; }
bool is_conditional(const std::string& instruction) {
  return is_jump(instruction) && !instruction.starts_with("jmp");
}
bool is_call(const std::string& instruction) { return instruction.starts_with("call"); }
bool ends_function(const std::string& instruction) {
  return instruction.starts_with("ret") || instruction.starts_with("ud2");
}
bool compares_with_memory(const std::string& instruction) {
  return instruction.starts_with("cmp") && instruction.find('(') != instruction.npos;
}

void append(Code& code, const std::string& instruction) {
  Block& block = code.blocks.back();
  block.instructions.push_back(instruction);
  code.has_frame_pointer |= instruction.find("%rsp, %rbp") != instruction.npos;
  if (is_jump(instruction)) {
    block.targets.push_back(instruction.substr(instruction.find_first_of(" \t") + 1));
    block.falls_through = is_conditional(instruction);
  } else if (ends_function(instruction)) {
    block.falls_through = false;
  } else {
    return;
  }
  code.blocks.emplace_back();
}

Code read(const std::string& assembly, const std::string& function) {
  Code code;
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (code.blocks.empty()) {
      if (text == function + ":") code.blocks.emplace_back();
    } else if (text.starts_with(".Lfunc_end")) {
      break;
    } else if (text.ends_with(':')) {
      if (text.starts_with(".Ltmp")) continue;  // for debuggers, and no place to jump to
      if (!code.blocks.back().instructions.empty()) code.blocks.emplace_back();
      code.labels[text.substr(0, text.size() - 1)] = code.blocks.size() - 1;
    } else if (!text.empty() && text[0] != '.') {
      append(code, text);
    }
  }
  for (size_t b = 0; b < code.blocks.size(); ++b) {
    Block& block = code.blocks[b];
    if (block.falls_through && b + 1 < code.blocks.size()) block.successors.push_back(b + 1);
    for (const std::string& target : block.targets)
      if (const auto known = code.labels.find(target); known != code.labels.end())
        block.successors.push_back(known->second);
  }
  return code;
}

using Relation = std::vector<std::vector<bool>>;

// Which block comes after which, over any number of blocks of which `through` allows each.
template <class Through>
Relation reachable(const Code& code, Through through) {
  const size_t n = code.blocks.size();
  Relation reaches(n, std::vector<bool>(n));
  for (size_t a = 0; a < n; ++a)
    for (const size_t b : code.blocks[a].successors)
      if (through(a) && through(b)) reaches[a][b] = true;
  for (size_t k = 0; k < n; ++k)
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if (reaches[a][k] && reaches[k][b]) reaches[a][b] = true;
  return reaches;
}

class LoopCheck {
 public:
  explicit LoopCheck(const Code& code)
      : code_(code),
        reaches_(reachable(code, [](size_t) { return true; })),
        reaches_quickly_(reachable(code, [&](size_t b) { return !calls(b); })) {}

  std::string run() const {
    bool has_loop = false;
    for (size_t b = 0; b < code_.blocks.size(); ++b) {
      if (!reaches_[b][b]) continue;
      has_loop = true;
      if (std::string complaint = complaint_about(b); !complaint.empty()) return complaint;
    }
    return has_loop ? "" : "there is no loop";
  }

 private:
  std::string complaint_about(size_t b) const {
    if (!loop_has([&](size_t other) { return reaches_quickly_[other][other]; }, b))
      return "there is no way round the loop without a call: " + first_call(b);
    if (!loop_has([&](size_t other) { return calls(other); }, b))
      return "nothing is inserted into the loop";
    for (const std::string& instruction : code_.blocks[b].instructions) {
      if (is_call(instruction) && !is_guarded(b))
        return "a call is not behind a comparison: " + instruction;
      if (is_call(instruction) && instruction.find("__fw_") == instruction.npos)
        return "a call of something else: " + instruction;
      if (!calls(b) && writes_stack(instruction)) return "a spill: " + instruction;
    }
    return "";
  }

  // Whether it is true of some block of the loop that `b` lies in.
  template <class Predicate>
  bool loop_has(Predicate predicate, size_t b) const {
    for (size_t other = 0; other < code_.blocks.size(); ++other)
      if (reaches_[b][other] && reaches_[other][b] && predicate(other)) return true;
    return false;
  }

  std::string first_call(size_t b) const {
    std::string call;
    loop_has(
        [&](size_t other) {
          for (const std::string& i : code_.blocks[other].instructions)
            if (call.empty() && is_call(i)) call = i;
          return !call.empty();
        },
        b);
    return call;
  }

  // Only jumped to, and only by conditional jumps right behind a comparison with memory.
  bool is_guarded(size_t b) const {
    for (size_t before = 0; before < code_.blocks.size(); ++before) {
      const Block& block = code_.blocks[before];
      if (std::count(block.successors.begin(), block.successors.end(), b) == 0) continue;
      const auto& i = block.instructions;
      if (i.size() < 2 || !is_conditional(i.back()) || !compares_with_memory(i[i.size() - 2]))
        return false;
    }
    return true;
  }

  bool calls(size_t b) const {
    const auto& i = code_.blocks[b].instructions;
    return std::any_of(i.begin(), i.end(), is_call);
  }

  // What stays the same all the way round may be read from there. The last operand is written.
  bool writes_stack(const std::string& instruction) const {
    if (instruction.starts_with("push") || instruction.starts_with("pop")) return true;
    if (instruction.starts_with("cmp") || instruction.starts_with("test")) return false;
    const size_t stack = std::max(last(instruction, "(%rsp"),
                                  code_.has_frame_pointer ? last(instruction, "(%rbp") : 0);
    return stack != 0 && instruction.find(", %", stack) == instruction.npos;
  }
  static size_t last(const std::string& text, const char* what) {
    const size_t at = text.rfind(what);
    return at == text.npos ? 0 : at;
  }

  const Code& code_;
  const Relation reaches_, reaches_quickly_;
};

}  // namespace

std::string complaint_about_loops(const std::string& assembly, const std::string& function) {
  const Code code = read(assembly, function);
  if (code.blocks.empty()) return "there is no function " + function;
  return LoopCheck(code).run();
}

}  // namespace foreweave
