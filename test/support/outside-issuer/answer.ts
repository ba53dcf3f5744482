/** The issuer's answer to a call. */
export type Answer = { readonly status: number; readonly body: unknown };

/** Done: everything but errors has this shape (1.2). */
export function success(data: unknown, status = 200): Answer {
  return { status, body: { status: 'success', message: 'Done', data } };
}

/** Refused: a sentence and no code. */
export function refusal(status: number, message: string): Answer {
  return { status, body: { message } };
}

/** Not what the schema says. */
export function schemaError(field: string, message: string): Answer {
  return { status: 422, body: { detail: [{ loc: ['body', field], msg: message, type: 'value_error' }] } };
}
