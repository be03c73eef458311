#include "record/translate/lock_ledger.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

using Answer = LockLedger::Answer;

TEST(LockLedger, KnowsWhatIsBetweenThreads) {
  LockLedger ledger;
  EXPECT_EQ(ledger.add(Kind::acquire, 1, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::failed_try, 2, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::failed_try_shared, 2, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::request, 2, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::release, 1, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::acquire_shared, 1, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::acquire_shared, 2, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::failed_try, 1, 8), Answer::event);
}

TEST(LockLedger, SharingTwiceIsTheThreadsOwnAffair) {
  LockLedger ledger;
  EXPECT_EQ(ledger.add(Kind::acquire_shared, 1, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::acquire_shared, 1, 8), Answer::own_affair);
  EXPECT_EQ(ledger.add(Kind::acquire_shared, 2, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::release_shared, 1, 8), Answer::own_affair);
  EXPECT_EQ(ledger.add(Kind::release_shared, 1, 8), Answer::event);
  EXPECT_EQ(ledger.add(Kind::release_shared, 1, 8), Answer::unexplained);
}

TEST(LockLedger, TryingOnesOwnLockIsTheThreadsOwnAffair) {
  LockLedger ledger;
  ledger.add(Kind::acquire, 1, 8);
  EXPECT_EQ(ledger.add(Kind::failed_try, 1, 8), Answer::own_affair);
  EXPECT_EQ(ledger.add(Kind::failed_try_shared, 1, 8), Answer::own_affair);
  ledger.add(Kind::acquire_shared, 1, 16);
  EXPECT_EQ(ledger.add(Kind::failed_try, 1, 16), Answer::own_affair);
}

TEST(LockLedger, WhatNobodysHoldingExplainsFollowsNoRule) {
  LockLedger ledger;
  EXPECT_EQ(ledger.add(Kind::failed_try, 1, 8), Answer::unexplained);
  EXPECT_EQ(ledger.add(Kind::release, 1, 8), Answer::unexplained);
  ledger.add(Kind::acquire_shared, 1, 8);
  EXPECT_EQ(ledger.add(Kind::failed_try_shared, 2, 8), Answer::unexplained);
  EXPECT_EQ(ledger.add(Kind::acquire, 2, 8), Answer::unexplained);
}

TEST(LockLedger, MemoryThatWasFreedMayHoldAnotherLock) {
  LockLedger ledger;
  ledger.add(Kind::acquire, 1, 8);
  EXPECT_EQ(ledger.add(Kind::acquire, 2, 8), Answer::unexplained);
  ledger.note_free();
  EXPECT_EQ(ledger.add(Kind::acquire, 2, 8), Answer::event);
  ledger.forget(8);
  EXPECT_EQ(ledger.add(Kind::acquire, 3, 8), Answer::event);
}

}  // namespace
}  // namespace foreweave
