import type { Route } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type * as z from 'zod/mini';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { findRepeatedField } from './find-repeated-field.ts';
import { refuseOtherThanJson } from './refuse-other-than-json.ts';

/** Maximum length of a request body, in bytes. */
export const bodyBytesMax = 64 * 1024;

/** The raw bytes of a request's body. Throws AppError PayloadTooLarge. */
export function rawBody(event: APIGatewayProxyEventV2): Buffer {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bodyBytesMax) throw new AppError('PayloadTooLarge', 'The request is larger than 64 KB.');
  return bytes;
}

/** Reads a JSON body. Throws AppError UnsupportedMediaType, PayloadTooLarge or ValidationFailed. */
function jsonBody(event: APIGatewayProxyEventV2): unknown {
  const bytes = rawBody(event);
  if (bytes.length === 0) return {};
  refuseOtherThanJson(event.headers['content-type']);
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new AppError('ValidationFailed', 'The request is not valid JSON.', { fields: { body: 'is not valid JSON' } });
  }
  const repeated = findRepeatedField(text);
  if (repeated !== undefined) throw invalid({ [repeated]: 'is there twice' });
  return value;
}

/** Maximum number of invalid fields listed, so that the reply never outgrows the request. */
const listedFieldsMax = 20;

/** Returns field → reason from zod's issues: fields of the call first, then unknown ones. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  const note = (path: readonly PropertyKey[], why: string): void => {
    const name = (path.length === 0 ? 'body' : path.map(String).join('.')).slice(0, 100);
    if (!fields.has(name) && fields.size < listedFieldsMax) fields.set(name, why);
  };
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') {
      note(issue.path, issue.message === 'Invalid input' ? 'is not valid' : issue.message);
    }
  }
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) note([...issue.path, key], 'is not a field of this call');
  }
  return Object.fromEntries(fields);
}

/**
 * Makes the refusal that names fields. A reason that is a sentence stands alone; a name that does not fit into one is
 * only listed in `fields`.
 */
function invalid(fields: Readonly<Record<string, string>>): AppError {
  const [first = 'body', why = 'is not valid'] = Object.entries(fields)[0] ?? [];
  const named = /^[\w.-]{1,60}$/.test(first) ? `${first} ${why}.` : 'The request has an unknown field.';
  return new AppError('ValidationFailed', /^[A-Z].*\.$/.test(why) ? why : named, { fields });
}

/** Parses one part of a request by its schema. Throws AppError ValidationFailed that names each field. */
function parsePart(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const broken = findHalfCharacter(input);
  if (broken !== undefined) throw invalid({ [broken || 'body']: 'has half of a character' });
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(fieldsOf(result.error.issues));
}

/**
 * Parses the parameters of a path. A malformed id is refused like an unknown one, because a mistyped link means the
 * same to a person. Throws AppError NotFound.
 */
function parsePath(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  const result = schema?.safeParse(input);
  if (result?.success === false) throw new AppError('NotFound', 'Nothing exists at this address.');
  return result?.data;
}

/** Parses the parts of a request that a route's schemas describe. Throws AppError. */
export function parseRequest(
  route: Route,
  event: APIGatewayProxyEventV2,
): { readonly params: unknown; readonly query: unknown; readonly body: unknown } {
  return {
    params: parsePath(route.params, event.pathParameters ?? {}),
    query: parsePart(route.query, event.queryStringParameters ?? {}),
    body: route.body === undefined ? undefined : parsePart(route.body, jsonBody(event)),
  };
}

/**
 * Finds the first text of a JSON value, or name of a field, that is not well-formed Unicode: half of a surrogate pair,
 * which UTF-8 cannot hold. A hash would take two such passwords for one, and the table refuses to store them. Returns the
 * path of its field (`a.b`, '' for the value itself), or undefined. Works without recursion, so depth costs nothing.
 */
function findHalfCharacter(value: unknown): string | undefined {
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !found.isWellFormed()) return path.join('.');
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, inner] of Object.entries(found)) {
      if (!name.isWellFormed()) return [...path, name.toWellFormed()].join('.');
      // No call has fields below the third level, so a path gets no longer.
      open.push({ path: path.length < 3 ? [...path, name] : path, value: inner });
    }
  }
  return undefined;
}
