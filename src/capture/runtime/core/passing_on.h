// What threads tell each other in ways that only the program knows, by the kernel and by signals:
// as accesses to words that no program has.
#pragma once

namespace foreweave::runtime {

// What one thread sends another one receives, in ways that only the program knows. So everything
// that was written comes before everything that is read later.
void log_passing_on();
void log_being_told();
// That nothing more comes is passed on, too. But what others get does not depend on when: so it
// does not come behind what they passed on before.
void log_closing();

// The same for signals, which may arrive in a handler, in a call that waits for them, or be read.
void log_signal_sent();
void log_signal_taken();
// From now on a signal that is sent may also be read from a file.
void note_signals_are_read();

}  // namespace foreweave::runtime
