import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { encodeTime } from 'ulid';
import { limits } from '#shared/limits.ts';
import { definition } from '#infra/definition/index.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import type { JobReport } from '#functions/runtime/scheduled-job.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { accessCookieName, refreshCookieName } from '#functions/runtime/session-cookies.ts';
import { handler as refresh } from '#functions/api/auth/refresh.ts';
import { handler as readUser } from '#functions/api/user/read.ts';
import { handler as listCards } from '#functions/api/cards/list.ts';
import { handler as loadCard } from '#functions/api/cards/load.ts';
import { handler as cardHistory } from '#functions/api/cards/transactions.ts';
import { handler as listActivity } from '#functions/api/transactions/list.ts';
import { handler as createDeposit } from '#functions/api/transactions/create.ts';
import { handler as unread } from '#functions/api/notifications/unread.ts';
import { handler as paymentWebhook } from '#functions/api/webhooks/payments.ts';
import { handler as issuerWebhook } from '#functions/api/webhooks/issuer.ts';
import { handler as aggregates } from '#functions/workers/aggregates.ts';
import { handler as notifications } from '#functions/workers/notifications.ts';
import { handler as issuerEvents } from '#functions/workers/issuer-events.ts';
import { handler as paymentEvents } from '#functions/workers/payment-events.ts';
import { callEndpoint, keptCookies, type TestAnswer, type TestRequest } from '#test/support/call-endpoint.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';
import type { Item } from '#test/simulation/engine/expression.ts';
import { join, openMeteredWorld } from '../cost-stage.ts';
import { addUsage, nothingUsed, type Usage } from './bill.ts';

/** A person with a card, signed in on one browser. */
export type Inhabitant = { readonly user: User; readonly card: Card; cookies: Record<string, string> };

/** Assumed durations in seconds: a round trip to the table, a provider's answer, and the code of an invocation. */
const seconds = { trip: 0.005, provider: 0.3, code: 0.015 };

/** Lambda's own three lines of an invocation, in bytes. */
const platformLogBytes = 420;

const streamWorkers = [
  { name: 'worker.aggregates', handler: aggregates },
  { name: 'worker.notifications', handler: notifications },
] as const;

/** A world that bills the usage of every action of a person and every run of a job by its cause. */
export class MonthWorld {
  readonly #opened = openMeteredWorld(0);
  readonly world = this.#opened.world;
  readonly table = this.#opened.table;
  readonly services: Services;
  readonly bill = new Map<string, Usage>();
  #isMetered = true;
  #logBytes = 0;
  #streamed = 0;
  #events = 0;

  constructor() {
    const line = (message: string, fields: object = {}): void => {
      this.#logBytes += JSON.stringify({
        level: 'info',
        time: 1,
        function: 'cards.transactions',
        message,
        ...fields,
      }).length;
    };
    this.services = { ...this.#opened.services, log: { info: line, warn: line, error: line } };
  }

  /** Does some work without billing it. */
  async unmetered<T>(does: () => Promise<T>): Promise<T> {
    const wasMetered = this.#isMetered;
    this.#isMetered = false;
    const result = await does();
    this.#isMetered = wasMetered;
    return result;
  }

  async settle(number: number): Promise<Inhabitant> {
    // The id holds the time at which the account was opened, as all ids do: accounts are counted by it.
    const userId = `usr_${encodeTime(this.world.clock.now())}M${String(number).padStart(15, '0')}` as const;
    const user = await join(this.world, number, { userId });
    const card = await this.world.openCard(user);
    await this.#deliverStream('nothing');
    return { user, card, cookies: await this.#signIn(user) };
  }

  /** Opens the site for three minutes, and every third time the card's page too. */
  async open(person: Inhabitant, time: number): Promise<void> {
    const cause = 'an opening of the site';
    this.#usage(cause).times += 1;
    await this.#comeBack(cause, person);
    await this.#request(cause, readUser, person, {});
    await this.#request(cause, listCards, person, {});
    // Reads as many lines as the site does.
    await this.#request(cause, listActivity, person, { query: { limit: String(2 * limits.tableRowsPerPage) } });
    for (let minute = 0; minute < 3; minute += 1) await this.#request(cause, unread, person, {});
    if (time % 3 === 0) await this.#request(cause, cardHistory, person, { params: { id: person.card.cardId } });
    await this.#deliverStream(cause);
  }

  async load(person: Inhabitant, amountCents: number): Promise<void> {
    const cause = 'a load';
    this.#usage(cause).times += 1;
    await this.#comeBack(cause, person);
    await this.#request(cause, loadCard, person, {
      params: { id: person.card.cardId },
      headers: { 'idempotency-key': `month-key-${(this.#events += 1)}` },
      body: { amount: amountCents },
    });
    await this.#deliverStream(cause);
  }

  /** Makes a purchase by card, which the issuer reports with a webhook. */
  async purchase({ card }: Inhabitant, amountCents: number): Promise<void> {
    const cause = 'a purchase';
    this.#usage(cause).times += 1;
    const { issuer, clock } = this.world;
    const reference = `PAID-${(this.#events += 1)}`;
    const issuerCardId = card.issuerCardId ?? '';
    const charged = issuer.charge(issuerCardId, amountCents, reference);
    issuer.transactions[0] = { ...charged, atMs: clock.now() };
    await this.#request(cause, issuerWebhook, undefined, {
      params: { inbox: 'a-path-token' },
      headers: { 'x-webhook-signature': 'authentic' },
      text: JSON.stringify({
        type: 'transaction',
        issuerCardId,
        reference,
        kind: 'purchase',
        amountCents,
        description: charged.description,
        atMs: clock.now(),
      }),
    });
    await this.#workQueue(cause);
    await this.#deliverStream(cause);
  }

  /** Orders a deposit. Returns a function that pays it, which the provider reports with a webhook. */
  async deposit(person: Inhabitant, amountCents: number): Promise<() => Promise<void>> {
    const cause = 'a deposit';
    this.#usage(cause).times += 1;
    await this.#comeBack(cause, person);
    const { payments } = this.world;
    const answer = await this.#request(cause, createDeposit, person, {
      headers: { 'idempotency-key': `month-key-${(this.#events += 1)}` },
      body: { network: 'TRON', currency: 'USDT', amountInUsd: amountCents },
    });
    await this.#deliverStream(cause);
    const depositId = [...payments.invoices.keys()].at(-1);
    if (depositId === undefined) throw new Error(`no invoice: ${answer.text}`);
    return async () => {
      payments.become(depositId, { state: 'paid', isFinal: true, receivedAmount: (amountCents / 100).toFixed(2) });
      await this.#request(cause, paymentWebhook, undefined, {
        params: { inbox: await this.services.keys.callbackToken(depositId) },
        text: JSON.stringify({ reference: depositId, paymentId: 'x', claimedStatus: 'paid' }),
      });
      await this.#workQueue(cause);
      await this.#deliverStream(cause);
    };
  }

  /** Runs a job of the schedule. */
  async run(name: string, job: (services: Services) => Promise<JobReport>): Promise<JobReport> {
    const cause = `job.${name}`;
    this.#usage(cause).times += 1;
    addUsage(this.#usage(cause), { starts: 1 }, Number(this.#isMetered));
    const report = await this.#invoke(cause, 512, () => job(this.services));
    await this.#deliverStream(cause);
    return report;
  }

  /** Bills the usage of an earlier piece of work once more. */
  again(cause: string, used: Usage): void {
    addUsage(this.#usage(cause), used);
  }

  async #signIn(user: User): Promise<Record<string, string>> {
    const { accessToken, refreshToken } = await openSession(this.services, user);
    return { [accessCookieName]: accessToken, [refreshCookieName]: refreshToken };
  }

  /** Renews the session of a browser whose access token has expired. After too long it signs in instead, unbilled. */
  async #comeBack(cause: string, person: Inhabitant): Promise<void> {
    const { setCookies, status } = await this.#request(cause, refresh, person, {}, [401]);
    person.cookies =
      status === 401
        ? await this.unmetered(() => this.#signIn(person.user))
        : { ...person.cookies, ...keptCookies(setCookies) };
  }

  async #request(
    cause: string,
    handler: EndpointHandler,
    person: Inhabitant | undefined,
    request: TestRequest,
    alsoFine: readonly number[] = [],
  ): Promise<TestAnswer> {
    addUsage(this.#usage(cause), { requests: 1 }, Number(this.#isMetered));
    const answer = await this.#invoke(cause, 512, () =>
      callEndpoint(handler, this.services, { ...request, cookies: person?.cookies ?? {} }),
    );
    if (answer.status >= 300 && !alsoFine.includes(answer.status))
      throw new Error(`${cause}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async #workQueue(cause: string): Promise<void> {
    const messages = this.world.queued.splice(0);
    if (messages.length === 0) return;
    // Each message is sent, received and deleted: three requests.
    addUsage(this.#usage(cause), { queueRequests: 3 * messages.length }, Number(this.#isMetered));
    const worker = cause === 'a deposit' ? paymentEvents : issuerEvents;
    const { batchItemFailures } = await this.#invoke(cause, 512, () => worker.using(this.services)(sqsEvent(messages)));
    if (batchItemFailures.length > 0) throw new Error(`${cause}: the worker failed`);
  }

  /** Delivers the written items to the stream's workers, filtered as by their event sources. */
  async #deliverStream(cause: string): Promise<void> {
    const { stream } = this.table;
    while (this.#streamed < stream.length) {
      const changes = stream.slice(this.#streamed);
      this.#streamed = stream.length;
      for (const { name, handler } of streamWorkers) {
        const trigger = definition.functions.find(({ id }) => id === name)?.trigger;
        if (trigger?.kind !== 'stream') throw new Error(`${name} is not on the stream`);
        const records = changes.flatMap(({ sequence, before, after }): DynamoDBRecord[] => {
          const entity = String(after?.['entity']);
          const isAwaited = before === undefined ? trigger.newEntities : trigger.changedEntities;
          return after && isAwaited.includes(entity) ? [recordOf(sequence, before, after)] : [];
        });
        if (records.length === 0) continue;
        const { batchItemFailures } = await this.#invoke(cause, 512, () =>
          handler.using(this.services)({ Records: records }),
        );
        if (batchItemFailures.length > 0) throw new Error(`${name} failed`);
      }
    }
    stream.length = 0;
    this.#streamed = 0;
  }

  async #invoke<T>(cause: string, memoryMb: number, work: () => Promise<T>): Promise<T> {
    const { meter, mails } = this.#opened;
    meter.reset();
    mails.length = 0;
    this.#logBytes = platformLogBytes;
    const result = await work();
    if (!this.#isMetered) return result;
    const { inSequence, readUnits, writeUnits } = meter.consumed;
    const took = inSequence * seconds.trip + meter.providerCalls * seconds.provider + seconds.code;
    addUsage(this.#usage(cause), {
      readUnits,
      writeUnits,
      invocations: 1,
      gigabyteSeconds: (took * memoryMb) / 1024,
      mails: mails.length,
      logBytes: this.#logBytes,
    });
    return result;
  }

  #usage(cause: string): Usage {
    if (!this.#isMetered) return nothingUsed();
    const usage = this.bill.get(cause) ?? nothingUsed();
    this.bill.set(cause, usage);
    return usage;
  }
}

function recordOf(sequence: number, before: Item | undefined, after: Item): DynamoDBRecord {
  const image = (item: Item): NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] =>
    marshall(item, { removeUndefinedValues: true }) as never;
  return {
    eventID: String(sequence),
    eventName: before === undefined ? 'INSERT' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(sequence),
      NewImage: image(after),
      ...(before === undefined ? {} : { OldImage: image(before) }),
    },
  };
}
