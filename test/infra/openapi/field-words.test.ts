import { describe, expect, it } from 'vitest';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { buildDocument, type Operation } from '#infra/openapi/build-document.ts';
import { declarations } from '#infra/openapi/field-words.ts';
import type { FieldWords } from '#infra/openapi/read-contract-source.ts';

const document = buildDocument();

const operationOf = (route: Route): Operation => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`the document lacks ${route.method} ${route.path}`);
  return operation;
};

type Described = { readonly description?: string; readonly properties?: Readonly<Record<string, Described>> };

describe("the words of the API's fields", () => {
  it('say something about every field of a request', () => {
    const silent = routeIds.flatMap((id) => {
      const { parameters, requestBody } = operationOf(routes[id]);
      const body = requestBody?.content['application/json']?.schema ?? {};
      const forms = [body, ...((body['oneOf'] as Described[] | undefined) ?? [])] as Described[];
      return [
        ...parameters.filter(({ description }) => description === '').map(({ name }) => `${id} ${name}`),
        ...forms
          .flatMap(({ properties }) => Object.entries(properties ?? {}))
          .filter(([, { description }]) => description === undefined)
          .map(([name]) => `${id} ${name}`),
      ];
    });
    // The kinds of notifications are named by themselves, and built from one list.
    expect(silent.filter((each) => !/^user\.set-notifications (?!purchaseMinCents)/.test(each))).toEqual([]);
  });

  it.each([
    ['cards.load', 'includesFee', /on top.*fee included/],
    ['cards.load', 'amount', /^In US cents\.$/],
    ['cards.pin', 'pin', /7 is 0007/],
    ['auth.prove', 'code', /six digits of the app/],
    ['admin.propose-treasury', 'reference', /^The reference of the bank/],
  ] as const)('%s describes %s as the contract comments it', (id, name, sentence) => {
    const schema = operationOf(routes[id]).requestBody?.content['application/json']?.schema;
    const bodies = [schema, ...((schema?.['oneOf'] as Described[] | undefined) ?? [])] as Described[];
    expect(bodies.flatMap(({ properties }) => properties?.[name]?.description ?? [])[0]).toMatch(sentence);
  });

  it('give an object that extends another one the words of both', () => {
    const { properties } = document.components.schemas['Deposit'] as Described;
    expect(properties).toMatchObject({
      tid: { description: "The payment provider's id, or our own reference." },
      remainingAmount: { description: expect.stringMatching(/^Amount still to be sent/) },
    });
  });

  it('leave out no comment on a field of the contract', () => {
    const text = JSON.stringify(document);
    const commentsOf = (words: FieldWords): string[] =>
      [...words.fields.values()].flatMap((field) => [
        ...(field.text === undefined ? [] : [field.text]),
        ...commentsOf(field),
      ]);
    const comments = declarations.flatMap(commentsOf);
    expect(comments.length).toBeGreaterThan(200);
    expect(comments.filter((comment) => !text.includes(JSON.stringify(comment).slice(1, -1)))).toEqual([]);
  });
});
