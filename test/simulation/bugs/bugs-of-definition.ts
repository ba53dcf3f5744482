import type { PlantedBug } from '../planted-bug.ts';

/** Defects in what the definition of the product promises in time, and on which the rules count. */
export const bugsOfDefinition: readonly PlantedBug[] = [
  {
    name: 'a message is set aside after an outage of an hour',
    file: 'infra/definition/index.ts',
    find: 'maxReceiveCount: receivesMax',
    replace: 'maxReceiveCount: 10',
  },
  {
    name: 'a message comes back while it is worked on',
    file: 'infra/definition/index.ts',
    find: 'visibilityTimeoutSeconds: 180',
    replace: 'visibilityTimeoutSeconds: 20',
  },
  {
    name: 'operations are swept once an hour',
    file: 'infra/definition/index.ts',
    find: "'sweep-operations': 'rate(1 minute)'",
    replace: "'sweep-operations': 'rate(1 hour)'",
  },
  {
    name: 'deposits are polled once an hour',
    file: 'infra/definition/index.ts',
    find: "'poll-deposits': 'rate(1 minute)'",
    replace: "'poll-deposits': 'rate(1 hour)'",
  },
  {
    name: 'payouts are paid once a day',
    file: 'infra/definition/index.ts',
    find: "'pay-referrals': 'rate(1 hour)'",
    replace: "'pay-referrals': 'rate(1 day)'",
  },
  {
    name: 'books are reconciled once a day',
    file: 'infra/definition/index.ts',
    find: "reconcile: 'rate(1 hour)'",
    replace: "reconcile: 'rate(1 day)'",
  },
  {
    name: 'an endpoint is cut off while it waits for the issuer',
    file: 'infra/definition/index.ts',
    find: 'timeoutSeconds: 29',
    replace: 'timeoutSeconds: 6',
  },
  {
    name: 'the stream does not report referrals',
    file: 'infra/definition/index.ts',
    find: "newEntities: ['user', 'journal', 'reward', 'cardTransaction']",
    replace: "newEntities: ['user', 'journal', 'cardTransaction']",
  },
  {
    name: 'a dead letter lives as long as a message',
    file: 'infra/definition/index.ts',
    find: 'deadLetterRetentionDays: 14,\n};',
    replace: 'deadLetterRetentionDays: 4,\n};',
  },
  {
    name: 'the stream gives up at once',
    file: 'infra/definition/index.ts',
    find: 'maxAttempts: 10',
    replace: 'maxAttempts: 1',
  },
  {
    name: 'the job of payouts may only read',
    file: 'infra/definition/grants.ts',
    find: "'pay-referrals': { table: 'write' },",
    replace: "'pay-referrals': { table: 'read' },",
  },
  {
    name: "the worker of the issuer's webhooks may only read",
    file: 'infra/definition/grants.ts',
    find: "'issuer-events': { table: 'write', secrets: ['issuer'] },\n} as",
    replace: "'issuer-events': { table: 'read', secrets: ['issuer'] },\n} as",
  },
  {
    name: 'looking at a deposit may only read',
    file: 'infra/definition/grants.ts',
    find: "'transactions.read': { table: 'write',",
    replace: "'transactions.read': { table: 'read',",
  },
  {
    name: "looking at a card's history may only read",
    file: 'infra/definition/grants.ts',
    find: "'cards.transactions': { table: 'write',",
    replace: "'cards.transactions': { table: 'read',",
  },
  {
    name: 'the sweeper may not ask the issuer',
    file: 'infra/definition/grants.ts',
    find: "'sweep-operations': { table: 'write', secrets: ['issuer', 'session'], mail: true },",
    replace: "'sweep-operations': { table: 'write' },",
  },
  {
    name: 'an endpoint waits for the issuer longer than it lives',
    file: 'functions/adapters/issuer/bridgecard/client.ts',
    find: 'usualTimeouts: Timeouts = { connectMs: 2000, totalMs: 8000 }',
    replace: 'usualTimeouts: Timeouts = { connectMs: 2000, totalMs: 20_000 }',
  },
  {
    name: 'an endpoint waits for the payment provider longer than it lives',
    file: 'functions/adapters/payments/cryptomus/client.ts',
    find: 'usualTimeouts: Timeouts = { connectMs: 5000, totalMs: 10_000 }',
    replace: 'usualTimeouts: Timeouts = { connectMs: 5000, totalMs: 30_000 }',
  },
  {
    name: 'a secret that was rotated is not seen',
    file: 'functions/runtime/services.ts',
    find: 'const keptMs = 5 * 60_000;',
    replace: 'const keptMs = 24 * 60 * 60_000;',
  },
  {
    name: 'a secret that was rotated is not read',
    file: 'functions/adapters/secrets/secrets-manager.ts',
    find: 'const keptMs = 5 * 60_000;',
    replace: 'const keptMs = 24 * 60 * 60_000;',
  },
  {
    name: 'a job that is started by hand looks a day ahead',
    file: 'functions/runtime/scheduled-job.ts',
    find: 'const aheadMsMax = 15 * 60_000;',
    replace: 'const aheadMsMax = 24 * 60 * 60_000;',
  },
  {
    name: 'a deletion is not done once per key',
    file: 'shared/contract/cards.ts',
    find: "    money: true,\n    switch: 'none',\n    errors: ['NotFound', 'CardNotEmpty'",
    replace: "    switch: 'none',\n    errors: ['NotFound', 'CardNotEmpty'",
  },
  {
    name: 'a failed message comes back as soon each time',
    file: 'functions/runtime/retry-delay.ts',
    find: 'firstSeconds * 2 ** (Math.max(1, receives) - 1)',
    replace: 'firstSeconds * Math.min(1, receives)',
  },
  {
    name: 'a message that failed is not postponed',
    file: 'functions/runtime/queue-worker.ts',
    find: 'await postpone(record.receiptHandle, retrySeconds)',
    replace: 'await Promise.resolve()',
  },
  {
    name: "each message of a provider's outage alarms an operator",
    file: 'functions/runtime/queue-worker.ts',
    find: "silence ? 'warn' : 'error'",
    replace: "silence ? 'error' : 'error'",
  },
];
