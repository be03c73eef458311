// Functions that want to be left alone and functions that do not, all small enough to be inlined. What
// the first kind writes is 2000 and more, what the second writes is between 1000 and 2000.
static volatile int touched;

static void seen(void) { touched = 1001; }
__attribute__((no_sanitize("address"))) static void seen_by_another(void) { touched = 1002; }
static void callee(void) { touched = 1003; }

__attribute__((no_sanitize("thread"))) static void left(void) { touched = 2001; }
__attribute__((no_sanitize_thread)) static void left_in_old_words(void) { touched = 2002; }
__attribute__((__no_sanitize__("address", "thread"))) static void left_twice(void) {
  touched = 2003;
}
__attribute__((disable_sanitizer_instrumentation)) static void left_by_all(void) {
  touched = 2004;
}
__attribute__((no_sanitize("thread"))) static void declared_so(void);
static void declared_so(void) { touched = 2005; }
__attribute__((no_sanitize("thread"))) static void left_with_callee(void) {
  touched = 2006;
  callee();
}
#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
void left_with_others(void) { touched = 2007; }
#pragma clang attribute pop
__attribute__((annotate("somebody else's"))) static void seen_with_annotation(void) {
  touched = 1004;
}

int main(void) {
  seen();
  seen_by_another();
  left();
  left_in_old_words();
  left_twice();
  left_by_all();
  declared_so();
  left_with_callee();
  left_with_others();
  seen_with_annotation();
  touched = 1005;
  return 0;
}
