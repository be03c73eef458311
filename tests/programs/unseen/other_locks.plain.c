// A lock of a library of its own, under a well-known name.
void uv_mutex_lock(int* lock);
void uv_mutex_unlock(int* lock);

void uv_mutex_lock(int* lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
}
void uv_mutex_unlock(int* lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
