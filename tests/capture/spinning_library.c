// A library that lets one thread at a time call back, and the others spin.
static int taken;

void one_at_a_time(void (*call)(void)) {
  while (__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&taken, __ATOMIC_RELAXED)) {
    }
  call();
  __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
}
