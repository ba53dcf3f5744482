/** Returns the message of a thrown value, for a line of the log. */
export function failureMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}

/** Returns the name of a thrown value, for a line of the log where its message may name a person. */
export function failureName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'unknown';
}
