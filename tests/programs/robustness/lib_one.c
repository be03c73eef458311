// A library of dlopen_one_by_each.c.
static int table[8];

int work(int k);

int work(int k) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) table[i] = k + i;
  for (int i = 0; i < 8; ++i) sum += table[i];
  return sum;
}
