import { CommandFailure } from '../command-line/run-command.ts';

/** Every environment variable by which an operator's command finds a part of a deployment, with its meaning. */
const meanings = {
  TABLE_NAME: 'the table: output TableName of the stack Data',
  ERASURES_TABLE_NAME: 'the list of erasures: output ErasuresTableName of Data',
  SESSION_SECRET_ID: 'satchel/<stage>/session',
  PAYMENTS_SECRET_ID: 'satchel/<stage>/payments',
  PAYMENTS_PROFILE: 'the payment provider: heleket or cryptomus',
  PAYMENTS_BASE_URL: 'address of its API',
  PAYMENTS_PAY_ORIGINS: 'origins of its payment pages, with spaces in between',
  ISSUER_SECRET_ID: 'satchel/<stage>/issuer',
  ISSUER_BASE_URL: 'address of the card issuer’s API',
  ISSUER_REVEAL_BASE_URL: 'address at which it shows card numbers',
  MAIL_FROM: 'sender of the mails',
  SITE_URL: 'address of the site: output SiteUrl of Web',
  // AWS draws a part of a queue's name.
  QUEUE_URL:
    'address of the queue: PAYMENT_EVENTS_QUEUE_URL or ISSUER_EVENTS_QUEUE_URL of satchel-<stage>-admin-redrive',
  DEAD_LETTER_QUEUE_URL: 'that of its dead-letter queue: …_DEAD_LETTERS_URL of the same function',
} as const;

/** The name of such a variable. */
export type DeploymentVariable = keyof typeof meanings;

/** The variables of the table and the keys (`operatorAccess`). */
export const tableVariables = ['TABLE_NAME', 'SESSION_SECRET_ID'] as const;

/** The variables of the payment provider (`paymentsOf`). */
export const paymentsVariables = [
  'PAYMENTS_SECRET_ID',
  'PAYMENTS_PROFILE',
  'PAYMENTS_BASE_URL',
  'PAYMENTS_PAY_ORIGINS',
] as const;

/** The variables of the card issuer (`operatorIssuer`). */
export const issuerVariables = ['ISSUER_SECRET_ID', 'ISSUER_BASE_URL', 'ISSUER_REVEAL_BASE_URL'] as const;

/** Describes variables for the usage of a command: each with its meaning. */
export function describeVariables(
  ...names: readonly DeploymentVariable[]
): readonly (readonly [name: string, meaning: string])[] {
  return names.map((name) => [name, meanings[name]]);
}

/** Returns the values of variables. Throws CommandFailure, which names all of them, when one is not set or empty. */
export function valuesOf<const Name extends DeploymentVariable>(
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const values = names.map((name) => [name, process.env[name] ?? ''] as const);
  if (values.some(([, value]) => value === '')) {
    const listed = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : String(names[0]);
    throw new CommandFailure(`Set ${listed}, or name the services.json of a local stack.`);
  }
  return Object.fromEntries(values) as Record<Name, string>;
}
