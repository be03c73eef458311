// The library of late_thread_local_data.c.
int mix(int n);
void begin_again(void);

int late_shared[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static _Thread_local int mine[300];
_Thread_local int everybodys[300];

void begin_again(void) {
  for (int i = 0; i < 8; ++i) late_shared[i] = i + 1;
}

int mix(int n) {
  const int sum = late_shared[n] + late_shared[n + 1];
  late_shared[n + 3] = sum;
  mine[n] += sum;
  everybodys[n] += late_shared[n + 3];
  late_shared[n + 1] = mine[n] + everybodys[n];
  return late_shared[n + 1];
}
