import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import { receivesMax as productReceivesMax } from '#shared/contract/dead-letters.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { deleteCardholder } from '#functions/domain/closing/delete-cardholder.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import type { Random } from '#functions/ports/random.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import type { JobHandler } from '#functions/runtime/scheduled-job.ts';
import type { WorkerHandler } from '#functions/runtime/queue-worker.ts';
import type { StreamHandler } from '#functions/runtime/stream-worker.ts';
import { StoreUnavailable, WriteConflict } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { grantedServices } from '#test/support/granted-services.ts';
import type { Violation } from './audit.ts';
import { AttemptsAudit } from './attempts-audit.ts';
import type { Choices } from './choices.ts';
import { SimulatedTable } from './engine/simulated-table.ts';
import { ConnectionLost, noFaults, type Boundary, type FaultMode, type FaultPlan } from './faults.ts';
import { SimulatedIssuer } from '#test/support/simulated-issuer.ts';
import { SimulatedPayments } from './providers/simulated-payments.ts';
import { quiet, Scheduler, type Process } from './scheduler.ts';
import { batchOf, isGone, StreamFeed, type StreamShard } from './stream-feed.ts';

/** A message in a queue. */
export type Queued = {
  readonly queue: 'payment-events' | 'issuer-events';
  readonly message: EventMessage;
  visibleAtMs: number;
  receives: number;
};

/** A request of a person with all its answers; undefined stands for an answer that never came. */
export type Asked = {
  readonly route: string;
  readonly userId: Id<'user'>;
  readonly key: string;
  readonly request: RequestOfPerson;
  readonly answers: (Answered | undefined)[];
  readonly atMs: number;
  /** Tries that are still under way. */
  open: number;
};
export type Answered = { readonly status: number; readonly body: string; readonly isReplay: boolean };
export type RequestOfPerson = {
  readonly handler: EndpointHandler;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** An effect that happens later, even when its caller has died. */
type LateEffect = { readonly atMs: number; readonly what: string; readonly act: () => unknown };

/** The admin who suspends people, named only by audit records. */
const adminId: Id<'user'> = 'usr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ';

/** Time that a received, unfinished message stays invisible, in milliseconds. */
export const visibilityMs = 180_000;
/** Number of times that a message is received before it is set aside; fewer than in the product, for short stories. */
const receivesMax = 5;
/** Maximum offset of a process's clock, in milliseconds. */
export const skewMaxMs = 2_000;

/** Opens the services of a world for one of its processes. */
export type OpenServices = (world: SimulatedWorld, process: Process) => Services;

/** A simulated world: the table, the providers, the queues, the running processes, and the observers. */
export class SimulatedWorld {
  readonly openServices: OpenServices;
  readonly choices: Choices;
  readonly scheduler: Scheduler;
  readonly table: SimulatedTable;
  readonly issuer: SimulatedIssuer;
  readonly payments: SimulatedPayments;
  readonly feed: StreamFeed;
  readonly attempts: AttemptsAudit;
  readonly queued: Queued[] = [];
  readonly deadLetters: Queued[] = [];
  /** The events that a message in a queue has named. */
  readonly everQueued = new Set<string>();
  readonly mails: Mail[] = [];
  readonly asked: Asked[] = [];
  readonly story: string[] = [];
  readonly #reached = new Map<string, Map<string, Map<FaultMode | 'well', number>>>();
  /** Invocations that threw: their callers retry them. */
  readonly failures: string[] = [];
  faults: FaultPlan = noFaults;
  /** True when the stream gave up on a record: the statistics are right only after a recount. */
  isStreamLossy = false;
  /** True in stories in which the books of a day were summed. */
  hasBooks = false;
  isReplaying = false;
  /** The place in the stream from which the charges of cards are noted; undefined in stories without subscriptions. */
  chargesFrom: number | undefined;
  #late: LateEffect[] = [];
  readonly #endOf = new Map<Process, () => void>();
  #ids = 0;

  constructor(openServices: OpenServices, choices: Choices, startMs: number, table = new SimulatedTable()) {
    this.openServices = openServices;
    this.choices = choices;
    this.scheduler = new Scheduler(choices, startMs);
    this.table = table;
    this.feed = new StreamFeed(table);
    this.attempts = new AttemptsAudit(table);
    const now = (): number => this.scheduler.nowMs;
    const last4Digits = (index: number): string => String(1000 + index);
    this.issuer = new SimulatedIssuer({ now, last4Digits, statesDeclines: true });
    this.payments = new SimulatedPayments(now);
  }

  /** Ids that sort by time and are the same in every replay. */
  readonly random: Random = {
    id: (kind) => `${idPrefix(kind)}_${this.#nextId()}` as never,
    token: (bytes) => this.#nextId().padStart(bytes, 'x'),
    below: (bound) => Number(this.#nextId().slice(-6)) % bound,
  };

  #nextId(): string {
    this.#ids += 1;
    return `0${String(this.scheduler.nowMs).padStart(14, '0')}${String(this.#ids).padStart(11, '0')}`;
  }

  narrate(line: string): void {
    if (this.isReplaying) this.story.push(`${new Date(this.scheduler.nowMs).toISOString().slice(11, 23)} ${line}`);
  }

  /** Called with every answer at the moment it is given. */
  onAnswered: ((asked: Asked, answer: Answered, process: Process) => void) | undefined;

  /** Called when a payment was read. Returns true when it has changed and the reader is to be slow. */
  onPaymentRead: ((payment: Payment) => boolean) | undefined;

  /** Called when the issuer was asked. Returns true when something has changed there and the reader is to be slow. */
  onIssuerRead: (() => boolean) | undefined;

  /** Called with every effect that could go wrong, before its fault is decided. */
  onEffect: ((boundary: Boundary, modes: readonly FaultMode[], effect: number) => void) | undefined;

  /** The fate of every request to the silent provider: `lost`, or `unheard` where that is possible. */
  silence: 'lost' | 'unheard' | undefined;
  silentProvider: 'issuer' | 'payments' = 'issuer';

  /** The first violation that the answer to a call of staff has shown. */
  broken: Violation | undefined;

  /** The process whose write the table carries out now; undefined for a write that arrives late. */
  writer: Process | undefined;

  faultAt(boundary: Boundary, modes: readonly FaultMode[], effect: number): FaultMode | undefined {
    if (this.silence !== undefined && boundary.name.startsWith(`${this.silentProvider}.`))
      return modes.includes(this.silence) ? this.silence : 'lost';
    this.onEffect?.(boundary, modes, effect);
    return this.faults.at(boundary, modes, effect);
  }

  reached({ flow, name }: Boundary, mode: FaultMode | undefined, possible: readonly FaultMode[]): void {
    let names = this.#reached.get(flow);
    if (!names) this.#reached.set(flow, (names = new Map()));
    let modes = names.get(name);
    if (!modes) {
      modes = new Map(possible.map((each) => [each, 0]));
      names.set(name, modes);
    }
    modes.set(mode ?? 'well', (modes.get(mode ?? 'well') ?? 0) + 1);
  }

  /** Counts of the outcomes of each effect: boundary → mode → times. Zero is a mode that was possible and not drawn. */
  get coverage(): ReadonlyMap<string, ReadonlyMap<FaultMode | 'well', number>> {
    const all = new Map<string, ReadonlyMap<FaultMode | 'well', number>>();
    for (const [flow, names] of this.#reached) for (const [name, modes] of names) all.set(`${flow} › ${name}`, modes);
    return all;
  }

  /** Kills a process; its caller gets no answer. */
  died(process: Process): Promise<never> {
    const gone = this.scheduler.kill(process);
    this.#endOf.get(process)?.();
    return gone;
  }

  /** Schedules an effect that happens at a random time within `withinMs`. */
  later(withinMs: number, what: string, act: () => unknown): void {
    const atMs = this.scheduler.nowMs + 1_000 + this.choices.below(Math.floor(withinMs / 1_000)) * 1_000;
    this.#late.push({ atMs, what, act });
  }

  /** Lets the late effects happen that are due by now. */
  ripen(): void {
    const due = this.#late.filter(({ atMs }) => atMs <= this.scheduler.nowMs);
    this.#late = this.#late.filter(({ atMs }) => atMs > this.scheduler.nowMs);
    for (const { what, act } of due) {
      this.narrate(what);
      act();
    }
  }

  get nextRipeMs(): number | undefined {
    return this.#late.length === 0 ? undefined : Math.min(...this.#late.map(({ atMs }) => atMs));
  }

  enqueue(queue: Queued['queue'], message: EventMessage): void {
    this.everQueued.add(message.eventId);
    this.queued.push({ queue, message, visibleAtMs: this.scheduler.nowMs, receives: 0 });
  }

  /** Starts an invocation. Calls `ended` with its value, the thrown error, or `died`. */
  async start<T>(
    flow: string,
    run: (services: Services) => Promise<T>,
    ended: (end: { readonly value: T } | { readonly thrown: unknown } | 'died', process: Process) => void,
  ): Promise<void> {
    const skewMs = this.faults === noFaults ? 0 : this.choices.below(2 * skewMaxMs + 1) - skewMaxMs;
    const process = this.scheduler.newProcess(flow, this.faults === noFaults ? 0 : skewMs, this.table.stream.length);
    this.#endOf.set(process, () => ended('died', process));
    run(this.openServices(this, process)).then(
      (value) => process.isAlive && ended({ value }, process),
      (thrown: unknown) => process.isAlive && ended({ thrown }, process),
    );
    await quiet();
  }

  /** Limits the services to those that the product's definition grants to a function. */
  #granted(id: string, services: Services): Services {
    return grantedServices(services, id, (what) => this.failures.push(what));
  }

  /** Sends a request of a person; with `before`, sends that request again. */
  async ask(userId: Id<'user'>, route: string, request: RequestOfPerson, before?: Asked): Promise<Asked> {
    const key = before?.key ?? `key-${this.#nextId()}`;
    const asked: Asked = before ?? { route, userId, key, request, answers: [], atMs: this.scheduler.nowMs, open: 0 };
    if (!before) this.asked.push(asked);
    asked.open += 1;
    this.narrate(
      `${nameOf(userId)} ${before ? 'sends again' : 'asks for'} ${route} ${JSON.stringify(request.body ?? {})} (${key})`,
    );
    const event = eventOf(this.accessTokenOf(userId), key, request);
    await this.start(
      route,
      (services) => request.handler.using(this.#granted(route, services))(event),
      (end, process) => {
        asked.open -= 1;
        if (end === 'died' || 'thrown' in end) {
          asked.answers.push(undefined);
          if (end !== 'died') this.failures.push(`${route} threw ${String(end.thrown)}`);
          return;
        }
        const { statusCode = 0, body = '', headers = {} } = end.value;
        this.narrate(`${nameOf(userId)} is answered ${statusCode} to ${key}`);
        const answer = { status: statusCode, body, isReplay: headers['idempotency-replayed'] === 'true' };
        asked.answers.push(answer);
        this.onAnswered?.(asked, answer, process);
      },
    );
    return asked;
  }

  readonly #sessions = new Map<Id<'user'>, string>();
  signedIn(userId: Id<'user'>, accessToken: string): void {
    this.#sessions.set(userId, accessToken);
  }
  accessTokenOf(userId: Id<'user'>): string {
    return this.#sessions.get(userId) ?? '';
  }
  get people(): readonly Id<'user'>[] {
    return [...this.#sessions.keys()];
  }

  /**
   * Suspends or reactivates a person as an admin. A reactivated person signs in again, as the old sessions have ended.
   */
  async suspend(userId: Id<'user'>, suspended: boolean): Promise<void> {
    const route = 'admin.suspend';
    const order = { actorId: adminId, userId, suspended, reasonForUser: undefined, note: undefined };
    this.narrate(`an admin ${suspended ? 'suspends' : 'activates'} ${nameOf(userId)}`);
    await this.start(
      route,
      (services) => setSuspension(this.#granted(route, services), order),
      (end) => {
        if (end === 'died' || 'thrown' in end || suspended) return;
        void this.#signIn(end.value);
      },
    );
  }

  /** Starts a call of staff. It may die, be refused, or meet an outage. */
  async byStaff<T>(
    route: string,
    work: (services: Services) => Promise<T>,
    answered: (value: T) => void = () => undefined,
  ): Promise<void> {
    await this.start(
      route,
      (services) => work(this.#granted(route, services)),
      (end) => {
        if (end === 'died') return;
        if ('value' in end) return answered(end.value);
        const { thrown } = end;
        this.narrate(`staff is refused ${route}: ${String(thrown)}`);
        const isExpected =
          thrown instanceof AppError ||
          thrown instanceof WriteConflict ||
          thrown instanceof StoreUnavailable ||
          thrown instanceof ConnectionLost;
        if (!isExpected) this.failures.push(`${route} threw ${String(thrown)}`);
      },
    );
  }

  /** Locks or unlocks everything, as a person does. */
  async lock(userId: Id<'user'>, isLocked: boolean): Promise<void> {
    const route = isLocked ? 'user.lock' : 'user.unlock';
    this.narrate(`${nameOf(userId)} ${isLocked ? 'locks' : 'unlocks'} everything`);
    await this.start(
      route,
      (services) => setAccountLock(this.#granted(route, services), { userId, isLocked }),
      () => undefined,
    );
  }

  /** Closes a person's account and waives the rest of the balance, in cents. */
  async close(userId: Id<'user'>, waiveCents: Cents): Promise<void> {
    const route = 'user.close';
    this.narrate(`${nameOf(userId)} closes the account and waives ${waiveCents}`);
    await this.start(
      route,
      (services) => closeAccount(this.#granted(route, services), { userId, waiveCents }),
      () => undefined,
    );
  }

  /** Erases a closed account, as the job does a month later. */
  async erase(userId: Id<'user'>): Promise<void> {
    const route = 'job.erase-accounts';
    this.narrate(`${nameOf(userId)} is erased`);
    await this.start(
      route,
      async (granted) => {
        const services = this.#granted(route, granted);
        const passAtMs = services.clock.now();
        if (await eraseAccount(services, userId)) await deleteCardholder(services, userId, passAtMs);
      },
      () => undefined,
    );
  }

  /** Signs a person in, which reopens a closed account. */
  async comeBack(user: User): Promise<void> {
    this.narrate(`${nameOf(user.userId)} signs in`);
    await this.#signIn(user);
  }

  async #signIn(user: User): Promise<void> {
    await this.start(
      'auth.login',
      (services) => openSession(services, user),
      (end) => {
        if (end !== 'died' && 'value' in end) this.signedIn(user.userId, end.value.accessToken);
      },
    );
  }

  /** Delivers a provider's webhook. It is sent again until it is answered with 200. */
  async deliver(
    flow: string,
    handler: EndpointHandler,
    webhook: { readonly token: string; readonly body: unknown; readonly repeat: () => void },
  ): Promise<void> {
    const event = webhookEvent(webhook.token, JSON.stringify(webhook.body));
    await this.start(
      flow,
      (services) => handler.using(this.#granted(flow, services))(event),
      (end) => {
        const isTaken = end !== 'died' && 'value' in end && end.value.statusCode === 200;
        if (end !== 'died' && 'value' in end && (end.value.statusCode ?? 0) < 500 && !isTaken)
          this.failures.push(`${flow} refused a webhook: ${end.value.body}`);
        else if (!isTaken) webhook.repeat();
      },
    );
  }

  /** Hands a queued message to its worker. It leaves the queue only when the worker succeeds or after the last try. */
  async receive(queued: Queued, handler: WorkerHandler): Promise<void> {
    queued.visibleAtMs = this.scheduler.nowMs + visibilityMs;
    queued.receives += 1;
    const isLast = queued.receives >= receivesMax;
    const attributes = { ApproximateReceiveCount: String(isLast ? productReceivesMax : queued.receives) };
    const event = {
      Records: [{ messageId: 'message-1', body: JSON.stringify(queued.message), attributes }],
    } as unknown as SQSEvent;
    await this.start(
      `worker.${queued.queue}`,
      (services) => handler.using(this.#granted(`worker.${queued.queue}`, services))(event),
      (end) => {
        const isDone = end !== 'died' && 'value' in end && end.value.batchItemFailures.length === 0;
        const at = this.queued.indexOf(queued);
        if (at < 0) return;
        if (isDone) this.queued.splice(at, 1);
        else if (queued.receives >= receivesMax) this.deadLetters.push(...this.queued.splice(at, 1));
      },
    );
  }

  /** Delivers a shard's next records. The shard moves on only when the worker finished all of them. */
  async stream(shard: StreamShard, most: number, handler: StreamHandler): Promise<void> {
    const batch = batchOf(shard, most);
    const end = shard.done + batch.length;
    const event = { Records: batch.filter((record) => !isGone(record, this.table, this.scheduler.nowMs)) };
    // The reader of a shard may lose its place, and then delivers the same records again.
    const isForgotten = this.choices.oneIn(5);
    await this.start(
      'worker.aggregates',
      (services) => handler.using(this.#granted('worker.aggregates', services))(event),
      (how) => {
        if (how === 'died' || 'thrown' in how) return;
        if (how.value.batchItemFailures.length > 0)
          this.failures.push('worker.aggregates cannot count what is in the table');
        else if (!isForgotten) shard.done = Math.max(shard.done, end);
      },
    );
  }

  /** Starts a job as its schedule does, or with `wish` as a person does by hand. */
  async run(job: string, handler: JobHandler, wish?: object): Promise<void> {
    await this.start(
      `job.${job}`,
      (services) => handler.using(this.#granted(`job.${job}`, services))(wish),
      (end) => {
        // The next firing is the retry, so an outage is no failure; anything else is.
        const isOutage = end !== 'died' && 'thrown' in end && end.thrown instanceof StoreUnavailable;
        if (end !== 'died' && 'thrown' in end && !isOutage) this.failures.push(`${job} threw ${String(end.thrown)}`);
      },
    );
  }

  /** Lets all processes continue until none can at this time, after the late effects that are due by then. */
  async settle(): Promise<void> {
    this.ripen();
    for (let steps = 0; this.scheduler.ready > 0; steps += 1) {
      if (steps > 200_000) throw new Error('it never comes to rest');
      await this.scheduler.step();
    }
  }
}

function idPrefix(kind: string): string {
  const prefixes: Record<string, string> = {
    user: 'usr',
    card: 'crd',
    deposit: 'dep',
    operation: 'op',
    session: 'ses',
    movement: 'mov',
    event: 'evt',
    reward: 'rwd',
    adjustment: 'adj',
    case: 'cas',
    treasury: 'trs',
  };
  return prefixes[kind] ?? kind;
}

/** Names of the people, because a story is easier to read with names. */
const named = new Map<string, string>();
export function nameOf(userId: Id<'user'>): string {
  return named.get(userId) ?? userId;
}
export function call(userId: Id<'user'>, name: string): void {
  named.set(userId, name);
}

function eventOf(accessToken: string, key: string, { params, body }: RequestOfPerson): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    headers: { host: 'satchel.example', 'content-type': 'application/json', 'idempotency-key': key },
    cookies: [`${accessCookieName}=${accessToken}`],
    pathParameters: params,
    queryStringParameters: undefined,
    body: body === undefined ? undefined : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: 'request-1', http: { sourceIp: '198.51.100.7', userAgent: 'simulation' } },
  } as unknown as APIGatewayProxyEventV2;
}

function webhookEvent(token: string, body: string): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    headers: { host: 'satchel.example', 'content-type': 'application/json', 'x-webhook-signature': 'authentic' },
    cookies: [],
    pathParameters: { inbox: token },
    queryStringParameters: undefined,
    body,
    isBase64Encoded: false,
    requestContext: { requestId: 'request-1', http: { sourceIp: '198.51.100.7', userAgent: 'simulation' } },
  } as unknown as APIGatewayProxyEventV2;
}
