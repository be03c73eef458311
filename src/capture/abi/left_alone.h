/* How the plugin that reads attributes tells the pass which functions their owner wants left alone:
 * by an annotation of this text, which the pass takes out again. */
#ifndef FOREWEAVE_CAPTURE_ABI_LEFT_ALONE_H
#define FOREWEAVE_CAPTURE_ABI_LEFT_ALONE_H

#define FW_LEFT_ALONE "foreweave-left-alone"

#endif
