import * as z from 'zod/mini';
import { Email, marksAround, PersonName } from '#shared/contract/fields.ts';

/** A JSON Schema of draft 2020-12, which is what OpenAPI 3.1 speaks. */
export type JsonSchema = { [keyword: string]: unknown };

/** Returns the sentence about what a schema describes; empty for none. */
export function descriptionOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : '';
}

/** Maximum length of a text that the API sends, in characters; `bin/check-traffic.ts` holds it to that. */
const textMax = 2048;
/** Maximum number of items in a list of a reply: `limits.listMax`. */
const itemsMax = 1000;

/** Converts a schema of the contract to JSON Schema, for a request (`input`) or a reply (`output`). */
export function jsonSchemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  names: ReadonlyMap<unknown, string> = new Map(),
): JsonSchema {
  const metadata = z.registry<{ id: string }>();
  // The requested schema itself is written out; a named schema inside another one becomes a reference.
  for (const [named, id] of names) if (named !== schema) metadata.add(named as z.ZodMiniType, { id });
  const {
    $schema: _version,
    $defs: _defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    metadata,
    // A transformation has no JSON Schema: the other half of its pipe describes its input.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => bound(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema;
  return pointToComponents(json) as JsonSchema;
}

/** Gives every text, list and whole number its bounds: a schema without them promises to take anything. */
function bound(zodSchema: z.core.$ZodType, json: JsonSchema): void {
  const isType = (type: string): boolean => json['type'] === type || [json['type']].flat().includes(type);
  if (isType('string') && !('enum' in json) && !('const' in json)) boundText(zodSchema, json);
  if (isType('array')) json['maxItems'] ??= itemsMax;
  if (isType('integer')) json['format'] ??= 'int64';
  delete json['id'];
}

/** Many readers of patterns know no `\\p{…}`: the same rule for ASCII, and letters, marks and digits are what is beyond. */
const portableNamePattern = "^\\s*'?[^\\u0000-@\\[-`{-\\u00bf\\u00d7\\u00f7][^\\u0000-\\u001f!-&*+:-@\\[-`{-\\u009f]*$";

function boundText(zodSchema: z.core.$ZodType, json: JsonSchema): void {
  // The pattern that zod adds says the same at great length.
  if (json['format'] === 'date-time') delete json['pattern'];
  if (zodSchema === PersonName) json['pattern'] = portableNamePattern;
  if (zodSchema === Email) {
    // A pasted address may have marks around it: the API drops them before it looks at the address.
    json['pattern'] = String(json['pattern']).replace(/^\^(.*)\$$/, `^${marksAround}*$1${marksAround}*$$`);
    // Its readers refuse the marks.
    delete json['format'];
  }
  json['maxLength'] ??= 'pattern' in json || 'format' in json ? 64 : textMax;
  const checks = (zodSchema._zod.def as { checks?: readonly z.core.$ZodCheck[] }).checks ?? [];
  const isTrimmed = checks.some((check) => check._zod.def.check === 'overwrite');
  if (isTrimmed && json['minLength'] === 1 && !('pattern' in json)) json['pattern'] = '\\S';
}

/** `#/$defs/Card` → `#/components/schemas/Card`. */
function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : pointToComponents(inner),
    ]),
  );
}
