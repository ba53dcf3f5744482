import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandFailure } from '#bin/command-line/run-command.ts';
import { operatorAccess } from '#bin/operator/services-file.ts';
import {
  describeVariables,
  issuerVariables,
  paymentsVariables,
  tableVariables,
  valuesOf,
} from '#bin/operator/deployment-variables.ts';
import { definition } from '#infra/definition/index.ts';
import type { Resources } from '#infra/definition/types.ts';

const bin = path.resolve(import.meta.dirname, '../../bin');
const sources = readdirSync(bin)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, source: readFileSync(path.join(bin, file), 'utf8') }))
  .filter(({ source }) => /\b(?:operatorAccess|operatorIssuer|paymentsOf|valuesOf)\(/.test(source));

/** The variables that the functions which a command calls read on a deployment. */
const readBy = [
  [/\boperatorAccess\(/, tableVariables],
  [/\boperatorIssuer\(/, issuerVariables],
  [/\bpaymentsOf\(/, paymentsVariables],
] as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the variables of a deployment', () => {
  it.each(sources)('are declared by bin/$file for its usage, each that it reads', ({ source }) => {
    const declared = /variables: describeVariables\(([^)]*)\)/.exec(source)?.[1] ?? '';
    const names = [
      ...(declared.includes('...tableVariables') ? tableVariables : []),
      ...(declared.includes('...issuerVariables') ? issuerVariables : []),
      ...(declared.includes('...paymentsVariables') ? paymentsVariables : []),
      ...[...declared.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    ];
    const asked = [...source.matchAll(/valuesOf\(\[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
    const called = readBy.flatMap(([call, variables]) => (call.test(source) ? [...variables] : []));
    expect(names.toSorted()).toEqual([...called, ...asked].toSorted());
    expect(source).not.toContain('process.env');
  });

  it('are all named when one of them is missing or empty', () => {
    vi.stubEnv('ISSUER_SECRET_ID', 'secret');
    vi.stubEnv('ISSUER_BASE_URL', '');
    expect(() => valuesOf(issuerVariables)).toThrow(CommandFailure);
    expect(() => valuesOf(issuerVariables)).toThrow(
      'Set ISSUER_SECRET_ID, ISSUER_BASE_URL and ISSUER_REVEAL_BASE_URL, or name the services.json of a local stack.',
    );
    expect(() => valuesOf(['SITE_URL'])).toThrow('Set SITE_URL, or name');
    vi.stubEnv('MAIL_FROM', 'a@b.c');
    expect(valuesOf(['MAIL_FROM'])).toEqual({ MAIL_FROM: 'a@b.c' });
  });

  it('lead to the addresses of queues, whose names nobody can know', () => {
    const words = describeVariables('QUEUE_URL', 'DEAD_LETTER_QUEUE_URL')
      .map(([, meaning]) => meaning)
      .join('\n');
    const [, named = ''] = /satchel-<stage>-([\w-]+)/.exec(words) ?? [];
    const fn = definition.functions.find(({ id }) => id.replaceAll('.', '-') === named);
    const urls = { 'payment-events': 'https://sqs/p', 'issuer-events': 'https://sqs/i' };
    const secretIds = { session: 's' };
    const resources = { queueUrls: urls, deadLetterUrls: urls, secretIds } as unknown as Resources;
    const environment = fn && definition.environmentOf(fn, resources);
    for (const name of ['PAYMENT_EVENTS', 'ISSUER_EVENTS']) {
      expect(words).toContain(`${name}_QUEUE_URL`);
      expect(environment).toHaveProperty(`${name}_QUEUE_URL`);
      expect(environment).toHaveProperty(`${name}_DEAD_LETTERS_URL`);
    }
  });

  it('say in which table a command goes to work, because a shell may still name another stage', () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    vi.stubEnv('TABLE_NAME', 'Satchel-prod-Data-Table');
    vi.stubEnv('SESSION_SECRET_ID', 'satchel/prod/session');
    operatorAccess(undefined);
    expect(printed.mock.calls).toEqual([['On the deployment with the table Satchel-prod-Data-Table.']]);
  });
});
