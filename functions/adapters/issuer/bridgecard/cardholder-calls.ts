import type { CardIssuer, Cardholder } from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { answered, done, echoed, isDeclined } from './answers.ts';
import { oncePerMs, type BridgecardClient } from './client.ts';
import { cardholderName } from './cardholder-name.ts';
import { readCardholder, readCardholderPage, readRegistration } from './transform-cardholder.ts';

/** Values for required fields that the program does not ask people for. */
export type CardholderDefaults = {
  readonly phone: string;
  readonly address: {
    readonly street: string;
    readonly houseNumber: string;
    readonly city: string;
    readonly state: string;
    readonly country: string;
    readonly postalCode: string;
  };
};

/** Maximum number of pages that a search for a cardholder reads; after them it ends undecided. */
const mostPages = 200;
const longestSearchMs = 20_000;

/** The calls about cardholders. */
export function cardholderCalls(
  client: BridgecardClient,
  { phone, address }: CardholderDefaults,
): Pick<CardIssuer, 'registerCardholder' | 'readCardholder' | 'findCardholder' | 'deleteCardholder'> {
  return {
    async registerCardholder({ userId, firstname, lastname, email, sendBeforeMs }) {
      const answer = await client.call({
        method: 'POST',
        // Not the synchronous twin: it takes up to 45 s, and a function has 30.
        path: '/cardholder/register_cardholder',
        body: {
          first_name: cardholderName(firstname, lastname),
          last_name: cardholderName(lastname, firstname),
          phone,
          email_address: email,
          address: {
            address: address.street,
            house_no: address.houseNumber,
            city: address.city,
            state: address.state,
            country: address.country,
            postal_code: address.postalCode,
          },
          meta_data: { user_ref: userId },
        },
        isRepeatable: false,
        rateLimitMs: oncePerMs.registration,
        sendBeforeMs,
      });
      const registered = answered('register_cardholder', answer, readRegistration);
      if (registered.outcome !== 'success') return registered;
      return { outcome: 'success', value: { holderId: registered.value, userId, status: 'pending' } };
    },

    async readCardholder(holderId) {
      const answer = await client.get('/cardholder/get_cardholder', { cardholder_id: holderId }, { isSecret: true });
      if (isDeclined(answer, 'holder_not_found')) return { outcome: 'success', value: undefined };
      const read = answered('get_cardholder', answer, readCardholder);
      return echoed('cardholder_id', read, (cardholder) => cardholder.holderId === holderId);
    },

    async deleteCardholder(holderId, sendBeforeMs) {
      const answer = await client.call({
        method: 'DELETE',
        path: `/cardholder/delete_cardholder/${encodeURIComponent(holderId)}`,
        isRepeatable: true,
        rateLimitMs: oncePerMs.other,
        sendBeforeMs,
      });
      return isDeclined(answer, 'holder_not_found') ? { outcome: 'success', value: 'done' } : done(answer);
    },

    async findCardholder(userId): Promise<ProviderAnswer<Cardholder | undefined>> {
      const endMs = performance.now() + longestSearchMs;
      for (let page = 1; page <= mostPages && performance.now() < endMs; page += 1) {
        const answer = await client.get('/cards/get_all_cardholder', { page: String(page) }, { isSecret: true });
        const read = answered('get_all_cardholder', answer, readCardholderPage);
        if (read.outcome !== 'success') return read;
        const { cardholders, pages } = read.value;
        const cardholder = cardholders.find((candidate) => candidate.userId === userId);
        if (cardholder) return { outcome: 'success', value: cardholder };
        const isLastPage = pages === undefined ? cardholders.length === 0 : page >= pages;
        if (isLastPage) return { outcome: 'success', value: undefined };
      }
      return { outcome: 'unknown', detail: 'get_all_cardholder: more holders than one search may read' };
    },
  };
}
