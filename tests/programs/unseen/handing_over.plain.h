#ifndef FOREWEAVE_TESTS_PROGRAMS_UNSEEN_HANDING_OVER_PLAIN_H
#define FOREWEAVE_TESTS_PROGRAMS_UNSEEN_HANDING_OVER_PLAIN_H

int try_send(void* thing);
void* try_receive(void);
void publish(void);
int is_published(void);
// To be called with a lock held.
void set_references(int count);
int drop_reference(void);
void set_flag(int* flag);

#endif
