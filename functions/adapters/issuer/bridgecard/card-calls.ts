import type { CardIssuer, IssuerCard } from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { answered, done, echoed, isDeclined } from './answers.ts';
import { oncePerMs, type BridgecardClient } from './client.ts';
import { encryptPin } from './encrypt-pin.ts';
import { readCard, readCardList, readCreatedCard, readSecrets } from './transform-card.ts';

/** The properties of every card of the program. */
export type CardProduct = { readonly cardBrand: string; readonly secretKey: string };

type CardCalls = Pick<
  CardIssuer,
  'createCard' | 'findCard' | 'readCard' | 'freeze' | 'unfreeze' | 'close' | 'setPin' | 'reveal'
>;

const malformedPin = { outcome: 'fault', detail: 'a PIN is not four digits' } as const;

/** The calls about cards themselves. */
export function cardCalls(client: BridgecardClient, { cardBrand, secretKey }: CardProduct): CardCalls {
  async function readCardById(issuerCardId: string): Promise<ProviderAnswer<IssuerCard | undefined>> {
    const answer = await client.get('/cards/get_card_details', { card_id: issuerCardId }, { isSecret: true });
    if (isDeclined(answer, 'card_not_found')) return { outcome: 'success', value: undefined };
    const read = answered('get_card_details', answer, readCard);
    return echoed('card_id', read, (card) => card.issuerCardId === issuerCardId);
  }

  async function setFrozen(path: string, issuerCardId: string, sendBeforeMs?: number): Promise<ProviderAnswer<'done'>> {
    const query = { card_id: issuerCardId };
    // Not retried: a first request that took effect late would undo a later change.
    return done(
      await client.call({
        method: 'PATCH',
        path,
        query,
        isRepeatable: false,
        rateLimitMs: oncePerMs.other,
        sendBeforeMs,
      }),
    );
  }

  return {
    async createCard(command) {
      const pin = encryptPin(command.pin, secretKey);
      if (pin === undefined) return malformedPin;
      const answer = await client.call({
        method: 'POST',
        path: '/cards/create_card',
        body: {
          cardholder_id: command.holderId,
          card_type: 'virtual',
          card_brand: cardBrand,
          card_currency: 'USD',
          // One of two amounts, which no later call changes. It is also the most that the issuer lets a card hold.
          card_limit: String(command.monthlySpendCents),
          transaction_reference: command.reference,
          funding_amount: String(command.fundingCents),
          pin,
          // The only way to find the card again after a lost answer.
          meta_data: { card_ref: command.cardId, label: command.label },
        },
        isRepeatable: false,
        rateLimitMs: oncePerMs.other,
        sendBeforeMs: command.sendBeforeMs,
      });
      return answered('create_card', answer, readCreatedCard);
    },

    async findCard({ holderId, cardId }) {
      const query = { cardholder_id: holderId };
      const answer = await client.get('/cards/get_all_cardholder_cards', query, { isSecret: true });
      const read = answered('get_all_cardholder_cards', answer, readCardList);
      if (read.outcome !== 'success') return read;
      const found = read.value.cards.find((card) => card.cardId === cardId);
      if (found?.card) return { outcome: 'success', value: found.card };
      if (found) return readCardById(found.issuerCardId);
      // The contract does not say which fields the list has: a card in it without our id may be any of ours.
      for (const { issuerCardId } of read.value.cards.filter((card) => card.cardId === undefined)) {
        const card = await readCardById(issuerCardId);
        if (card.outcome !== 'success' || card.value?.cardId === cardId) return card;
      }
      return read.value.isWhole
        ? { outcome: 'success', value: undefined }
        : { outcome: 'unknown', detail: 'get_all_cardholder_cards: the list is not whole' };
    },

    readCard: readCardById,
    freeze: (issuerCardId, sendBeforeMs) => setFrozen('/cards/freeze_card', issuerCardId, sendBeforeMs),
    unfreeze: (issuerCardId, sendBeforeMs) => setFrozen('/cards/unfreeze_card', issuerCardId, sendBeforeMs),

    async close(issuerCardId, sendBeforeMs) {
      const path = `/cards/delete_card/${encodeURIComponent(issuerCardId)}`;
      return done(
        await client.call({
          method: 'DELETE',
          path,
          isRepeatable: false,
          rateLimitMs: oncePerMs.other,
          sendBeforeMs,
        }),
      );
    },

    async setPin(command) {
      const pin = encryptPin(command.pin, secretKey);
      if (pin === undefined) return malformedPin;
      const request = {
        method: 'POST',
        body: { card_id: command.issuerCardId, card_pin: pin },
        isRepeatable: true,
        rateLimitMs: oncePerMs.other,
        isSecret: true,
      } as const;
      const answer = await client.call({ ...request, path: '/cards/set_3d_secure_pin' });
      if (answer.outcome !== 'no_such_path') return done(answer);
      // One integrator knows the call by a newer name only.
      return done(await client.call({ ...request, path: '/cards/update_card_pin' }));
    },

    async reveal(issuerCardId) {
      const query = { card_id: issuerCardId };
      const answer = await client.get('/cards/get_card_details', query, { host: 'relay', isSecret: true });
      return answered('reveal', answer, (json) => readSecrets(json, issuerCardId));
    },
  };
}
