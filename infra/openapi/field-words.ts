import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from './json-schema.ts';

/**
 * The words of one declaration or field of the contract: its doc comment, the declarations that it is made of, and its
 * own fields.
 */
export type FieldWords = {
  readonly name: string;
  readonly file: string;
  readonly text: string | undefined;
  /** The declarations that its first line names, by whose comments a field without one is described. */
  readonly named: string[];
  /** All declarations that it is made of. */
  readonly madeOf: string[];
  readonly fields: Map<string, FieldWords>;
};

type SourceFile = {
  readonly imports: ReadonlyMap<string, string>;
  readonly declarations: ReadonlyMap<string, FieldWords>;
};

const folder = path.resolve(import.meta.dirname, '../../shared/contract');

/**
 * The contract's sources by file name. Read line by line: the formatter puts one field with a comment on a line, and
 * indents it below the object that it belongs to.
 */
const sources: ReadonlyMap<string, SourceFile> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, read(file, readFileSync(path.join(folder, file), 'utf8'))]),
);

function read(file: string, text: string): SourceFile {
  const imports = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '\.\/([\w-]+\.ts)';/gm))
    for (const name of names.split(',')) imports.set(name.trim(), from);
  const top: FieldWords = { name: '', file, text: undefined, named: [], madeOf: [], fields: new Map() };
  const open = [{ indent: -1, words: top }];
  let comment: string[] = [];
  let isComment = false;
  for (const line of text.replaceAll(/^import [^;]*;$/gm, '').split('\n')) {
    if (/^\s*\/\*\*/.test(line)) {
      comment = [];
      isComment = true;
    }
    if (isComment) {
      comment.push(line.replace(/^\s*(?:\/\*\*|\*(?!\/))/, '').replace(/\*\/\s*$/, ''));
      isComment = !/\*\/\s*$/.test(line);
      continue;
    }
    if (line.trim() === '') continue;
    const indent = line.search(/\S/);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const [, name = '', value = line] = /^\s*(?:(?:export )?const )?'?([\w.-]+)'?(?:: | = )(.*)$/.exec(line) ?? [];
    if (name !== '') {
      const said = comment.join(' ').replaceAll(/\s+/g, ' ').trim();
      const words = { name, file, text: said === '' ? undefined : said, named: [], madeOf: [], fields: new Map() };
      open.at(-1)?.words.fields.set(name, words);
      open.push({ indent, words });
    }
    if (!/^\s*\/\//.test(line)) comment = [];
    const innermost = open.at(-1)?.words;
    if (innermost !== undefined) readValue(value, innermost, name !== '');
  }
  return { imports, declarations: top.fields };
}

/** Reads the declarations that a line names, for the fields that are written within the line as well. */
function readValue(value: string, words: FieldWords, isFirst: boolean): void {
  const bare = value.replaceAll(/'[^']*'|`[^`]*`/g, '');
  const rest = bare.replaceAll(/(\w+): ((?:z\.\w+\()*\w*)/g, (_, name: string, made: string) => {
    const named = namesIn(made);
    // Of the ways of a union the first one's words count.
    if (!words.fields.has(name))
      words.fields.set(name, { name, file: words.file, text: undefined, named, madeOf: named, fields: new Map() });
    return '';
  });
  words.madeOf.push(...namesIn(rest));
  if (isFirst) words.named.push(...namesIn(rest));
}

function namesIn(code: string): string[] {
  return code.match(/(?<=\.\.\.|^|[^\w.])[A-Za-z]\w*\b(?!\.)/g) ?? [];
}

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
  const unit = words.named.some((name) => amounts.includes(name)) ? 'In US cents.' : undefined;
  const { text } = words;
  if (text !== undefined) return unit === undefined || /\bcents?\b/i.test(text) ? text : `${text} ${unit}`;
  if (unit !== undefined) return unit;
  return words.named
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
