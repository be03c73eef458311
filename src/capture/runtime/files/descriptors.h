// Descriptors are numbers, and a number that was closed is given to whoever opens something next: a
// call on it may then read from, or write to, somebody else's file. So closing one while another
// thread may use it is recorded as the end of a thing that the other one uses (things.h).
//
// Each number has a life from when it is opened to when it is closed. We see who closes it, but not
// everybody who opens something; that a number which was closed is open again is asked of the
// kernel. Putting another file behind an open number (dup2) is one step for all who use it, and no
// end.
//
// Who gets a number comes behind who gave it back: programs have tables by number, and what is in
// there belongs to whoever has the number open.
#pragma once

namespace foreweave::runtime {

// Before the call. Nothing for what is no descriptor.
void log_descriptor_use(int number);
void log_descriptor_end(int number, const void* caller);
void log_descriptor_change(int number, const void* caller);
// Right before the call, which gives the number free at its very begin: whoever has it next may be
// quick.
void note_descriptor_closed(int number);
// Before a call that opens something: which number that has is decided there, in the order of the
// steps.
void log_descriptor_wanted();
// Behind it. Nothing for what is no descriptor.
void log_descriptor_begin(int number);

}  // namespace foreweave::runtime
