import { sealEnvelope } from './aes-envelope.ts';

/** Where webhooks go, and what they are signed with. */
export type Recipient = { readonly address: string; readonly secretKey: string; readonly webhookSecret: string };

/** The delivery to the recipient: as it happens, several times, later or never. */
export type Delivery = 'once' | 'twice' | 'tenfold' | 'held' | 'never';

/**
 * The header of a forger. `copied` is available to everyone who saw one webhook: the header does not cover the body.
 */
export type ForgedHeader = 'copied' | 'other secret' | 'other key' | 'garbage' | 'none';

/** Sends the issuer's webhooks (issuer.md 2.1). What is not taken is not sent again: nothing promises that it would be. */
export class PostOffice {
  delivery: Delivery = 'once';
  recipient: Recipient | undefined;
  /** The statuses it was answered with, and 0 where nobody answered. */
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

  /** Sends what was held back, the latest first, each answered before the next. */
  async releaseReversed(): Promise<void> {
    const bodies = this.#held.toReversed();
    this.#held = [];
    for (const body of bodies) await this.#begin(body, this.#signature());
  }

  /** Sends an event that never happened. Returns the status. */
  async forge(event: string, data: unknown, header: ForgedHeader): Promise<number> {
    return this.#begin(JSON.stringify({ event, data }), this.#forgedHeader(header));
  }

  /** Ends when everything under way was answered. */
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
