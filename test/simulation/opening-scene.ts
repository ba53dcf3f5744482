import { handler as createCard } from '#functions/api/cards/create.ts';
import { handler as withdrawRewards } from '#functions/api/referrals/withdraw.ts';
import { handler as createDeposit } from '#functions/api/transactions/create.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { register } from '#functions/domain/auth/sign-up/register.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import type { Id } from '#shared/ids.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import { cents } from '#shared/money.ts';
import { idAt } from '#test/support/sample-entities.ts';
import { countAll, payOut, poll, sweep } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { replayedChoices, type Choices } from './choices.ts';
import { limitsOfStory } from './limit-audit.ts';
import { pricesOfStory } from './price-audit.ts';
import { processServices } from './process-services.ts';
import { adminsOf } from './staff.ts';
import { call, SimulatedWorld } from './simulated-world.ts';
import { day, lowerLimitsFromMs, secondPricesFromMs, startMs } from './story-times.ts';

/**
 * The people at the beginning, each with a balance in cents. Ann referred the others, and has just as much in rewards as
 * is paid out at once. Dan has so little that he may waive it and close his account.
 */
const openingPeople = [
  { name: 'Ann', amountInUsd: 24_000, hasCard: true },
  { name: 'Ben', amountInUsd: 9_000, hasCard: true },
  { name: 'Cleo', amountInUsd: 2_600, hasCard: false },
  { name: 'Dan', amountInUsd: 1_200, hasCard: false },
  { name: 'Eve', amountInUsd: 6_000, hasCard: true },
  { name: 'Finn', amountInUsd: 5_000, hasCard: true },
] as const;

/** More people whom Ann referred: her first rewards were paid out before the story, and there are enough for a second. */
const furtherPeople = ['Gil', 'Hal', 'Ida', 'Joe'].map((name) => ({ name, amountInUsd: 3_000, hasCard: true }));

/** The float at the beginning of a story, beside what cards have taken of it: enough for all that people ask for. */
const firstTopUpCents = cents(10_000_000);

let scene: Promise<SimulatedWorld> | undefined;
let crowdedScene: Promise<SimulatedWorld> | undefined;

/**
 * Makes a world in which six people have signed up, confirmed their addresses and deposited, by the real handlers; in
 * some stories ten.
 */
export async function openingScene(choices: Choices): Promise<SimulatedWorld> {
  const before = await (choices.oneIn(4) ? (crowdedScene ??= play(furtherPeople)) : (scene ??= play([])));
  const world = new SimulatedWorld(processServices, choices, startMs + day, before.table.clone());
  for (const [reference, invoice] of before.payments.invoices) world.payments.invoices.set(reference, invoice);
  for (const [issuerCardId, card] of before.issuer.cards) world.issuer.cards.set(issuerCardId, card);
  world.issuer.floatCents = before.issuer.floatCents;
  world.issuer.toppedUpCents = before.issuer.toppedUpCents;
  for (const userId of before.people) world.signedIn(userId, before.accessTokenOf(userId));
  return world;
}

async function play(further: typeof furtherPeople): Promise<SimulatedWorld> {
  const world = new SimulatedWorld(processServices, replayedChoices([]), startMs);
  let referrer: Id<'user'> | undefined;
  for (const [index, { name, amountInUsd, hasCard }] of [...openingPeople, ...further].entries()) {
    if (index === openingPeople.length && referrer !== undefined) await bePaid(world, referrer);
    const user = await join(world, index, referrer);
    const { userId } = user;
    const { accessToken } = await done(world, 'auth.login', (services) => openSession(services, user));
    world.signedIn(userId, accessToken);
    call(userId, name);
    if (referrer === undefined)
      await done(world, 'referral-terms', (services) => setReferralTerms(services, userId, { isPremium: true }));
    await deposit(world, userId, amountInUsd);
    if (hasCard) await orderCard(world, userId);
    referrer ??= userId;
  }
  await planVersions(world);
  for (const place of [90, 91]) await makeAdmin(world, place);
  await topUp(world);
  while (world.feed.waiting.length > 0) {
    await countAll(world);
    await world.settle();
  }
  return world;
}

/** Plans other prices and lower limits as staff, which begin during the story (story-times.ts). */
async function planVersions(world: SimulatedWorld): Promise<void> {
  const { cardFeeCents, firstLoadCents, hundredths, loadFixedCents } = pricesOfStory[2];
  const prices = {
    version: undefined,
    fromMs: secondPricesFromMs,
    cardFeeCents: cents(cardFeeCents),
    firstLoadCents: cents(firstLoadCents),
    loadPercent: hundredths / 100,
    loadFixedCents: cents(loadFixedCents),
  };
  const change = {
    actorId: idAt('usr', 900),
    readVersion: 0,
    values: firstSteering,
    prices: [prices],
    limits: [{ ...limitsOfStory[2], version: undefined, fromMs: lowerLimitsFromMs }],
    reason: 'A story changes prices and limits.',
  };
  await done(world, 'admin.change-settings', (services) => changeSettings(services, change));
}

/** Runs one piece of work to its end, alone. Throws when it fails or does not end. */
async function done<T>(world: SimulatedWorld, flow: string, work: (services: Services) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await world.start(flow, work, (end) => {
    if (end !== 'died' && 'value' in end) result = end;
    else throw new Error(`${flow} failed: ${end === 'died' ? end : String(end.thrown)}`);
  });
  await world.settle();
  if (!result) throw new Error(`${flow} does not end`);
  return result.value;
}

async function join(world: SimulatedWorld, index: number, referredBy: Id<'user'> | undefined): Promise<User> {
  const email = `person-${index}@example.com`;
  const applicant = {
    email,
    firstname: 'Pat',
    lastname: 'Person',
    password: 'Long-Walks-88',
    referredBy,
    // Of people in one network some would be held as one person.
    clientAddress: `198.51.${100 + index}.7`,
  };
  await done(world, 'auth.register', (services) => register(services, applicant as never));
  const code = /\/email\/verify\/([A-Za-z0-9_-]+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
  await done(world, 'auth.verify-email', (services) => verifyEmail(services, code));
  const user = entitiesOf(world.table, 'user').find((each) => each.email === email);
  if (!user) throw new Error(`${email} did not join`);
  for (let round = 0; user.holderId === undefined && round < 3; round += 1) {
    world.scheduler.nowMs += 60_000;
    await sweep(world);
    await world.settle();
  }
  return user;
}

async function deposit(world: SimulatedWorld, userId: Id<'user'>, amountInUsd: number): Promise<void> {
  const body = { currency: 'USDT', network: 'TRON', amountInUsd };
  const asked = await world.ask(userId, 'transactions.create', { handler: createDeposit, body });
  await world.settle();
  if (asked.answers[0]?.status !== 201) throw new Error(`no deposit: ${JSON.stringify(asked.answers)}`);
  const { transaction } = JSON.parse(asked.answers[0].body) as { transaction: { _id: string } };
  world.payments.become(transaction._id, 'paid', amountInUsd, false);
  for (let round = 0; round < 5; round += 1) {
    world.scheduler.nowMs += 5 * 60_000;
    await poll(world);
    await world.settle();
  }
  world.asked.length = 0;
}

/** Has a person join and makes them an admin, as a command does. */
async function makeAdmin(world: SimulatedWorld, place: number): Promise<void> {
  const { userId } = await join(world, place, undefined);
  await done(world, 'auth.register', async ({ store }) => {
    const user = await store.get('user', { userId });
    if (user) await store.commit([update('user', user, { role: 'admin' })]);
  });
}

/** Moves our first money to the issuer, as one admin enters it and the other one approves it. */
async function topUp(world: SimulatedWorld): Promise<void> {
  const [first, second] = adminsOf(world);
  world.issuer.topUp(firstTopUpCents);
  const entered = {
    kind: 'top_up',
    direction: 'out',
    amountCents: firstTopUpCents,
    feeCents: cents(0),
    coin: undefined,
    coinAmount: undefined,
    reference: 'first',
    reason: 'Our first money.',
    claim: undefined,
  } as const;
  const { moveId } = await done(world, 'admin.propose-treasury', (services) =>
    proposeMove(services, { ...entered, actorId: first }),
  );
  const decision = { moveId, actorId: second, outcome: 'approve', reason: 'It has arrived.' } as const;
  await done(world, 'admin.decide-treasury', (services) => decideMove(services, decision));
}

/** Has a referrer's rewards paid out. */
async function bePaid(world: SimulatedWorld, userId: Id<'user'>): Promise<void> {
  await world.ask(userId, 'referrals.withdraw', { handler: withdrawRewards });
  await world.settle();
  await payOut(world);
  await world.settle();
  if (entitiesOf(world.table, 'movement').every(({ kind }) => kind !== 'referral_payout')) throw new Error('no payout');
  world.asked.length = 0;
}

async function orderCard(world: SimulatedWorld, userId: Id<'user'>): Promise<void> {
  const asked = await world.ask(userId, 'cards.create', { handler: createCard, body: { name: 'Everyday', pin: 7 } });
  await world.settle();
  if (asked.answers[0]?.status !== 201) throw new Error(`no card: ${JSON.stringify(asked.answers)}`);
  world.issuer.news.length = 0;
  world.asked.length = 0;
}
