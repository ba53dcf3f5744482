import { cents } from '#shared/money.ts';
import type { IssuerCard } from '#functions/ports/card-issuer.ts';
import { samples } from './sample-entities.ts';

/** The card of the samples as the issuer reports it. */
export const issuedCard: IssuerCard = {
  issuerCardId: 'issued-1',
  holderId: 'holder-1',
  cardId: samples.card.cardId,
  last4Digits: '4444',
  brand: 'Mastercard',
  isActive: true,
  isDeleted: false,
  isBlocked: false,
  bookBalanceCents: cents(500),
  availableBalanceCents: cents(500),
  shortDeclines: undefined,
};
