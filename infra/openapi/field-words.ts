import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from './json-schema.ts';
import { readContractSource, type ContractSource, type FieldWords } from './read-contract-source.ts';

const folder = path.resolve(import.meta.dirname, '../../shared/contract');

/** The contract's sources by file name. */
const sources: ReadonlyMap<string, ContractSource> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readContractSource(file, readFileSync(path.join(folder, file), 'utf8'))]),
);

/** Returns the words of a declaration by its name: of this file, or of the file that this one imports it from. */
function declared(name: string, file: string): FieldWords | undefined {
  const source = sources.get(file);
  const imported = source?.imports.get(name);
  return source?.declarations.get(name) ?? (imported === undefined ? undefined : declared(name, imported));
}

/** Every declaration of the contract by its name, with its words. */
export const declarations: readonly FieldWords[] = [...sources.values()].flatMap((source) => [
  ...source.declarations.values(),
]);

/** Returns the words of an object that the contract exports: `Card`. */
export function wordsOfObject(name: string): FieldWords | undefined {
  return declarations.find((each) => each.name === name);
}

/** Returns the words of a part of a route: of its `query`, `body` or `reply`. */
export function wordsOfRoute(id: string, part: 'query' | 'body' | 'reply'): FieldWords | undefined {
  return declarations
    .find((each) => each.fields.has(id))
    ?.fields.get(id)
    ?.fields.get(part);
}

/** Returns the words of a field, which may be declared in what its object is made of. */
function fieldOf(words: FieldWords, name: string): FieldWords | undefined {
  const own = words.fields.get(name);
  if (own !== undefined) return own;
  for (const part of words.madeOf) {
    const found = declared(part, words.file);
    const field = found && fieldOf(found, name);
    if (field !== undefined) return field;
  }
  return undefined;
}

const amounts = ['Amount', 'PositiveAmount'];

/** The sentence about a field: its own comment, or the comment of what it is made of; and the unit of an amount. */
export function sentenceOf(words: FieldWords): string | undefined {
  const unit = words.madeOf.some((name) => amounts.includes(name)) ? 'In US cents.' : undefined;
  const { text } = words;
  if (text !== undefined) return unit === undefined || /\bcents?\b/i.test(text) ? text : `${text} ${unit}`;
  if (unit !== undefined) return unit;
  return words.madeOf
    .map((name) => declared(name, words.file)?.text)
    .find((found) => found !== undefined && !found.startsWith('An ISO 8601'));
}

/** Returns a schema whose fields have the sentences of the contract as descriptions. */
export function withWords(schema: JsonSchema, words: FieldWords | undefined): JsonSchema {
  if (words === undefined) return schema;
  const result = { ...schema };
  for (const part of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[part])) result[part] = schema[part].map((each: JsonSchema) => withWords(each, words));
  if (schema['items'] !== undefined) result['items'] = withWords(schema['items'] as JsonSchema, words);
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  if (properties !== undefined)
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, described(field, fieldOf(words, name))]),
    );
  return result;
}

function described(field: JsonSchema, words: FieldWords | undefined): JsonSchema {
  const description = words && sentenceOf(words);
  return { ...withWords(field, words), ...(description !== undefined && { description }) };
}
