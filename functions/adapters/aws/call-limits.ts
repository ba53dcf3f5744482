/**
 * Time limits of every call to AWS, for a client's `requestHandler`: a second for the connection, `requestMs` for the whole
 * answer and for any pause in it. A call that exceeds one fails, and the SDK repeats it up to the client's `maxAttempts`.
 * Without `throwOnRequestTimeout` the SDK would log a warning and wait on.
 */
export function callLimits(requestMs: number) {
  return {
    connectionTimeout: 1000,
    requestTimeout: requestMs,
    socketTimeout: requestMs,
    throwOnRequestTimeout: true,
  } as const;
}
