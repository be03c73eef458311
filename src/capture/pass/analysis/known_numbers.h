// Which numbers a path has logged already, so that later ones that differ from them by a constant
// need not be logged: the fields of one object, an element that is read and written back, a value
// that is read and stored elsewhere, the pointer to the next element that was just read.
//
// A number is written as a sum: a constant, and values times constants. Two with the same values
// differ by their constants, whatever the values are. A value has one instance on a path, because
// paths end at the heads of loops.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace foreweave {

// A word that an item of the plan logs.
struct LoggedWord {
  uint32_t block = 0, item = 0;  // in FunctionPlan
  uint32_t word = 0;             // of those that the item logs

  bool operator==(const LoggedWord&) const = default;
};

// Where a number comes from that is not logged itself.
struct KnownNumber {
  std::optional<LoggedWord> word;  // nothing: it is a constant
  uint64_t plus = 0;

  bool operator==(const KnownNumber&) const = default;
};

class KnownNumbers {
 public:
  explicit KnownNumbers(const llvm::DataLayout& layout) : layout_(&layout) {}

  // A value as it would be logged, in one word or several (then the first is told, and the others
  // follow it).
  std::optional<KnownNumber> find(const llvm::Value& value) const;
  // It is logged in this word, and those that follow.
  void add(const llvm::Value& value, const LoggedWord& word);
  void forget() { known_.clear(); }
  // Only what `others` know as well: where two ways meet, either may have been taken.
  void keep_common(const KnownNumbers& others);

 private:
  // Values by address, each with its factor; sorted.
  using Terms = std::vector<std::pair<uintptr_t, uint64_t>>;
  struct Sum {
    Terms terms;
    uint64_t constant = 0;
  };

  Sum sum_of(const llvm::Value& value) const;
  void add_to(Sum& sum, const llvm::Value& value, uint64_t factor, unsigned depth) const;

  const llvm::DataLayout* layout_;
  std::map<Terms, KnownNumber> known_;  // the number less its constant
};

}  // namespace foreweave
