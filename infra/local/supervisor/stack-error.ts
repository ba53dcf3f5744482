/** Something a person can put right. Its message is a sentence that says how, and no stack trace is shown with it. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
