// Writing to the log. Only for the thread that has the token.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

extern FwChannel* channel;  // null: nothing is recorded, what is logged goes nowhere
extern uint8_t* image;      // of memory, see log_format.h

// Finds the recorder's channel, if there is one. Before main.
bool begin_logging();
// Nobody wants the log any more. The program goes on, its threads one at a time as before.
void stop_logging(const char* why);

// Before a fork whose child goes on with the log: everything so far is the recorder's.
void prepare_to_move_log(Thread* self);
// In the child.
void move_log(Thread* self);

// The thread that got the token takes up the log, and marks that it did.
void take_log(Thread* self);
// The end of its slice, in words from here on.
void set_slice(Thread* self, uint32_t words);
uint32_t words_left(const Thread* self);  // of its slice
// After the limit was set to 0 to stop the thread.
void renew_limit(Thread* self);
// What the thread logged last, if that is the same few words over and over: it waits for somebody
// else, or could as well. No words if it is not.
struct LoggedRound {
  uint64_t name = 0;  // fw_name_of_round
  uint32_t words = 0;
};
LoggedRound round_of(const Thread* self);
// Whether it logged the round of that name over and over before it logged at most a few words that
// are no part of it.
bool went_round(const Thread* self, uint64_t name);
bool slice_is_over(const Thread* self);
// The thread without the token has to stop at the next gate.
void drop_log(Thread* self);
// Hands the chunk to the recorder, if it is nearly full; whatever it holds.
void make_room(Thread* self);
void end_chunk(Thread* self);

// The thread with the token was stopped, perhaps in the middle of a path, by what may never go back
// there; it did go back.
void doubt_image();
void trust_image();
// If the image was doubted and not trusted again, starts a new one. Requires the token.
void renew_image(Thread* self);

// In a replay of which only some steps are logged: what the thread does from here on up to its next
// step is one of them, or close to one, or not.
void show_step(Thread* self, bool is_watched);

void log_record(Thread* self, FwRecord record, const uint64_t* operands, uint32_t count);
void log_event(Thread* self, FwKind kind, const void* operand, uint64_t size = 0,
               uint64_t value = 0, uint8_t flags = 0);

// The call that the thread is in breaks a rule.
void log_misuse(FwMisuse what, const void* object);

// Everything before is before everything behind a later call with the same number, whoever makes
// it: an update of a word that no program can have.
enum class Order {
  passes_on,  // to others
  is_told,    // by others, and what the thread does next it does because of that
};
void log_order(uint64_t number, Order how);

}  // namespace foreweave::runtime
