/**
 * The stream keeps its records for a day. What is older than two, in milliseconds, it will not bring any more, whether or
 * not it was counted.
 */
export const streamForgetsMs = 2 * 24 * 60 * 60_000;
