// Belongs to ignored.c.
static inline void in_the_header(volatile int* touched) { *touched = 1003; }
