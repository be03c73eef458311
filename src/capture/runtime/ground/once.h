/* What once.c needs of the scheduler, in plain C. */
#ifndef FOREWEAVE_CAPTURE_RUNTIME_ONCE_H
#define FOREWEAVE_CAPTURE_RUNTIME_ONCE_H

#ifdef __cplusplus
extern "C" {
#endif

enum FwOnce { FW_ONCE_NOT_RECORDED, FW_ONCE_DONE, FW_ONCE_MINE };

/* Waits while another thread runs the routine. If it is done, logs that we passed; otherwise it is
 * ours to run, between these two. */
enum FwOnce fw_enter_once(int* control);
void fw_leave_once(int* control);
void fw_log_once(int* control, int ends);
int fw_real_once(int* control, void (*routine)(void));

#ifdef __cplusplus
}
#endif

#endif
