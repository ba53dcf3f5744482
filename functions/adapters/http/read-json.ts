import type * as z from 'zod/mini';

/** A provider's JSON in our words, or the path of the field that does not fit. Never a value: it may be a secret. */
export type Read<T> =
  | { readonly isUnderstood: true; readonly value: T }
  | { readonly isUnderstood: false; readonly path: string };

/** Reads JSON that fits the schema. Unknown fields are ignored: providers add them. */
export function readJson<Answer, T>(schema: z.ZodMiniType<Answer>, json: unknown, map: (answer: Answer) => T): Read<T> {
  const parsed = schema.safeParse(json);
  return parsed.success ? understood(map(parsed.data)) : misunderstood(parsed.error.issues[0]?.path.join('.') ?? '');
}

/** A value that was read. */
export function understood<T>(value: T): Read<T> {
  return { isUnderstood: true, value };
}

/** The path of the field that could not be read. */
export function misunderstood<T>(path: string): Read<T> {
  return { isUnderstood: false, path };
}
