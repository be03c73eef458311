#include "capture/pass/module_table_writer.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/LEB128.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>
#include <map>
#include <optional>

#include "capture/pass/analysis/value_flows.h"
#include "capture/pass/libraries/library_code.h"
#include "capture/pass/libraries/unknown_synchronisation.h"
#include "capture/pass/source_hash.h"

namespace foreweave {

using namespace llvm;

namespace {

class TableWriter {
 public:
  explicit TableWriter(const Module& module) : module_(module) {}

  std::string run(const std::vector<FunctionPlan>& plans) {
    number(plans.size());
    for (const FunctionPlan& plan : plans) write_function(plan);
    number(unknown_.size());
    for (const size_t name : unknown_) number(name);
    write_pointers();
    write_flows(plans);
    write_sources();
    std::string body = std::move(out_);
    out_.clear();
    number(FW_TABLE_VERSION);
    text(module_.getSourceFileName());
    number(strings_.size());
    for (const StringRef s : strings_) text(s);
    number(calls_.size());
    return out_ + written_calls_ + body;
  }

 private:
  void write_function(const FunctionPlan& plan) {
    const Function& function = *plan.function;
    const DISubprogram* program = function.getSubprogram();
    number(string(function.getName().str()));
    number(string(program ? path_of(program->getFile()) : std::string()));
    number(program ? program->getLine() : 0);
    number((plan.logs_frame ? FW_FUNCTION_LOGS_FRAME : 0) |
           (plan.grain == Grain::steps ? FW_FUNCTION_ALWAYS_STEPS : 0));
    number(plan.blocks.size());
    for (const PlanBlock& block : plan.blocks) {
      number(block.items.size());
      for (const PlanItem& item : block.items) write_item(plan, item);
      write_end(plan, block);
    }
  }

  void write_item(const FunctionPlan& plan, const PlanItem& item) {
    number(item.item);
    switch (item.item) {
      case FW_ITEM_start:
        return number(item.start | (item.is_idle ? FW_START_IDLE : 0) |
                      (item.waits ? FW_START_WAITS : 0));
      case FW_ITEM_access:
        number(item.kind);
        number(item.flags);
        number(item.size);
        write_source(item.known_address);
        if (item.flags & FW_FLAG_HAS_VALUE) write_source(item.known_value);
        if (item.may_be_as_expected()) number(item.read_bit);
        accesses_.push_back({sites_, item.at});
        break;
      case FW_ITEM_range:
        number(item.kind);
        number(item.flags);
        write_source(item.known_value);
        write_source(item.known_address);
        break;
      case FW_ITEM_compare:
        number(item.flags);
        number(item.failure_order);
        number(item.size);
        write_source(item.known_address);
        break;
      case FW_ITEM_fence:
        number(item.flags);
        break;
      case FW_ITEM_call:
        number(item.call_flags);
        number(item.callee ? string(item.callee->getName().str()) + 1 : 0);
        if (item.callee && item.callee->isDeclaration() &&
            is_unknown_synchronisation(item.callee->getName()))
          unknown_.insert(string(item.callee->getName().str()));
        break;
    }
    // A wide access has several items; the first is the one that others are about.
    site_of_.try_emplace(item.at, sites_);
    write_site(plan, *item.at);
  }

  // What the local variable always holds: it is set in one place, and nobody has its address.
  static const Value* only_value_of(const AllocaInst& variable) {
    const Value* stored = nullptr;
    for (const User* user : variable.users()) {
      const auto* store = dyn_cast<StoreInst>(user);
      if (store && store->getPointerOperand() == &variable && !stored)
        stored = store->getValueOperand();
      else if (!isa<LoadInst>(user) && !isa<DbgInfoIntrinsic>(user) &&
               !cast<Instruction>(user)->isLifetimeStartOrEnd())
        return nullptr;
    }
    return stored;
  }

  // The load that the address of an access is made of, if it is one of the items. Without
  // optimisation it goes through a local variable first.
  const Instruction* load_behind(const Instruction& access) const {
    const Value* pointer = getLoadStorePointerOperand(&access);
    while (pointer) {
      pointer = pointer->stripPointerCasts();
      if (const auto* offset = dyn_cast<GEPOperator>(pointer)) {
        pointer = offset->getPointerOperand();
        continue;
      }
      const auto* load = dyn_cast<LoadInst>(pointer);
      if (!load || site_of_.contains(load)) return load;
      const auto* variable = dyn_cast<AllocaInst>(load->getPointerOperand());
      pointer = variable ? only_value_of(*variable) : nullptr;
    }
    return nullptr;
  }

  void write_pointers() {
    std::vector<std::pair<size_t, size_t>> pointers;
    for (const auto& [site, access] : accesses_)
      if (const Instruction* load = load_behind(*access))
        if (const auto found = site_of_.find(load); found != site_of_.end())
          pointers.emplace_back(site, found->second);
    number(pointers.size());
    for (const auto& [access, load] : pointers) {
      number(access);
      number(load);
    }
  }

  void write_flows(const std::vector<FunctionPlan>& plans) {
    std::vector<std::vector<size_t>> flows;  // the sites of each, as they are written
    std::vector<const Function*> functions;
    for (const FunctionPlan& plan : plans) functions.push_back(plan.function);
    const ValueFlowFinder finder(module_, functions);
    for (const FunctionPlan& plan : plans) {
      // As flows that cannot be, see events/recorded_run/value_flows.h: once for a number, twice
      // for one without a sign.
      for (const NumberChange& change : finder.number_changes_within(*plan.function)) {
        std::vector<size_t> sites;
        if (!add_sites({}, *change.store, sites)) continue;
        const size_t site = sites.back();
        flows.push_back({2, site, site, 1, site});
        if (change.is_unsigned) flows.push_back({1, site, 1, site});
      }
      for (const ValueFlow& flow : finder.flows_within(*plan.function)) {
        std::vector<size_t> sites;
        if (add_sites(flow.to_load, *flow.load, sites) &&
            add_sites(flow.to_store, *flow.store, sites))
          flows.push_back(std::move(sites));
      }
    }
    number(flows.size());
    for (const std::vector<size_t>& sites : flows)
      for (const size_t site : sites) number(site);
  }

  // How many, and which. False: something of it is not recorded.
  bool add_sites(const CallChain& chain, const Instruction& access, std::vector<size_t>& sites) {
    SmallVector<const Instruction*, 4> all(chain.begin(), chain.end());
    all.push_back(&access);
    sites.push_back(all.size());
    for (const Instruction* i : all) {
      const auto found = site_of_.find(i);
      if (found == site_of_.end()) return false;
      sites.push_back(found->second);
    }
    return true;
  }

  void write_source(const std::optional<KnownNumber>& known) {
    if (!known) return number(FW_SOURCE_logged);
    number(known->word ? FW_SOURCE_earlier : FW_SOURCE_constant);
    if (known->word) {
      number(known->word->block);
      number(known->word->item);
      number(known->word->word);
    }
    number(known->plus);
  }

  void write_end(const FunctionPlan& plan, const PlanBlock& block) {
    const Instruction& end = *block.block->getTerminator();
    auto successor = [&](unsigned i) { number(plan.number.lookup(end.getSuccessor(i))); };
    if (isa<InvokeInst>(end)) {
      number(FW_END_invoke);
      successor(0);
      successor(1);
    } else if (!block.open_at_end || isa<UnreachableInst>(end)) {
      number(FW_END_none);
    } else if (const auto* branch = dyn_cast<BranchInst>(&end);
               branch && !branch->isConditional()) {
      number(FW_END_goto);
      successor(0);
    } else if (branch) {
      number(FW_END_branch);
      number(block.branch_bit);
      write_site(plan, end);
      successor(0);
      successor(1);
    } else if (end.getNumSuccessors() > 0) {
      number(FW_END_choice);
      write_site(plan, end);
      number(end.getNumSuccessors());
      for (unsigned i = 0; i < end.getNumSuccessors(); ++i) successor(i);
    } else {
      number(isa<ReturnInst>(end) ? FW_END_return : FW_END_unwind);
    }
  }

  // The innermost function that the line belongs to, and the calls by which it was inlined.
  void write_site(const FunctionPlan& plan, const Instruction& at) {
    ++sites_;
    const DILocation* location = at.getDebugLoc().get();
    const DISubprogram* program = location ? location->getScope()->getSubprogram() : nullptr;
    if (!program) {
      program = plan.function->getSubprogram();
      number(
          string(program ? path_of(program->getFile()) : std::string(module_.getSourceFileName())));
      number(string(demangle(name_in_library(plan.function->getName()))));
      number(program ? program->getLine() : 0);
      number(0);
      return number(0);
    }
    const size_t inlined = call_number(location->getInlinedAt());
    write_place(*location);
    number(inlined);
  }

  void write_place(const DILocation& location) {
    const DISubprogram* program = location.getScope()->getSubprogram();
    number(string(path_of(location.getFile())));
    const StringRef linkage = program ? program->getLinkageName() : "";
    const StringRef plain = program ? program->getName() : "";
    number(string(linkage.empty() ? plain.str() : demangle(name_in_library(linkage))));
    number(location.getLine());
    number(location.getColumn());
  }

  // From 1; 0 if there is none. A call that was inlined in several places of its function is one,
  // and it is written behind the one that it was inlined by.
  size_t call_number(const DILocation* call) {
    if (!call) return 0;
    const size_t outer = call_number(call->getInlinedAt());
    std::string before = std::move(out_);
    out_.clear();
    write_place(*call);
    number(outer);
    const auto [entry, is_new] = calls_.try_emplace(out_, calls_.size() + 1);
    if (is_new) written_calls_ += out_;
    out_ = std::move(before);
    return entry->second;
  }

  std::string path_of(const DIFile* file) {
    if (!file) return "";
    SmallString<128> path(file->getFilename());
    if (!sys::path::is_absolute(path)) {
      path = file->getDirectory();
      sys::path::append(path, file->getFilename());
    }
    files_.try_emplace(path.str().str(), file);
    return path.str().str();
  }

  void write_sources() {
    std::vector<std::pair<size_t, std::string>> sources;
    for (const auto& [path, file] : files_)
      if (const std::optional<std::string> hash = source_hash(path, *file))
        sources.emplace_back(string(path), *hash);
    number(sources.size());
    for (const auto& [path, hash] : sources) {
      number(path);
      text(hash);
    }
  }

  size_t string(const std::string& s) {
    const auto [entry, is_new] = index_.try_emplace(s, strings_.size());
    if (is_new) strings_.push_back(entry->getKey());
    return entry->second;
  }
  void number(uint64_t n) {
    uint8_t bytes[16];
    out_.append(reinterpret_cast<const char*>(bytes), encodeULEB128(n, bytes));
  }
  void text(StringRef s) {
    number(s.size());
    out_.append(s.begin(), s.end());
  }

  const Module& module_;
  std::string out_;
  StringMap<size_t> index_;
  std::vector<StringRef> strings_;
  SetVector<size_t> unknown_;
  std::map<std::string, const DIFile*, std::less<>> files_;  // by path, so that tables do not vary
  StringMap<size_t> calls_;                                  // as they are written
  std::string written_calls_;
  size_t sites_ = 0;                                             // written so far
  DenseMap<const Instruction*, size_t> site_of_;                 // of items
  std::vector<std::pair<size_t, const Instruction*>> accesses_;  // with their sites
};

}  // namespace

std::string write_module_table(const Module& module, const std::vector<FunctionPlan>& plans) {
  return TableWriter(module).run(plans);
}

}  // namespace foreweave
