import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { jsonSchemaOf, type JsonSchema } from '#infra/openapi/json-schema.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Fields that no handler reads by their name, with the reason. */
const notRead: { readonly [R in RouteId]?: Readonly<Record<string, string>> } = {
  'auth.register': { confirmPassword: 'the contract compares it with the password' },
};

/** Routes whose body is read in a loop over its fields, with the reason. */
const readInLoops: readonly RouteId[] = [
  'user.set-notifications', // one switch per kind of notification
];

/** Returns the code of a file without its comments and the declarations of its types. */
const codeOf = (file: string): string =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replaceAll(/^\s*readonly \w+\??:.*$/gm, '');

const fieldsOf = (body: NonNullable<Route['body']>): readonly string[] => {
  const schema = jsonSchemaOf(body, 'input');
  const choices = (schema['oneOf'] ?? [schema]) as readonly JsonSchema[];
  return [...new Set(choices.flatMap((each) => Object.keys(each['properties'] as object)))];
};

/** True when a handler reads a field of its body, or hands the whole body to a rule that reads it. */
const isRead = (id: RouteId, field: string): boolean => {
  const handler = codeOf(`functions/api/${id.replace('.', '/')}.ts`);
  // oxlint flags a name that is taken out of the body and not used.
  const taken = [...handler.matchAll(/\{([^{}]*)\} = body\b/g)].flatMap(([, names = '']) => names.split(/[,:]/));
  if (new RegExp(`\\bbody\\.${field}\\b`).test(handler) || taken.some((name) => name.trim() === field)) return true;
  const withoutParameters = handler.replaceAll(/\(\{[^}]*\bbody\b[^}]*\}/g, '');
  if (!/\.\.\.body\b|\.\.\.rest\b|[,:] body\b[,) }]/.test(withoutParameters)) return false;
  const rules = [...handler.matchAll(/from '#(functions\/domain\/[^']+)'/g)].map(([, file = '']) => codeOf(file));
  return rules.some((code) => new RegExp(`(?:\\.|[{,(]\\s*|^\\s*)${field}\\b`, 'm').test(code));
};

const bodies = routeIds.flatMap((id) => {
  const { body }: Route = routes[id];
  return body === undefined ? [] : [{ id, fields: fieldsOf(body) }];
});

it.each(bodies)('$id reads every field of its body', ({ id, fields }) => {
  const ignored = fields.filter((field) => !readInLoops.includes(id) && notRead[id]?.[field] === undefined);
  expect(ignored.filter((field) => !isRead(id, field))).toEqual([]);
});

it.each(bodies)('$id would be found to ignore a field', ({ id }) => {
  expect(isRead(id, 'ignoredField')).toBe(false);
});

it('lists no field as unread that is read, or that no body has', () => {
  const listed = Object.entries(notRead).flatMap(([id, fields]) => Object.keys(fields).map((field) => ({ id, field })));
  const wrong = listed.filter(
    ({ id, field }) =>
      isRead(id as RouteId, field) || !bodies.some((each) => each.id === id && each.fields.includes(field)),
  );
  expect(wrong).toEqual([]);
});
