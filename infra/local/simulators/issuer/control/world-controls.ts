import { decideHolder, type HolderDecision, holderDecisions } from '../engine/holders.ts';
import { setWallet, walletCents } from '../engine/issuer.ts';
import { DoorRefusal } from '../../kit/control-door.ts';
import { bodyInteger, bodyText, type ControlHandler } from './control-request.ts';

/** `POST wallet { amountCents }`: sets the issuing wallet. */
export const setWalletAmount: ControlHandler = ({ issuer }, { body }) => {
  setWallet(issuer, bodyInteger(body, 'amountCents', 0));
  return { amountCents: walletCents(issuer) };
};

/** `GET wallet`. */
export const showWallet: ControlHandler = ({ issuer }) => ({ amountCents: walletCents(issuer) });

/** `POST clock { advanceMs }`: moves the virtual time forward; everything that becomes due happens before the answer. */
export const advanceClock: ControlHandler = ({ issuer }, { body }) => {
  issuer.clock.advance(bodyInteger(body, 'advanceMs', 0));
  return { now: new Date(issuer.clock.now()).toISOString() };
};

/** `POST holders/{holderId}/decide { result }`: ends or repeats an identity check, or blacklists. */
export const decide: ControlHandler = ({ issuer }, { params, body }) => {
  const holder = issuer.books.holders.get(params['holderId'] ?? '');
  if (!holder) throw new DoorRefusal(404, 'There is no such holder');
  const result = bodyText(body, 'result');
  const decision = holderDecisions.find((known) => known === result) satisfies HolderDecision | undefined;
  if (!decision) throw new DoorRefusal(400, `"result" must be one of ${holderDecisions.join(', ')}`);
  const { id, state, blacklisted } = decideHolder(issuer, holder, decision);
  return { cardholderId: id, state, blacklisted };
};

/** `GET holders`: all holders, without personal details. */
export const listHolders: ControlHandler = ({ issuer }) => ({
  holders: issuer.books.holders.all().map(({ id, state, blacklisted, deleted, metaData }) => ({
    cardholderId: id,
    state,
    blacklisted,
    deleted,
    metaData,
  })),
});

/** `GET requests`: the calls of the issuer's API, without secrets, oldest first. */
export const listRequests: ControlHandler = ({ log }) => ({ requests: log.all() });

/** `GET settings`. */
export const showSettings: ControlHandler = ({ issuer }) => issuer.settings();

/** `POST settings`: changes the settings that the body names, and returns all. */
export const changeSettings: ControlHandler = ({ issuer, changeSettings: change }, { body }) => {
  try {
    change(body);
  } catch (error) {
    if (error instanceof RangeError) throw new DoorRefusal(400, error.message);
    throw error;
  }
  return issuer.settings();
};

/** `GET health`: the number of jobs and webhooks that are still to come. */
export const showHealth: ControlHandler = ({ issuer }) => ({
  ok: true,
  now: new Date(issuer.clock.now()).toISOString(),
  pendingJobs: issuer.books.jobs.count(),
  waitingWebhooks: issuer.books.webhooks.where('state', 'waiting').length,
});

/** `POST reset`: a fresh simulator that still knows where events go. */
export const reset: ControlHandler = (context) => {
  context.reset();
  return { reset: true };
};
