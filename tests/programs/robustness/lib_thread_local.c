// The library of dlopen_again_and_again.c.
int next(void);

static _Thread_local int counter;

int next(void) { return ++counter; }
