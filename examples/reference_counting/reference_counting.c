// Image tiles shared by a preview, which is quick, and an upload, which is slow. Whoever lets go of
// a tile last frees it.
//
// The bug: tile_release() counts down in one atomic step and looks at the result in another.
// The effect: both owners count down before either looks. The first to look frees the tile, the
// other looks at freed memory, finds 0 there and frees it again: the C library aborts the program,
// or the tiles do not add up in the end (exit status 1).
// An ordinary run: the preview has let go of all tiles long before the upload does.
// The twin reference_counting_fixed.c decides on the value that the decrement itself returned.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TILES = 8, SIDE = 8 };

struct tile {
  unsigned char pixels[SIDE * SIDE];
  atomic_int owners;
};

static atomic_int tiles_alive;

static struct tile* tile_create(int brightness, int owners) {
  struct tile* tile = malloc(sizeof *tile);
  if (tile == NULL) abort();
  memset(tile->pixels, brightness, sizeof tile->pixels);
  atomic_init(&tile->owners, owners);
  atomic_fetch_add(&tiles_alive, 1);
  return tile;
}

static void tile_release(struct tile* tile) {
  atomic_fetch_sub(&tile->owners, 1);
  if (atomic_load(&tile->owners) == 0) {  // BUG(uaf): the other owner may have freed it by now
    free(tile);                           // BUG(uaf)
    atomic_fetch_sub(&tiles_alive, 1);
  }
}

static unsigned tile_sum(const struct tile* tile) {
  unsigned sum = 0;
  for (int i = 0; i < SIDE * SIDE; ++i) sum += tile->pixels[i];
  return sum;
}

struct view {
  struct tile* tiles[TILES];
  unsigned delay_us;
  unsigned long sum;
};

static void* show(void* argument) {
  struct view* view = argument;
  for (int i = 0; i < TILES; ++i) {
    usleep(view->delay_us);
    view->sum += tile_sum(view->tiles[i]);
    tile_release(view->tiles[i]);
  }
  return NULL;
}

int main(void) {
  struct view preview = {.delay_us = 0};
  struct view upload = {.delay_us = 5000};
  for (int i = 0; i < TILES; ++i) {
    preview.tiles[i] = upload.tiles[i] = tile_create(10 * i, 2);
  }

  pthread_t previewing, uploading;
  pthread_create(&previewing, NULL, show, &preview);
  pthread_create(&uploading, NULL, show, &upload);
  pthread_join(previewing, NULL);
  pthread_join(uploading, NULL);

  printf("preview %lu, upload %lu, %d tiles left\n", preview.sum, upload.sum,
         atomic_load(&tiles_alive));
  return atomic_load(&tiles_alive) == 0 && preview.sum == upload.sum ? 0 : 1;
}
