import { randomBytes } from 'node:crypto';
import { requireCard, requireLivingCard } from '../engine/find-records.ts';
import { type CallHandler, success } from '../engine/issuer.ts';
import { refusal } from '../engine/issuer-refusal.ts';
import { queryText } from './field-reader.ts';
import { cardView } from './views.ts';

const lifetimeMs = 60_000;

/** `GET cards/generate_token_for_card_details?card_id=`: a token for one look at the card within 60 seconds. */
export const generateRevealToken: CallHandler = (issuer, call) => {
  const card = requireLivingCard(issuer, queryText(call.query, 'card_id'));
  const id = randomBytes(32).toString('base64url');
  issuer.books.revealTokens.put({ id, cardId: card.id, expiresAt: issuer.clock.now() + lifetimeMs });
  return success(200, 'Token generated successfully', { token: id });
};

/** `GET cards/get_card_details_from_token?token=`: needs no API token, because the browser itself calls it. */
export const getCardDetailsFromToken: CallHandler = (issuer, call) => {
  const token = issuer.books.revealTokens.get(queryText(call.query, 'token'));
  if (!token || token.expiresAt <= issuer.clock.now()) throw refusal(400, 'Invalid or expired token');
  issuer.books.revealTokens.delete(token.id);
  const secrets = call.host === 'relay' ? 'clear' : 'sealed';
  return success(
    200,
    'Card details fetched successfully',
    cardView(issuer, requireCard(issuer, token.cardId), secrets),
  );
};
