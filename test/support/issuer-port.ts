import type { Cardholder, CardIssuer, IssuerEvent, TransferCommand } from '#functions/ports/card-issuer.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { SimulatedIssuer } from './simulated-issuer.ts';

/** A call of the issuer's API. */
export type IssuerCall = Exclude<keyof CardIssuer, 'verifyWebhook' | 'parseWebhook'>;

/** The time limit of a call that changes something at the issuer, and its reference if it moves money. */
export type IssuerOrder = { readonly sendBeforeMs?: number | undefined; readonly reference?: string };

/**
 * Carries a call out or makes it fail. `act` changes the issuer's books and returns the answer; it may be run later,
 * twice or never. `order` is undefined for calls without a time limit.
 */
export type CarryOut = <T>(
  call: IssuerCall,
  act: () => ProviderAnswer<T>,
  order?: IssuerOrder,
) => Promise<ProviderAnswer<T>>;

/** Number of transactions per page. */
const pageSize = 20;

/** Makes the API of the simulated issuer. `carryOut` decides how its calls fail. */
export function issuerPort(issuer: SimulatedIssuer, carryOut: CarryOut): CardIssuer {
  const success = <T>(value: T): ProviderAnswer<T> => ({ outcome: 'success', value });
  const declined = (reason: DeclineReason): ProviderAnswer<never> => ({ outcome: 'declined', reason, detail: '' });
  const done = (isDone: boolean): ProviderAnswer<'done'> => (isDone ? success('done') : declined('card_not_found'));
  const holder = (holderId: string, userId: Cardholder['userId']): ProviderAnswer<Cardholder | undefined> =>
    success(issuer.deletedHolders.has(holderId) ? undefined : { holderId, userId, status: 'verified' });
  const transfer = (call: 'load' | 'unload', order: TransferCommand): Promise<ProviderAnswer<'accepted'>> =>
    carryOut(
      call,
      () => {
        const taken = issuer.take(call, order);
        return taken === 'accepted' ? success(taken) : declined(taken);
      },
      order,
    );

  return {
    registerCardholder: (order) =>
      carryOut(
        'registerCardholder',
        () => success({ holderId: `holder-${order.userId}`, userId: order.userId, status: 'verified' }),
        { sendBeforeMs: order.sendBeforeMs },
      ),
    readCardholder: (holderId) => carryOut('readCardholder', () => holder(holderId, undefined)),
    findCardholder: (userId) => carryOut('findCardholder', () => holder(`holder-${userId}`, userId)),
    deleteCardholder: (holderId, sendBeforeMs) =>
      carryOut(
        'deleteCardholder',
        () => {
          issuer.deletedHolders.add(holderId);
          return success('done');
        },
        { sendBeforeMs },
      ),
    createCard: (order) =>
      carryOut(
        'createCard',
        () =>
          issuer.isShortOf(order.fundingCents)
            ? declined('insufficient_float')
            : success({ issuerCardId: issuer.issueCard(order) }),
        order,
      ),
    findCard: ({ cardId }) =>
      carryOut('findCard', () => success([...issuer.cards.values()].find((card) => card.cardId === cardId))),
    readCard: (issuerCardId) => carryOut('readCard', () => success(issuer.cards.get(issuerCardId))),
    load: (order) => transfer('load', order),
    unload: (order) => transfer('unload', order),
    readTransfer: ({ reference }) =>
      carryOut('readTransfer', () => success(issuer.transfers.get(reference)?.state ?? 'not_found')),
    freeze: (issuerCardId, sendBeforeMs) =>
      carryOut('freeze', () => done(issuer.setActive(issuerCardId, false)), { sendBeforeMs }),
    unfreeze: (issuerCardId, sendBeforeMs) =>
      carryOut('unfreeze', () => done(issuer.setActive(issuerCardId, true)), { sendBeforeMs }),
    close: (issuerCardId, sendBeforeMs) =>
      carryOut('close', () => done(issuer.deleteCard(issuerCardId)), { sendBeforeMs }),
    setPin: ({ issuerCardId, pin }) =>
      carryOut('setPin', () => {
        issuer.pins.set(issuerCardId, pin);
        return success('done');
      }),
    reveal: () =>
      carryOut('reveal', () =>
        success({
          cardNumber: '5555550000004444',
          expiry: '11/29',
          cvv: '123',
          billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
        }),
      ),
    listTransactions: ({ issuerCardId, page }) =>
      carryOut('listTransactions', () => {
        const all = issuer.transactions.filter((each) => each.issuerCardId === issuerCardId);
        return success({
          transactions: all.slice((page - 1) * pageSize, page * pageSize),
          pages: Math.max(1, Math.ceil(all.length / pageSize)),
        });
      }),
    readTransaction: ({ issuerCardId, reference }) =>
      carryOut('readTransaction', () =>
        success(issuer.transactions.find((each) => each.issuerCardId === issuerCardId && each.reference === reference)),
      ),
    readFloat: () => carryOut('readFloat', () => success(issuer.floatCents)),
    verifyWebhook: (signature) => signature === 'authentic',
    parseWebhook: (rawBody) => {
      const event = JSON.parse(Buffer.from(rawBody).toString('utf8')) as IssuerEvent & { readonly code?: string };
      if (event.type !== 'code') return event;
      const { code, ...rest } = event;
      // Removes the code everywhere, also from the merchant's name, as the adapter does.
      const redacted = JSON.stringify(rest).replaceAll(code ?? '\0', '');
      return { ...(JSON.parse(redacted) as typeof rest), code, redactedBody: Buffer.from(redacted) };
    },
  };
}
