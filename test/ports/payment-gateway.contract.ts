import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Payment, PaymentGateway, PaymentState } from '#functions/ports/payment-gateway.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';

/** The fault of a call. `after`: the provider has done the order before that. */
export type CallFault = 'silence' | 'silence_after' | 'error' | 'error_after' | 'reset' | 'reset_after' | 'garbage';

/** An action of the payer, or of the provider's staff, on a payment. */
export type PaymentAct =
  | 'pay'
  | 'underpay'
  | 'underpay_finally'
  | 'overpay'
  | 'confirm_check'
  | 'expire'
  | 'fail'
  | 'lock'
  | 'refund';

/** A provider to try a gateway on. */
export type PaymentWorld = {
  readonly gateway: PaymentGateway;
  /** The same provider with a key that it does not know. */
  readonly stranger: PaymentGateway;
  /** No server listens there. */
  readonly unreachable: PaymentGateway;
  readonly callbackUrl: string;
  act(paymentId: string, act: PaymentAct): Promise<void>;
  /** Makes the next calls of one kind go wrong. */
  break(call: 'request' | 'read' | 'services', fault: CallFault, times: number): Promise<void>;
  /** Makes webhooks to come unauthentic. */
  forgeWebhooks(): Promise<void>;
  /** Ends all that was broken. */
  heal(): Promise<void>;
  /** The body of a delivered webhook about the payment. */
  webhook(paymentId: string): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** The contract of every payment gateway, before every provider. */
export function describePaymentGateway(name: string, start: () => Promise<PaymentWorld>): void {
  describe(`${name}, as every payment gateway,`, () => {
    let world: PaymentWorld;
    let count = 0;
    beforeAll(async () => {
      world = await start();
    });
    afterEach(() => world.heal());
    afterAll(() => world.close());

    function command() {
      count += 1;
      const depositId: Id<'deposit'> = `dep_01J9ZK3V7Q${String(count).padStart(16, '0')}`;
      return {
        depositId,
        amountCents: cents(5000),
        coin: 'USDT',
        network: 'TRON',
        callbackUrl: world.callbackUrl,
        returnUrl: 'https://satchel.example/balance',
        successUrl: 'https://satchel.example/balance',
      } as const;
    }

    async function open(): Promise<Payment> {
      return success(await world.gateway.requestPayment(command()));
    }

    it('opens an invoice in the coin and network that were asked for', async () => {
      const wanted = command();
      const payment = success(await world.gateway.requestPayment(wanted));
      expect(payment).toMatchObject({
        reference: wanted.depositId,
        state: 'waiting',
        isFinal: false,
        invoiceCurrency: 'USD',
        payerCurrency: 'USDT',
        network: world.gateway.networkCode('TRON'),
        receivedAmount: undefined,
      });
      expect(Number(payment.invoiceAmount)).toBe(50);
      expect(payment.payerAmount).toMatch(/^\d+(\.\d+)?$/);
      expect(payment.address).toBeTruthy();
      expect(URL.canParse(payment.payUrl ?? '')).toBe(true);
      expect(payment.expiresAtMs).toBeGreaterThan(payment.createdAtMs);
      expect(success(await world.gateway.readPayment(wanted.depositId))).toEqual(payment);
    });

    it('answers the same invoice when it is asked again', async () => {
      const wanted = command();
      const first = success(await world.gateway.requestPayment(wanted));
      expect(success(await world.gateway.requestPayment(wanted))).toEqual(first);
    });

    it('never answers an invoice that was not asked for', async () => {
      const wanted = command();
      await world.gateway.requestPayment(wanted);
      const outcomes = [
        await world.gateway.requestPayment({ ...wanted, amountCents: cents(5001) }),
        await world.gateway.requestPayment({ ...wanted, network: 'ETH' }),
        await world.gateway.requestPayment({ ...wanted, coin: 'BTC', network: 'BTC' }),
      ].map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['fault', 'fault', 'fault']);
    });

    it('declines amounts outside the limits of the coin', async () => {
      expect(await world.gateway.requestPayment({ ...command(), amountCents: cents(1) })).toMatchObject({
        outcome: 'declined',
        reason: 'amount_too_small',
      });
      const huge = { ...command(), amountCents: cents(2 ** 50) };
      expect(await world.gateway.requestPayment(huge)).toMatchObject({
        outcome: 'declined',
        reason: 'amount_too_large',
      });
    });

    it('does not know a payment that nobody opened', async () => {
      expect(await world.gateway.readPayment('dep_nobody')).toEqual({ outcome: 'success', value: undefined });
    });

    const ends: readonly (readonly [PaymentAct, PaymentState, boolean])[] = [
      ['pay', 'paid', true],
      ['overpay', 'paid_over', true],
      ['underpay', 'partly_paid', false],
      ['underpay_finally', 'paid_less', true],
      ['confirm_check', 'confirming', false],
      ['expire', 'expired', true],
      ['fail', 'failed', true],
    ];
    it.each(ends)('reports after "%s" that it is %s', async (act, state, isFinal) => {
      const { paymentId, reference } = await open();
      await world.act(paymentId, act);
      expect(success(await world.gateway.readPayment(reference))).toMatchObject({ paymentId, state, isFinal });
    });

    it('reports what was received, to the digit, and nothing before', async () => {
      const { paymentId, reference, payerAmount } = await open();
      await world.act(paymentId, 'pay');
      const paid = success(await world.gateway.readPayment(reference));
      expect(paid?.payerAmount).toBe(payerAmount);
      expect(Number(paid?.receivedAmount)).toBe(Number(payerAmount));
      const unpaid = await open();
      await world.act(unpaid.paymentId, 'expire');
      expect(success(await world.gateway.readPayment(unpaid.reference))?.receivedAmount).toBeUndefined();
    });

    it('reports locked and refunded payments', async () => {
      const { paymentId, reference } = await open();
      await world.act(paymentId, 'pay');
      await world.act(paymentId, 'lock');
      expect(success(await world.gateway.readPayment(reference))).toMatchObject({ state: 'locked' });
      const other = await open();
      await world.act(other.paymentId, 'pay');
      await world.act(other.paymentId, 'refund');
      const { state } = success(await world.gateway.readPayment(other.reference)) ?? {};
      expect(['refunding', 'refunded']).toContain(state);
    });

    it('lists what can be paid with, and quotes its rate', async () => {
      const services = success(await world.gateway.listServices());
      expect(services).toContainEqual(expect.objectContaining({ coin: 'USDT', network: 'TRON', isAvailable: true }));
      for (const { minAmount, maxAmount } of services) expect(Number(minAmount)).toBeLessThan(Number(maxAmount));
      expect(success(await world.gateway.readRate('BTC'))).toMatch(/^\d+(\.\d+)?$/);
    });

    it('reads our balance of a coin, which a payment raises by what it says is ours', async () => {
      const balance = async (): Promise<number> =>
        Number(success(await world.gateway.readBalances())['USDT'] ?? '0') * 1_000_000;
      const before = await balance();
      const wanted = command();
      const opened = success(await world.gateway.requestPayment(wanted));
      await world.act(opened.paymentId, 'pay');
      const paid = success(await world.gateway.readPayment(wanted.depositId));
      expect(Number(paid?.merchantAmount)).toBeGreaterThan(0);
      expect(Number(paid?.merchantAmount)).toBeLessThan(Number(paid?.receivedAmount));
      expect((await balance()) - before).toBeCloseTo(Number(paid?.merchantAmount) * 1_000_000, 2);
    });

    it('does not know our balance with a key that the provider does not know', async () => {
      expect(await world.stranger.readBalances()).toMatchObject({ outcome: 'fault' });
    });

    describe('when the provider misbehaves', () => {
      it.each(['silence', 'error', 'reset', 'garbage'] satisfies CallFault[])(
        'says that a request is unknown after %s, and a later one opens one invoice',
        async (fault) => {
          const wanted = command();
          await world.break('request', fault, 9);
          expect(await world.gateway.requestPayment(wanted)).toMatchObject({ outcome: 'unknown' });
          await world.heal();
          const opened = success(await world.gateway.requestPayment(wanted));
          expect(success(await world.gateway.readPayment(wanted.depositId))).toEqual(opened);
        },
      );

      it.each(['silence_after', 'error_after', 'reset_after'] satisfies CallFault[])(
        'says that a request is unknown after %s, and a read finds the invoice that was opened',
        async (fault) => {
          const wanted = command();
          await world.break('request', fault, 9);
          expect(await world.gateway.requestPayment(wanted)).toMatchObject({ outcome: 'unknown' });
          const found = success(await world.gateway.readPayment(wanted.depositId));
          expect(found).toMatchObject({ reference: wanted.depositId, state: 'waiting' });
          await world.heal();
          expect(success(await world.gateway.requestPayment(wanted))).toEqual(found);
        },
      );

      it.each(['silence', 'error', 'reset', 'garbage'] satisfies CallFault[])(
        'never takes %s for a payment that does not exist',
        async (fault) => {
          const { reference } = await open();
          await world.break('read', fault, 9);
          expect(await world.gateway.readPayment(reference)).toMatchObject({ outcome: 'unknown' });
        },
      );

      it('says that nothing was processed when nobody listens', async () => {
        expect(await world.unreachable.requestPayment(command())).toMatchObject({ outcome: 'not_processed' });
        expect(await world.unreachable.readPayment('dep_nobody')).toMatchObject({ outcome: 'not_processed' });
        expect(await world.unreachable.listServices()).toMatchObject({ outcome: 'not_processed' });
      });

      it('says that wrong credentials are our fault', async () => {
        expect(await world.stranger.requestPayment(command())).toMatchObject({ outcome: 'fault' });
        expect(await world.stranger.readPayment('dep_nobody')).toMatchObject({ outcome: 'fault' });
      });
    });

    describe('of a webhook', () => {
      it('reads the hint', async () => {
        const { paymentId, reference } = await open();
        await world.act(paymentId, 'pay');
        const body = await world.webhook(paymentId);
        expect(world.gateway.verifyWebhook(body)).toMatchObject({ paymentId, reference });
      });

      it('is sent again when it is asked for: of a paid payment alone, and not for ever', async () => {
        const { paymentId, reference } = await open();
        expect(success(await world.gateway.requestWebhook(reference))).toBe('not_offered');
        expect(success(await world.gateway.requestWebhook('dep_nobody'))).toBe('not_offered');
        await world.act(paymentId, 'pay');
        await world.webhook(paymentId);
        for (let times = 1; times <= 10; times += 1)
          expect(success(await world.gateway.requestWebhook(reference))).toBe('asked');
        expect(world.gateway.verifyWebhook(await world.webhook(paymentId))).toMatchObject({ paymentId, reference });
        expect(success(await world.gateway.requestWebhook(reference))).toBe('too_often');
        expect(await world.stranger.requestWebhook(reference)).toMatchObject({ outcome: 'fault' });
        expect(await world.unreachable.requestWebhook(reference)).toMatchObject({ outcome: 'not_processed' });
      });

      it('refuses one that was signed or changed by another', async () => {
        const { paymentId } = await open();
        await world.forgeWebhooks();
        await world.act(paymentId, 'pay');
        expect(world.gateway.verifyWebhook(await world.webhook(paymentId))).toBeUndefined();
        const other = await open();
        await world.heal();
        await world.act(other.paymentId, 'pay');
        const body = await world.webhook(other.paymentId);
        expect(world.stranger.verifyWebhook(body)).toBeUndefined();
        const changed = Buffer.from(Buffer.from(body).toString().replaceAll('"50', '"90'));
        expect(world.gateway.verifyWebhook(changed)).toBeUndefined();
      });

      it('refuses what is none', () => {
        for (const body of ['', '{}', '[]', 'null', '"sign"', '{"sign":"x"}', '\u0000'])
          expect(world.gateway.verifyWebhook(Buffer.from(body))).toBeUndefined();
      });
    });
  });
}

function success<T>(answer: ProviderAnswer<T>): T {
  if (answer.outcome !== 'success') throw new Error(`${answer.outcome}: ${answer.detail}`);
  return answer.value;
}
