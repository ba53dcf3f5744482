import type { Card } from '../books/records.ts';
import { controlCardSummary, controlCardView } from '../api/views.ts';
import { emitCardEvent, eventTime } from '../engine/card-events.ts';
import { deleteCard } from '../engine/delete-card.ts';
import type { Issuer } from '../engine/issuer.ts';
import { periodicJobs } from '../engine/periodic-jobs.ts';
import { DoorRefusal } from '../../kit/control-door.ts';
import { bodyInteger, bodyText, type ControlHandler, optionalBodyText } from './control-request.ts';

function requireCard(issuer: Issuer, params: Readonly<Record<string, string>>): Card {
  const card = issuer.books.cards.get(params['cardId'] ?? '');
  if (!card) throw new DoorRefusal(404, 'There is no such card');
  return card;
}

/** `GET cards`: all cards without their secrets, newest first. */
export const listCards: ControlHandler = ({ issuer }) => ({
  cards: issuer.books.cards.all().toReversed().map(controlCardSummary),
});

/** `GET cards/{cardId}`: everything about one card, the only place that shows its number. */
export const showCard: ControlHandler = ({ issuer }, { params }) =>
  controlCardView(issuer, requireCard(issuer, params));

/** `POST cards/{cardId}/flag_fraud { reason? }`: the issuer blocks the card for good. */
export const flagFraud: ControlHandler = ({ issuer }, { params, body }) => {
  const card = issuer.books.cards.put({ ...requireCard(issuer, params), fraud: true });
  const reason = optionalBodyText(body, 'reason') ?? 'Suspicious transactions';
  // The event's name is misspelt as the issuer sends it.
  emitCardEvent(issuer, card, 'card_flagged_due_to_suspiscion_of_fraud.activated', { reason });
  return controlCardSummary(card);
};

/** `POST cards/{cardId}/delete { reason? }`: the issuer deletes the card, even with work under way. */
export const deleteByIssuer: ControlHandler = ({ issuer }, { params, body }) => {
  const card = requireCard(issuer, params);
  if (card.state === 'deleted') throw new DoorRefusal(409, 'It is deleted already');
  return controlCardSummary(deleteCard(issuer, card, optionalBodyText(body, 'reason') ?? 'Deleted by the issuer'));
};

/** `POST cards/{cardId}/otp { amount, merchant }`: a one-time code for 3-D Secure, sent to the program. */
export const sendOtp: ControlHandler = ({ issuer }, { params, body }) => {
  const card = requireCard(issuer, params);
  const otp = String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
    .padStart(6, '0')
    .slice(-6);
  emitCardEvent(issuer, card, '3d_secure_otp_event.generated', {
    otp,
    merchant_name: bodyText(body, 'merchant'),
    amount: String(bodyInteger(body, 'amount', 1)),
    last_four_digits: card.pan.slice(-4),
    ...eventTime(issuer.clock.now()),
  });
  return { otp };
};

/** `POST jobs/{name} { cardId? }`: runs `monthly-fee`, `inactivity` or `deletion`; for a named card without waiting. */
export const runJob: ControlHandler = ({ issuer }, { params, body }) => {
  const name = params['name'] ?? '';
  const job = periodicJobs.get(name);
  if (!job) throw new DoorRefusal(404, `There is no such job; there are ${[...periodicJobs.keys()].join(', ')}`);
  return { job: name, affected: job(issuer, optionalBodyText(body, 'cardId')) };
};
