#include "agree/valid_run.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "agree/sequence_judge.h"

namespace foreweave::agree {

namespace {

// What rules 1 to 5 leave open because program order settles it once the trace is right.
std::optional<std::string> structure(const Trace& trace) {
  struct ThreadState {
    bool began = false, ended = false, joined = false, forked = false;
    std::optional<SyncId> waits_for, stands_at;
    int released_while_waiting = 0;
  };
  std::vector<ThreadState> threads(trace.thread_count());
  std::map<SyncId, std::optional<ThreadId>> once;  // who runs it
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    const Kind k = trace.kind(e);
    ThreadState& me = threads[trace.thread(e).index()];
    const auto refuse = [&](const char* why) { return fmt::format("{}: event {}", why, i); };
    if (me.ended || me.joined) return refuse("a thread goes on after its end");
    if (k == Kind::thread_begin && me.began) return refuse("a thread begins in its middle");
    if (me.waits_for && k != Kind::wait_end && (k != Kind::release || me.released_while_waiting++))
      return refuse("a waiting thread does something else");
    if (me.stands_at && k != Kind::barrier_leave) return refuse("a thread walks through a barrier");
    me.began = true;
    switch (k) {
      case Kind::thread_end:
        me.ended = true;
        break;
      case Kind::fork:
      case Kind::join: {
        ThreadState& child = threads[trace.other_thread(e).index()];
        if (&child == &me) return refuse("a thread forks or joins itself");
        if (k == Kind::fork && (child.began || child.forked || child.joined))
          return refuse("a fork of a known thread");
        if (k == Kind::join && child.joined) return refuse("joined twice");
        (k == Kind::fork ? child.forked : child.joined) = true;
        break;
      }
      case Kind::wait_begin:
        me.waits_for = trace.sync(e);
        me.released_while_waiting = 0;
        break;
      case Kind::wait_end:
        if (me.waits_for != trace.sync(e)) return refuse("woken without waiting");
        me.waits_for.reset();
        break;
      case Kind::barrier_arrive:
        me.stands_at = trace.sync(e);
        break;
      case Kind::barrier_leave:
        if (me.stands_at != trace.sync(e)) return refuse("left without arriving");
        me.stands_at.reset();
        break;
      case Kind::once_begin:
        if (once[trace.sync(e)]) return refuse("once runs twice at a time");
        once[trace.sync(e)] = trace.thread(e);
        break;
      case Kind::once_end:
        if (once[trace.sync(e)] != trace.thread(e)) return refuse("once ended by another");
        once[trace.sync(e)].reset();
        break;
      case Kind::once_pass:
        if (once[trace.sync(e)]) return refuse("once passed before it was done");
        break;
      default:
        break;
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> why_not_a_run(const Trace& trace) {
  if (auto refusal = structure(trace)) return refusal;
  std::vector<EventId> itself;
  for (uint32_t e = 0; e < trace.size(); ++e) itself.push_back(EventId(e));
  const ModelFacts every_read{Model::same_write, nullptr};
  return why_refused(trace, every_read, Claim{BugKind::order, {}, {}}, itself);
}

}  // namespace foreweave::agree
