import { sealEnvelope } from './aes-envelope.ts';

/** The address for webhooks, and the secrets that sign them. */
export type Recipient = { readonly address: string; readonly secretKey: string; readonly webhookSecret: string };

/** The delivery of webhooks: at once, several times, later or never. */
export type Delivery = 'once' | 'twice' | 'tenfold' | 'held' | 'never';

/**
 * The signature header of a forged webhook. Everyone who saw one webhook can send `copied`, as the header does not
 * cover the body.
 */
export type ForgedHeader = 'copied' | 'other secret' | 'other key' | 'garbage' | 'none';

/**
 * Sends the issuer's webhooks. A webhook that is not accepted is not sent again, as the contract promises no retries.
 */
export class PostOffice {
  delivery: Delivery = 'once';
  recipient: Recipient | undefined;
  /** Statuses of the answers; 0 for no answer. */
  readonly answers: number[] = [];
  #held: string[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  post(event: string, data: unknown): void {
    const body = JSON.stringify({ event, data });
    if (this.delivery === 'never') return;
    if (this.delivery === 'held') {
      this.#held.push(body);
      return;
    }
    const copies = { once: 1, twice: 2, tenfold: 10 }[this.delivery];
    for (let copy = 0; copy < copies; copy += 1) void this.#begin(body, this.#signature());
  }

  /** Sends the held webhooks, the latest first, each after the answer to the one before. */
  async releaseReversed(): Promise<void> {
    const bodies = this.#held.toReversed();
    this.#held = [];
    for (const body of bodies) await this.#begin(body, this.#signature());
  }

  /** Sends an event that never happened. Returns the status. */
  async forge(event: string, data: unknown, header: ForgedHeader): Promise<number> {
    return this.#begin(JSON.stringify({ event, data }), this.#forgedHeader(header));
  }

  /** Resolves when all webhooks under way were answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #begin(body: string, header: string | undefined): Promise<number> {
    const sending = this.#send(body, header).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    return sending;
  }

  async #send(body: string, header: string | undefined): Promise<number> {
    const { recipient } = this;
    if (!recipient) return 0;
    const status = await fetch(recipient.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(header !== undefined && { 'x-webhook-signature': header }) },
      body,
      signal: AbortSignal.timeout(60_000),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    this.answers.push(status);
    return status;
  }

  #signature(): string {
    const { webhookSecret = '', secretKey = '' } = this.recipient ?? {};
    return sealEnvelope(webhookSecret, secretKey);
  }

  #forgedHeader(header: ForgedHeader): string | undefined {
    const { webhookSecret = '', secretKey = '' } = this.recipient ?? {};
    switch (header) {
      case 'copied':
        return this.#signature();
      case 'other secret':
        return sealEnvelope(`${webhookSecret}x`, secretKey);
      case 'other key':
        return sealEnvelope(webhookSecret, `${secretKey}x`);
      case 'garbage':
        return 'U2FsdGVkX1+not-base64-at-all';
      case 'none':
        return undefined;
    }
  }
}
