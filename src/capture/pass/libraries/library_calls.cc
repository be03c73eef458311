#include "capture/pass/libraries/library_calls.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "capture/abi/event_kinds.h"
#include "capture/abi/mutation.h"

namespace foreweave {

using namespace llvm;

namespace {

using Ranges = SmallVector<TouchedRange, 4>;

// With _FORTIFY_SOURCE the headers of libc make __memcpy_chk of memcpy, which has one more
// argument: how much room there is.
StringRef without_check(StringRef name) {
  if (name.consume_front("__") && name.consume_back("_chk")) return name;
  return {};
}

class Summary {
 public:
  using Method = void (Summary::*)();
  // Null if it is not one of these functions.
  static Method method_for(StringRef name) {
    return StringSwitch<Method>(name)
        .Cases("memcpy", "memmove", "mempcpy", "wmemcpy", "wmemmove", "wmempcpy",
               &Summary::copy_counted)
        .Cases("memset", "wmemset", &Summary::set)
        .Cases("memcmp", "bcmp", &Summary::compare_counted)
        .Case("memchr", &Summary::find_counted)
        .Case("memrchr", &Summary::find_last_counted)
        .Case("memccpy", &Summary::copy_up_to)
        .Case("wmemcmp", &Summary::compare_first)
        .Cases("strlen", "wcslen", &Summary::length)
        .Cases("strcpy", "stpcpy", "wcscpy", "wcpcpy", &Summary::copy_text)
        .Case("strcat", &Summary::append_text)
        .Cases("strcmp", "strcasecmp", "strcoll", "wcscmp", "wcscasecmp", "wcscoll",
               &Summary::compare_text)
        .Cases("strchr", "index", "strchrnul", "strpbrk", &Summary::find_in_text)
        .Cases("strrchr", "rindex", &Summary::search_text)
        .Case("strstr", &Summary::find_text)
        .Cases("strspn", "strcspn", &Summary::span)
        .Case("strnlen", &Summary::bounded_length)
        .Cases("strncpy", "stpncpy", &Summary::copy_bounded)
        .Case("strncat", &Summary::append_bounded)
        .Cases("strncmp", "strncasecmp", &Summary::compare_bounded)
        .Case(kReads, &Summary::touch_to_read)
        .Case(kWrites, &Summary::touch_to_write)
        .Default(nullptr);
  }

  explicit Summary(CallBase& call)
      : call_(call),
        next_(call.getNextNode()),
        name_(name_of(call)),
        unit_(name_.starts_with("w") ? kWideBytes : 1),
        before_(&call),
        after_(next_) {
    after_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  std::optional<Ranges> run() {
    const Method method = method_for(name_);
    if (!method || !fits(method)) return std::nullopt;
    if (!fw_row_is_on(("library:" + name_.str()).c_str())) return Ranges{};
    (this->*method)();
    return std::move(ranges_);
  }

 private:
  // A function of the program's own may have the same name and another type.
  bool fits(Method method) const {
    if (call_.arg_size() - is_checked(call_) != arguments_of(method)) return false;
    for (const Value* argument : call_.args())
      if (!argument->getType()->isPointerTy() && !argument->getType()->isIntegerTy()) return false;
    for (unsigned n = 2; n < call_.arg_size(); ++n)
      if (!is_count(n)) return false;
    return call_.getArgOperand(0)->getType()->isPointerTy() && !call_.isTerminator();
  }

  static bool is_checked(const CallBase& call) {
    return !without_check(call.getCalledFunction()->getName()).empty();
  }
  static StringRef name_of(const CallBase& call) {
    const StringRef name = call.getCalledFunction()->getName();
    return is_checked(call) ? without_check(name) : name;
  }

  static unsigned arguments_of(Method method) {
    if (method == &Summary::length) return 1;
    if (method == &Summary::copy_up_to) return 4;
    for (const Method two :
         {&Summary::copy_text, &Summary::append_text, &Summary::compare_text,
          &Summary::find_in_text, &Summary::search_text, &Summary::find_text, &Summary::span,
          &Summary::bounded_length, &Summary::touch_to_read, &Summary::touch_to_write})
      if (method == two) return 2;
    return 3;
  }

  // All that come behind the second are sizes, but for the character that memccpy looks for.
  bool is_count(unsigned n) const {
    const bool is_character = n == 2 && name_ == "memccpy";
    return call_.getArgOperand(n)->getType()->isIntegerTy(is_character ? 32 : 64);
  }

  void touch_to_read() { add(FW_KIND_read, argument(0), argument(1), &call_); }
  void touch_to_write() { add(FW_KIND_write, argument(0), argument(1), &call_); }
  void copy_counted() {
    Value* size = bytes(before_, argument(2));
    add(FW_KIND_read, argument(1), size, &call_);
    add(FW_KIND_write, argument(0), size, &call_);
  }
  void set() { add(FW_KIND_write, argument(0), bytes(before_, argument(2)), &call_); }
  void compare_counted() {
    add(FW_KIND_read, argument(0), argument(2), &call_);
    add(FW_KIND_read, argument(1), argument(2), &call_);
  }
  // Looked at from the end.
  void find_last_counted() {
    Value* end = after_.CreatePtrAdd(argument(0), argument(2));
    Value* from = after_.CreateSelect(after_.CreateIsNull(&call_), argument(0), &call_);
    Value* size = after_.CreateSub(after_.CreatePtrToInt(end, after_.getInt64Ty()),
                                   after_.CreatePtrToInt(from, after_.getInt64Ty()));
    add(FW_KIND_read, from, size, next_);
  }
  void copy_up_to() {
    FunctionCallee memchr =
        call_.getModule()->getOrInsertFunction("memchr", before_.getPtrTy(), before_.getPtrTy(),
                                               before_.getInt32Ty(), before_.getInt64Ty());
    Value* found = before_.CreateCall(memchr, {argument(1), argument(2), argument(3)});
    Value* up_to_it = before_.CreateSub(before_.CreatePtrToInt(found, before_.getInt64Ty()),
                                        before_.CreatePtrToInt(argument(1), before_.getInt64Ty()));
    Value* size = before_.CreateSelect(before_.CreateIsNull(found), argument(3),
                                       before_.CreateAdd(up_to_it, before_.getInt64(1)));
    add(FW_KIND_read, argument(1), size, &call_);
    add(FW_KIND_write, argument(0), size, &call_);
  }
  void compare_first() {
    Value* first = smaller(before_, before_.getInt64(1), argument(2));
    add(FW_KIND_read, argument(0), bytes(before_, first), &call_);
    add(FW_KIND_read, argument(1), bytes(before_, first), &call_);
  }
  void find_counted() { add(FW_KIND_read, argument(0), up_to_result(argument(2)), next_); }
  void length() {
    add(FW_KIND_read, argument(0), bytes(after_, after_.CreateAdd(&call_, after_.getInt64(1))),
        next_);
  }
  void copy_text() {
    Value* size = size_of_text(argument(1));
    add(FW_KIND_read, argument(1), size, &call_);
    add(FW_KIND_write, argument(0), size, &call_);
  }
  void append_text() {
    Value* old_size = size_of_text(argument(0));
    Value* size = size_of_text(argument(1));
    Value* end =
        before_.CreatePtrAdd(argument(0), before_.CreateSub(old_size, before_.getInt64(1)));
    add(FW_KIND_read, argument(0), old_size, &call_);
    add(FW_KIND_read, argument(1), size, &call_);
    add(FW_KIND_write, end, size, &call_);
  }
  void compare_text() {
    add(FW_KIND_read, argument(0), before_.getInt64(unit_), &call_);
    add(FW_KIND_read, argument(1), before_.getInt64(unit_), &call_);
  }
  void find_in_text() {
    add(FW_KIND_read, argument(0), up_to_result(size_of_text(argument(0))), next_);
  }
  void search_text() { add(FW_KIND_read, argument(0), size_of_text(argument(0)), &call_); }
  void find_text() {
    Value* wanted = size_of_text(argument(1));
    Value* all = size_of_text(argument(0));
    Value* found = up_to_result(all);  // and the rest of what was found, without its end
    Value* rest = after_.CreateSub(wanted, after_.getInt64(2));
    Value* is_short = after_.CreateICmpULT(wanted, after_.getInt64(2));
    Value* whole = after_.CreateSelect(after_.CreateOr(after_.CreateIsNull(&call_), is_short),
                                       found, after_.CreateAdd(found, rest));
    add(FW_KIND_read, argument(1), wanted, &call_);
    add(FW_KIND_read, argument(0), whole, next_);
  }
  void span() {
    add(FW_KIND_read, argument(1), size_of_text(argument(1)), &call_);
    add(FW_KIND_read, argument(0), after_.CreateAdd(&call_, after_.getInt64(1)), next_);
  }
  void bounded_length() {
    Value* size = after_.CreateAdd(&call_, after_.getInt64(1));
    add(FW_KIND_read, argument(0), smaller(after_, size, argument(1)), next_);
  }
  void copy_bounded() {
    Value* size = size_of_bounded_text(argument(1), argument(2));
    add(FW_KIND_read, argument(1), smaller(before_, size, argument(2)), &call_);
    add(FW_KIND_write, argument(0), argument(2), &call_);  // filled up with zeroes
  }
  void append_bounded() {
    Value* old_size = size_of_text(argument(0));
    Value* size = size_of_bounded_text(argument(1), argument(2));
    Value* end =
        before_.CreatePtrAdd(argument(0), before_.CreateSub(old_size, before_.getInt64(1)));
    add(FW_KIND_read, argument(0), old_size, &call_);
    add(FW_KIND_read, argument(1), smaller(before_, size, argument(2)), &call_);
    add(FW_KIND_write, end, size, &call_);
  }
  void compare_bounded() {
    Value* first = smaller(before_, before_.getInt64(1), argument(2));
    add(FW_KIND_read, argument(0), first, &call_);
    add(FW_KIND_read, argument(1), first, &call_);
  }

  Value* argument(unsigned i) const { return call_.getArgOperand(i); }

  Value* bytes(IRBuilder<>& builder, Value* units) const {
    return unit_ == 1 ? units : builder.CreateMul(units, builder.getInt64(unit_));
  }

  Value* size_of_text(Value* text) {
    FunctionCallee length = call_.getModule()->getOrInsertFunction(
        unit_ == 1 ? "strlen" : "wcslen", before_.getInt64Ty(), before_.getPtrTy());
    return bytes(before_,
                 before_.CreateAdd(before_.CreateCall(length, {text}), before_.getInt64(1)));
  }

  // With its end, which may lie behind the bound.
  Value* size_of_bounded_text(Value* text, Value* bound) {
    FunctionCallee strnlen = call_.getModule()->getOrInsertFunction(
        "strnlen", before_.getInt64Ty(), before_.getPtrTy(), before_.getInt64Ty());
    return before_.CreateAdd(before_.CreateCall(strnlen, {text, bound}), before_.getInt64(1));
  }

  static Value* smaller(IRBuilder<>& builder, Value* a, Value* b) {
    return builder.CreateSelect(builder.CreateICmpULT(a, b), a, b);
  }

  // From the first argument to where the result points, or all of it if it points nowhere.
  Value* up_to_result(Value* all) {
    Value* from = after_.CreatePtrToInt(argument(0), after_.getInt64Ty());
    Value* to = after_.CreatePtrToInt(&call_, after_.getInt64Ty());
    Value* found = after_.CreateAdd(after_.CreateSub(to, from), after_.getInt64(1));
    return after_.CreateSelect(after_.CreateIsNull(&call_), all, found);
  }

  void add(uint8_t kind, Value* address, Value* size, Instruction* known_at) {
    ranges_.push_back({kind, address, size, known_at});
  }

  static constexpr uint64_t kWideBytes = 4;

  CallBase& call_;
  Instruction* next_;  // what is computed from the result stands before it
  const StringRef name_;
  const uint64_t unit_;  // bytes of a character
  IRBuilder<> before_, after_;
  Ranges ranges_;
};

}  // namespace

std::optional<Ranges> touched_by(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || call.isTerminator() ||
      call.isMustTailCall())
    return std::nullopt;
  return Summary(call).run();
}

bool is_called_within_paths(const Function& function) {
  if (Summary::method_for(function.getName())) return true;
  const TargetLibraryInfoImpl library(Triple(function.getParent()->getTargetTriple()));
  LibFunc which;
  return function.getReturnType()->isFloatingPointTy() && library.getLibFunc(function, which);
}

}  // namespace foreweave
