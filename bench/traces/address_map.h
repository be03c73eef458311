// Where things lie in the memory of a generated program: as on Linux, globals low, threads' memory
// high.
#pragma once

#include <cstdint>

#include "bench/traces/program.h"

namespace foreweave {

struct AddressMap {
  static constexpr uint64_t kConditionBase = 0x555555600000, kConditionBytes = 48;  // as pthread's
  static constexpr uint64_t kLockBase = 0x555555601000, kLockBytes = 40;
  static constexpr uint64_t kSharedBase = 0x555558000000;
  static constexpr uint64_t kNodeBase = 0x55557a000000;
  static constexpr uint64_t kLocalBase = 0x7f4c00000000, kLocalSpacing = 0x8000000;
  static constexpr uint64_t kHeapOffset = 0x4000000;  // in a thread's memory

  explicit AddressMap(const Program& p)
      : records(p.table_bytes),
        racy(records + p.record_count * p.record_bytes),
        mailboxes(racy + Program::kRacyVariables * Program::kSlot),
        accounts(mailboxes + Program::kMailboxes * Program::kSlot),
        handles(accounts + (p.has_sections ? Program::kAccounts * Program::kSlot : 0)),
        end(handles + (p.has_sections ? Program::kHandles * Program::kSlot : 0)) {}

  static uint64_t lock(uint32_t number) { return kLockBase + number * kLockBytes; }
  static uint64_t condition(uint32_t mailbox) { return kConditionBase + mailbox * kConditionBytes; }
  static uint64_t local(uint32_t thread) { return kLocalBase + thread * kLocalSpacing; }

  // Offsets from kSharedBase, where the table is.
  uint32_t records, racy, mailboxes, accounts, handles, end;
};

}  // namespace foreweave
