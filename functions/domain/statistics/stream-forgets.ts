import { dayMs } from '#functions/domain/durations.ts';

/**
 * Age from which on the stream brings no more records, in milliseconds: it keeps them for a day. An older record that
 * was not counted is never counted by the stream.
 */
export const streamForgetsMs = 2 * dayMs;
