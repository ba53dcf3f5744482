import { beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { closeTicket, takeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { sightBreak, ticketIdOf } from '#functions/domain/tickets/sight-break.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import { update } from '#functions/ports/store.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { foundBreak, openTicket } from '#test/support/open-ticket.ts';

let world: MoneyWorld;
let user: User;
let card: Card;
let admin: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  card = await world.openCard(user);
  await backOpenings(world);
});

const tickets = (): readonly Ticket[] => world.store.all('ticket');
const onlyTicket = (): Ticket => {
  const [ticket, ...others] = tickets();
  if (!ticket || others.length > 0)
    throw new Error(
      JSON.stringify(tickets().map(({ class: kind, subject, evidence }) => ({ kind, subject, evidence }))),
    );
  return ticket;
};
const audited = (): readonly [AuditRecord['action'], string][] =>
  world.store.all('audit').map(({ action, actorId }) => [action, actorId]);

/** Lets a minute pass and reconciles everybody. */
async function run(services = world.services): Promise<void> {
  world.clock.advance(60_000);
  await reconcile(services);
}

/** Charges the card at the issuer without our knowledge, so that the two balances differ. */
const charge = (amount: number): void => void world.issuer.charge(card.issuerCardId ?? '', amount, `UNSEEN-${amount}`);

describe('a break of reconciliation', () => {
  it('opens one ticket, however often it is seen', async () => {
    charge(100);
    await run();
    expect(onlyTicket()).toMatchObject({ class: 'CARD_BALANCE', state: 'open', seenCount: 1, userId: user.userId });
    await run();
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'open', seenCount: 3 });
    expect(audited()).toEqual([['break-opened', 'system']]);
  });

  it('closes when the finding is gone, and reopens when it comes back', async () => {
    charge(100);
    await run();
    await takeTicket(world.services, { ticketId: onlyTicket().ticketId, actorId: admin.userId });
    await catchUpCard(world.services, card, undefined, { isThorough: true });
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'closed', closedBy: 'system' });
    expect(audited().at(-1)).toEqual(['break-closed', 'system']);
    charge(50);
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'open', seenCount: 2 });
    expect(onlyTicket().takenBy).toBeUndefined();
    expect(audited().at(-1)).toEqual(['break-reopened', 'system']);
  });

  it('stays open while a provider that has to be asked is silent', async () => {
    charge(100);
    await run();
    await catchUpCard(world.services, card, undefined, { isThorough: true });
    const silent = async () => ({ outcome: 'unavailable' }) as never;
    const issuer = { ...world.services.issuer, findCard: silent, readCard: silent };
    await run({ ...world.services, issuer });
    expect(onlyTicket().state).toBe('open');
    await run();
    expect(onlyTicket().state).toBe('closed');
  });

  it('about all people stays open after a run that did not check everybody', async () => {
    await sightBreak(world.services, foundBreak(undefined), 'run');
    world.clock.advance(60_000);
    await reconcile(world.services, { aheadMs: 0 });
    expect(onlyTicket().state).toBe('open');
    await run();
    expect(onlyTicket().state).toBe('closed');
  });

  it('closes when it is gone, however many tickets that only people close are older', async () => {
    for (let number = 0; number < 101; number += 1)
      await openTicket(world.services, undefined, {
        ...(number % 2 === 0 ? { class: 'DECISION' } : { part: 'signals', class: 'NETWORK' }),
        subject: `older-${number}`,
      });
    world.clock.advance(60_000);
    charge(100);
    await run();
    const found = (): Ticket | undefined => tickets().find(({ class: kind }) => kind === 'CARD_BALANCE');
    expect(found()?.state).toBe('open');
    await catchUpCard(world.services, card, undefined, { isThorough: true });
    await run();
    expect(found()?.state).toBe('closed');
  });

  it('that is an event, such as a decision, waits for a person', async () => {
    await openTicket(world.services, user.userId, { part: 'internal', class: 'DECISION' });
    await run();
    expect(onlyTicket().state).toBe('open');
  });

  it('about late money waits for a person, or for the return of the account', async () => {
    const wallet = await world.wallet(user);
    await world.store.commit([update('wallet', wallet, { closedAtMs: world.clock.now() })]);
    await openTicket(world.services, user.userId, { part: 'liveness', class: 'UNCLAIMED' });
    await run();
    expect(onlyTicket().state).toBe('open');
    await world.store.commit([update('wallet', await world.wallet(user), { closedAtMs: undefined })]);
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'closed', closedBy: 'system' });
  });
});

describe('a ticket that an admin closed', () => {
  const close = (): Promise<Ticket> =>
    closeTicket(world.services, { ticketId: onlyTicket().ticketId, actorId: admin.userId, reason: 'Known.' });

  it('stays closed while the same finding is merely still there', async () => {
    charge(100);
    await run();
    await close();
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'closed', closedBy: 'staff', closingReason: 'Known.', seenCount: 2 });
    expect(auditsIn(world.store).at(-1)).toMatchObject({
      action: 'break-closed',
      actorId: admin.userId,
      reason: 'Known.',
    });
  });

  it('pages nobody while it stays closed, and again when it opens', async () => {
    const pages = () => world.logs.filter(({ level }) => level === 'error').map(({ message }) => message);
    charge(100);
    await run();
    await run();
    await close();
    expect(pages()).toEqual(['reconciliation break', 'reconciliation break']);
    await run();
    expect(pages()).toHaveLength(2);
    charge(50);
    await run();
    expect(pages()).toHaveLength(3);
  });

  it('opens again when the amount changes', async () => {
    charge(100);
    await run();
    await close();
    charge(50);
    await run();
    expect(onlyTicket()).toMatchObject({ state: 'open' });
    expect(onlyTicket().closingReason).toBeUndefined();
  });

  it('opens again when its finding returns after two days', async () => {
    const found = foundBreak(user.userId);
    await sightBreak(world.services, found, 'person');
    await close();
    world.clock.advance(49 * 60 * 60_000);
    await sightBreak(world.services, found, 'person');
    expect(onlyTicket()).toMatchObject({ ticketId: ticketIdOf(found), state: 'open' });
  });

  it.each(['DECISION', 'UNCLAIMED'] as const)(
    'about an event stays closed where no run saw it for three days, and opens for a new event: %s',
    async (kind) => {
      const found = { ...foundBreak(user.userId), class: kind, atMs: world.clock.now() };
      await sightBreak(world.services, found, 'run');
      await close();
      world.clock.advance(73 * 60 * 60_000);
      await sightBreak(world.services, found, 'run');
      expect(onlyTicket()).toMatchObject({ state: 'closed', seenCount: 2 });
      await sightBreak(world.services, { ...found, atMs: world.clock.now() }, 'run');
      expect(onlyTicket()).toMatchObject({ state: 'open' });
    },
  );

  it('is closed by only one of two admins at once, and never taken by the person it is about', async () => {
    const other = await world.cardholder(0, { role: 'admin', staffRole: 'admin' });
    const ticketId = await openTicket(world.services, user.userId);
    const closings = await Promise.allSettled(
      [admin, other].map(({ userId: actorId }) => closeTicket(world.services, { ticketId, actorId, reason: 'Known.' })),
    );
    expect(closings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(audited().filter(([action]) => action === 'break-closed')).toHaveLength(1);
    const own = await openTicket(world.services, admin.userId);
    const refused = takeTicket(world.services, { ticketId: own, actorId: admin.userId });
    await expect(refused).rejects.toMatchObject({ code: 'Forbidden' });
  });

  it('is taken from the owner who was shown, and from nobody else', async () => {
    const [second, third] = await Promise.all(
      [0, 0].map(() => world.cardholder(0, { role: 'admin', staffRole: 'admin' })),
    );
    const ticketId = await openTicket(world.services, user.userId);
    const take = (by: User | undefined, from?: Id<'user'> | null) =>
      takeTicket(world.services, { ticketId, actorId: by!.userId, from });
    await take(admin, null);
    await expect(take(second, null)).rejects.toMatchObject({ code: 'Conflict' });
    expect((await take(admin, null)).takenBy).toBe(admin.userId);
    expect((await take(second, admin.userId)).takenBy).toBe(second?.userId);
    await expect(take(third, admin.userId)).rejects.toMatchObject({ code: 'Conflict' });
    expect((await take(third)).takenBy).toBe(third?.userId);
  });
});
