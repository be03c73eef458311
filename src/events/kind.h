// Event kinds as C++ sees them; the table itself is capture/abi/event_kinds.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/abi/event_kinds.h"

namespace foreweave {

enum class Kind : uint8_t {
#define X(name, code, std_op, operand, traits) name = code,
  FOREWEAVE_EVENT_KINDS(X)
#undef X
};

enum class Operand : uint8_t {
  none = FW_OPERAND_none,
  thread = FW_OPERAND_thread,
  memory = FW_OPERAND_memory,
  object = FW_OPERAND_object,
  lock = FW_OPERAND_lock,
  condition = FW_OPERAND_condition,
  barrier = FW_OPERAND_barrier,
  semaphore = FW_OPERAND_semaphore,
  once = FW_OPERAND_once,
};

struct KindInfo {
  std::string_view name;    // "acquire_shared"
  std::string_view std_op;  // "racq"
  Operand operand;
  uint8_t traits;
};

inline constexpr size_t kKindCount = FW_KIND_COUNT;
inline constexpr std::array<KindInfo, kKindCount> kKinds = {{
#define X(name, code, std_op, operand, traits) {#name, std_op, Operand::operand, traits},
    FOREWEAVE_EVENT_KINDS(X)
#undef X
}};

// The two facts that are asked for every event, apart from the rest and so always in the cache.
struct KindFacts {
  Operand operand;
  uint8_t traits;
};
inline constexpr std::array<KindFacts, kKindCount> kKindFacts = {{
#define X(name, code, std_op, operand, traits) {Operand::operand, traits},
    FOREWEAVE_EVENT_KINDS(X)
#undef X
}};

constexpr const KindInfo& info(Kind k) { return kKinds[static_cast<size_t>(k)]; }
constexpr KindFacts facts(Kind k) { return kKindFacts[static_cast<size_t>(k)]; }
constexpr Operand operand_of(Kind k) { return facts(k).operand; }
constexpr bool is_access(Kind k) { return operand_of(k) == Operand::memory; }
constexpr bool reads(Kind k) { return facts(k).traits & FW_TRAIT_reads; }
constexpr bool writes(Kind k) { return facts(k).traits & FW_TRAIT_writes; }
constexpr bool is_atomic(Kind k) { return facts(k).traits & FW_TRAIT_atomic; }
constexpr bool acquires_lock(Kind k) { return facts(k).traits & FW_TRAIT_acquires; }
constexpr bool releases_lock(Kind k) { return facts(k).traits & FW_TRAIT_releases; }
// Waits for a lock at the end of the run.
constexpr bool asks_for_lock(Kind k) { return facts(k).traits & FW_TRAIT_asks; }
constexpr bool wants_lock(Kind k) { return facts(k).traits & (FW_TRAIT_acquires | FW_TRAIT_asks); }
constexpr bool is_shared_mode(Kind k) { return facts(k).traits & FW_TRAIT_shared; }
constexpr bool always_decides(Kind k) { return facts(k).traits & FW_TRAIT_decides; }
// Where a stretch in code that was not recorded begins or ends; whether it may synchronise threads.
constexpr bool may_synchronise(Kind k) { return k == Kind::unseen_begin || k == Kind::unseen_end; }
constexpr bool begins_stretch(Kind k) {
  return k == Kind::external_begin || k == Kind::unseen_begin;
}
constexpr bool marks_stretch(Kind k) {
  return k == Kind::external_call || k == Kind::external_begin || may_synchronise(k);
}

std::optional<Kind> kind_from_std_op(std::string_view op);

}  // namespace foreweave
