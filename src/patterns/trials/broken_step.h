// What came between in a trial that held a thread in the middle of a step (step_points.h), told
// from the trial's trace alone: it says in an attachment who was held, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "events/claim.h"
#include "events/trace.h"
#include "patterns/trials/step_points.h"

namespace foreweave {

// As numbers of the thread and of its events, which are the same in the trace that the trial is
// made from and in its own: the trial does as recorded up to there.
struct HeldStep {
  static constexpr char kAttachment[] = "held-step";

  uint32_t thread = 0, begin = 0, before = 0;

  std::string encoded() const;
  static std::optional<HeldStep> of(const Trace& trace);
  static HeldStep at(const Trace& trace, const StepPoint& point);
};

// What the thread looked at before it was held, what somebody wrote there meanwhile, and the
// thread's next access of it, as an atomicity claim; or two looks, of which somebody changed both
// in between; or two changes, of which somebody saw one and not the other. None if nobody did.
std::optional<Claim> broken_step(const Trace& trace, const HeldStep& held);
std::optional<Claim> broken_step(const Trace& trace);  // the one that its attachment tells of

// The thread takes from a number without a sign, and without looking at it again, more than the
// others left: it goes around to the other end. It had looked before, and a branch depended on it.
bool takes_more_than_is_left(const Trace& trace, const Claim& step);

// Somebody came between in one of the trace's own steps, so that a thread took more than was left.
bool shows_a_broken_step(const Trace& trace);

}  // namespace foreweave
