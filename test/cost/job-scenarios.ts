import { cents } from '#shared/money.ts';
import type { jobGrants } from '#infra/definition/grants.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import type { ReturnedMail } from '#functions/ports/returned-mails.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { insert, update } from '#functions/ports/store.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { samples } from '#test/support/sample-entities.ts';
import { join, type CostStage } from './cost-stage.ts';

/** The jobs of the schedule. */
export type JobName = keyof typeof jobGrants;

type Prepare = (stage: CostStage) => Promise<void>;

const hourMs = 60 * 60_000;

/** Number of people for whom a job finds work. */
const dueCount = 10;

/**
 * Scenarios of each job: without due work, and with the work of ten people. Their costs must be the same on platforms
 * of any size, because a job's cost depends only on what is due.
 */
export const jobScenarios: { readonly [J in JobName]: Readonly<Record<string, Prepare>> } = {
  'sweep-operations': {
    'nothing is due': async () => undefined,
    'ten loads are due': async (stage) => {
      await each(stage, async (user, { world }) => {
        const card = await world.openCard(user);
        const command = { user, cardId: card.cardId, requestedCents: cents(2_000), includesFee: false };
        await requestLoad(world.services, { ...command, claim: undefined });
      });
      stage.world.clock.advance(10 * 60_000);
    },
  },
  'remind-people': {
    'nothing is due': async () => undefined,
    'ten accounts have begun to owe money': async (stage) =>
      each(stage, async ({ userId }, { services }) => {
        const wallet = await services.store.get('wallet', { userId });
        const owed = { debtCents: cents(500), dueAtMs: services.clock.now() };
        if (wallet) await services.store.commit([update('wallet', wallet, owed)]);
      }),
  },
  'catch-up-cards': {
    'one card is due': async ({ world }) => world.clock.advance(hourMs),
    'one card with a full page of purchases is due': async (stage) => {
      await fillPage(stage);
      stage.world.clock.advance(hourMs);
    },
    'eleven cards are due': async (stage) => {
      await each(stage, async (user, { world }) => void (await world.openCard(user)));
      stage.world.clock.advance(hourMs);
    },
  },
  'poll-deposits': {
    'one deposit is due': async ({ world }) => world.clock.advance(hourMs),
    'eleven deposits are due': async (stage) => {
      await each(stage, async (user, { world }) => void (await openDeposit(world, user)));
      stage.world.clock.advance(hourMs);
    },
  },
  'erase-accounts': {
    'nothing is due': async () => undefined,
    'ten accounts are due': async (stage) => {
      await each(stage, async ({ userId }, { services }) => {
        const wallet = await services.store.get('wallet', { userId });
        if (wallet) await services.store.commit([update('wallet', wallet, { availableCents: cents(0) })]);
        await closeAccount(services, { userId, waiveCents: undefined });
      });
      stage.world.clock.advance(31 * 24 * hourMs);
    },
  },
  'read-float': {
    'nothing is under way': async () => undefined,
    'ten loads are under way': async (stage) => {
      await each(stage, async (user, { world }) => {
        const card = await world.openCard(user);
        const command = { user, cardId: card.cardId, requestedCents: cents(2_000), includesFee: false };
        await requestLoad(world.services, { ...command, claim: undefined });
      });
    },
  },
  'mark-returned-mails': {
    'a mail to a stranger came back': async ({ services }) => {
      const returned = [{ address: 'stranger@example.com', reason: 'bounce' }];
      Object.assign(services, { returnedMails: { listedSince: async () => returned } });
    },
    'ten mails came back': async (stage) => {
      const { services } = stage;
      const returned: ReturnedMail[] = [];
      await each(stage, async ({ userId, email }) => {
        const emailHash = await services.keys.emailHash(normaliseEmail(email));
        await services.store.commit([insert('emailOwner', { emailHash, userId })]);
        returned.push({ address: email, reason: 'bounce' });
      });
      Object.assign(services, { returnedMails: { listedSince: async () => returned } });
    },
  },
  'pay-referrals': {
    'nothing is due': async () => undefined,
    'ten payouts are due': async (stage) =>
      each(stage, async ({ userId }, { services }) => {
        const nowMs = services.clock.now();
        const account = newReferralAccount(userId, nowMs);
        await services.store.commit([
          insert('referralAccount', { ...account, balanceCents: cents(10_000), isAutomatic: true, dueAtMs: nowMs }),
        ]);
      }),
  },
  // Reads the day so far once an hour, or twice while it does not tie.
  'close-books': {
    'one person was busy': async () => undefined,
    'eleven were': cards,
  },
  reconcile: { 'one person was busy': async () => undefined, 'eleven were': cards },
  // A whole check costs as much as there are people, once a night, one page per run. Most runs find it done.
  'reconcile-fully': {
    'everybody was seen tonight': async ({ services }) => {
      const sample = samples.reconciliation;
      const nowMs = services.clock.now();
      await services.store.commit([
        insert('reconciliation', { ...sample, startedAtMs: nowMs, endedAtMs: nowMs, breaks: [], version: 1 }),
      ]);
    },
  },
  'rebuild-aggregates': {
    'one person was busy': async ({ world }) => world.clock.advance(26 * hourMs),
    'eleven were': async (stage) => {
      await cards(stage);
      stage.world.clock.advance(26 * hourMs);
    },
  },
};

/** Fills the first page of the card's list at the issuer with purchases that are already posted. */
async function fillPage({ world, services, card }: CostStage): Promise<void> {
  for (let line = 1; line <= 25; line += 1) world.issuer.charge(card.issuerCardId ?? '', 1, `KNOWN-${line}`);
  await catchUpCard(services, card, undefined);
}

async function cards(stage: CostStage): Promise<void> {
  await each(stage, async (user, { world }) => void (await world.openCard(user)));
}

async function each(
  stage: CostStage,
  does: (user: CostStage['user'], stage: CostStage) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < dueCount; n += 1) await does(await join(stage.world, 100 + n), stage);
}
