import { html, type Html } from './html.ts';
import { descriptionOf, type JsonSchema } from './json-schema.ts';
import { marked } from './marked.ts';

/**
 * Returns the fields of an object as rows of a table, required ones marked with `must`. Inner fields follow under the
 * outer name: `limits.balance`.
 */
export function schemaRows(schema: JsonSchema, must: string, before = ''): Html[] {
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const isList = field['type'] === 'array';
    const inner = isList ? (field['items'] as JsonSchema) : field;
    const path = `${before}${name}${isList ? '[]' : ''}`;
    const row = html`<tr>
      <td>
        <code>${path}</code>
        ${required.includes(name) ? html`<span class="must">${must}</span>` : ''}
      </td>
      <td>${marked(descriptionOf(field))} <span class="quiet">${typeOf(field)}</span></td>
    </tr>`;
    return inner['properties'] === undefined ? [row] : [row, ...schemaRows(inner, must, `${path}.`)];
  });
}

/** A type in words: `integer 1–1000`, `one of active, freezed`, `list of Card`. */
export function typeOf(schema: JsonSchema): Html {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema['anyOf'] as readonly JsonSchema[] | undefined;
  if (choices) return html`${choices.map((choice, index) => [index > 0 && ' or ', typeOf(choice)])}`;
  if (schema['enum']) return html`one of ${(schema['enum'] as readonly unknown[]).map(String).join(', ')}`;
  if (schema['type'] === 'array') return html`list of ${typeOf(schema['items'] as JsonSchema)}`;
  return html`${[...words(schema)].join(', ')}`;
}

function* words(schema: JsonSchema): Generator<string> {
  const type = (schema['type'] ?? 'anything') as string | readonly string[];
  yield [type].flat().join(' or ');
  const { minimum, maximum, format, maxLength, pattern } = schema;
  if (typeof minimum === 'number' && Number(maximum) < 2 ** 51) yield `${minimum} to ${String(maximum)}`;
  if (typeof format === 'string' && !format.startsWith('int')) yield format;
  if (typeof pattern === 'string' && pattern.length <= 40) yield pattern;
  else if (typeof maxLength === 'number' && maxLength < 2048) yield `at most ${maxLength} characters`;
  if ('default' in schema) yield `${JSON.stringify(schema['default'])} when left out`;
}
