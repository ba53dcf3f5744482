/** The issuer's answer to a call. */
export type Answer = { readonly status: number; readonly body: unknown };

/** Returns a successful answer, whose shape all answers but errors have. */
export function success(data: unknown, status = 200): Answer {
  return { status, body: { status: 'success', message: 'Done', data } };
}

/** Returns a refusal: a status and a sentence, without a code. */
export function refusal(status: number, message: string): Answer {
  return { status, body: { message } };
}

/** Returns the refusal of a request that does not fit the schema. */
export function schemaError(field: string, message: string): Answer {
  return { status: 422, body: { detail: [{ loc: ['body', field], msg: message, type: 'value_error' }] } };
}
