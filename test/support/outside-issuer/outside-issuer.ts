import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { answerCall, accepted } from './answer-call.ts';
import { refusal, success, type Answer } from './answer.ts';
import { CallLimits } from './call-limits.ts';
import { basePath, readCall, relayPath, type Call } from './calls.ts';
import type { IssuedCard } from './issued.ts';
import { IssuerBooks, type Happening } from './issuer-books.ts';
import type { CallName, Mishap } from './mishap.ts';
import { PostOffice } from './post-office.ts';
import { sendAnswer } from './send-answer.ts';
import { plainWays, type Ways } from './ways.ts';
import { extra, writtenEvent } from './written.ts';

/** The secrets that the issuer shares with its clients. */
export type Credentials = { readonly accessToken: string; readonly secretKey: string };

/**
 * A card issuer written from the provider's published contract alone, by an author who had read neither the simulator
 * nor the adapter. It reveals a misunderstanding that those two share. It lies and fails on demand.
 */
export class OutsideIssuer {
  readonly ways: Ways = { ...plainWays };
  readonly post = new PostOffice();
  readonly books: IssuerBooks;
  /** The received calls, in order. */
  readonly calls: CallName[] = [];
  /** Requests for which the contract has no path, or with a wrong token. */
  readonly strays: string[] = [];
  credentials: Credentials | undefined;
  #offsetMs = 0;
  #mishaps: { mishap: Mishap; left: number }[] = [];
  readonly #limits = new CallLimits();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      this.strays.push(String(error));
      response.destroy();
    });
  });

  constructor() {
    this.books = new IssuerBooks(
      this.ways,
      () => this.#now(),
      (happening) => this.#notify(happening),
    );
  }

  /** Listens on a free port of loopback. */
  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  /** The address of its API. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${basePath}`;
  }

  /** The address of the relay, which serves the same data decrypted. */
  get revealUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${relayPath}`;
  }

  /** Plans faults for the next calls of their kinds. */
  plan(...mishaps: readonly Mishap[]): void {
    this.#mishaps.push(...mishaps.map((mishap) => ({ mishap, left: mishap.times ?? 1 })));
  }

  /** Removes all planned faults. Returns those that did not happen. */
  clear(): readonly Mishap[] {
    const left = this.#mishaps.map(({ mishap }) => mishap);
    this.#mishaps = [];
    return left;
  }

  /** Moves the issuer's clock forward. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }

  /** Returns the card that was ordered under our id. Throws unless there is exactly one. */
  cardOf(cardRef: string): IssuedCard {
    const found = [...this.books.cards.values()].filter(({ meta }) => JSON.stringify(meta ?? null).includes(cardRef));
    const [card] = found;
    if (!card || found.length > 1) throw new Error(`the issuer has ${found.length} cards of ${cardRef}`);
    return card;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #now(): number {
    return Date.now() + this.#offsetMs;
  }

  #notify({ event, card, holder, line, data }: Happening): void {
    const { ways } = this;
    const hasReference = event !== 'card_maintenance_fee_debit_event.successful';
    this.post.post(event, {
      ...(card && { card_id: card.cardId, cardholder_id: card.holderId, currency: ways.currency, livemode: false }),
      ...(holder && { cardholder_id: holder.holderId }),
      ...(card && line && writtenEvent(line, card, ways, hasReference)),
      ...data,
      ...extra(ways),
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const call = readCall(method, url, await readText(request));
    if (!call) {
      this.strays.push(`${method} ${url}`);
      return sendAnswer(response, { status: 404, body: { detail: 'Not Found' } });
    }
    if (this.credentials === undefined || headers['token'] !== `Bearer ${this.credentials.accessToken}`) {
      this.strays.push(`${method} ${url} with another token`);
      return sendAnswer(response, refusal(401, 'Invalid token'));
    }
    this.calls.push(call.name);
    await this.#goWrong(call, response, this.#nextMishap(call.name));
  }

  #nextMishap(name: CallName): Mishap | undefined {
    const next = this.#mishaps.find(({ mishap }) => mishap.on === name);
    if (!next) return undefined;
    next.left -= 1;
    if (next.left === 0) this.#mishaps = this.#mishaps.filter((planned) => planned !== next);
    return next.mishap;
  }

  async #goWrong(call: Call, response: ServerResponse, mishap: Mishap | undefined): Promise<void> {
    const { how, afterMs = 1_000 } = mishap ?? {};
    switch (how) {
      case 'reset':
        response.destroy();
        return;
      case 'answer-lost':
        this.#do(call, false);
        response.destroy();
        return;
      case 'done-late':
        response.destroy();
        await sleep(afterMs);
        this.#do(call, false);
        return;
      case 'error':
        return sendAnswer(response, { status: 500, body: { message: 'Internal Server Error' } });
      case 'error-but-done':
        this.#do(call, false);
        return sendAnswer(response, { status: 500, body: { message: 'Internal Server Error' } });
      case 'page':
        return sendAnswer(response, success(null), how);
      case 'refused-but-done':
        this.#do(call, false);
        return sendAnswer(response, refusal(400, 'Something is not as it should be'));
      case 'accepted-and-forgotten':
        return sendAnswer(response, accepted(call.body['card_id'], call.body['transaction_reference']));
      case 'no-data':
        this.#do(call, false);
        return sendAnswer(response, success(null));
      case 'limited-420':
        return sendAnswer(response, refusal(420, 'Too many requests'));
      case 'limited-429':
      case 'limited-with-wait':
        return sendAnswer(response, refusal(429, 'Too many requests'), how);
      case 'unauthorised':
        return sendAnswer(response, refusal(401, 'Invalid token'));
      case 'unknown-card':
        return sendAnswer(response, refusal(this.ways.unknownStatus, 'There is no card with this ID'));
      case 'slow': {
        const answer = this.#do(call, false);
        await sleep(afterMs);
        return sendAnswer(response, answer);
      }
      default: {
        const answer = this.#do(call, how === 'fails-later');
        if (this.ways.webhooksFirst) await this.post.idle();
        return sendAnswer(response, answer, how, afterMs);
      }
    }
  }

  /** Carries a call out, unless the limits of calls refuse it. */
  #do(call: Call, shouldFail: boolean): Answer {
    const { books, ways, credentials } = this;
    const isUsed = books.findTransfer(String(call.body['transaction_reference'])) !== undefined;
    const early =
      ways.limits && !(ways.referenceFirst && isUsed) ? this.#limits.refusalOf(call, this.#now()) : undefined;
    return early ?? answerCall({ books, ways, secretKey: credentials?.secretKey ?? '' }, call, shouldFail);
  }
}
