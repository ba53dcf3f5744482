import { beforeEach, describe, expect, it } from 'vitest';
import { securityKinds } from '#shared/contract/audit.ts';
import { auditWrite, ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { describeSecurityEvent } from '#functions/domain/admin/describe-audit.ts';
import { listAudit, listSecurityLog } from '#functions/domain/admin/list-audit.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let ada: User;
let kim: User;
let admin: User;
beforeEach(async () => {
  world = moneyWorld();
  [ada, kim] = [await world.cardholder(0), await world.cardholder(0)];
  admin = await world.cardholder(0, { role: 'admin' });
  const { services } = world;
  const suspend = (userId: User['userId']) => ({
    actorId: admin.userId,
    userId,
    suspended: true,
    reasonForUser: 'Please call us.',
    note: 'Looks stolen.',
  });
  await world.store.commit([ownAuditWrite(services, { userId: ada.userId, action: 'sign-in' })]);
  world.clock.advance(1_000);
  await setSuspension(services, suspend(ada.userId));
  world.clock.advance(1_000);
  await setSuspension(services, suspend(kim.userId));
  world.clock.advance(1_000);
  const read = { action: 'person-read', actorId: admin.userId, subjectId: ada.userId } as const;
  await world.store.commit([auditWrite(services, { ...read, before: {}, after: {}, reason: undefined })]);
});

const kindsOf = async (filter: Parameters<typeof listAudit>[1]): Promise<string[]> =>
  (await listAudit(world.store, filter, { limit: 10 })).items.map(({ action }) => action);

describe('listAudit', () => {
  it('lists everything newest first, filtered by subject, actor or kind', async () => {
    expect(await kindsOf({})).toEqual(['person-read', 'suspend', 'suspend', 'sign-in']);
    expect(await kindsOf({ subjectId: ada.userId })).toEqual(['person-read', 'suspend', 'sign-in']);
    expect(await kindsOf({ actorId: admin.userId })).toEqual(['person-read', 'suspend', 'suspend']);
    expect(await kindsOf({ subjectId: ada.userId, actorId: admin.userId, kind: 'suspend' })).toEqual(['suspend']);
    expect(await kindsOf({ subjectId: ada.userId, actorId: admin.userId })).toEqual(['person-read', 'suspend']);
    expect(await kindsOf({ kind: 'unlock' })).toEqual([]);
  });

  it('returns how far back it has searched while there is more', async () => {
    const { items, cursor, reachedMs } = await listAudit(world.store, { kind: 'sign-in' }, { limit: 2 });
    expect(items).toEqual([]);
    expect(cursor).toBeDefined();
    expect(reachedMs).toBe(world.clock.now() - 1_000);
  });
});

it('a record of a person holds no words about them: those are erased with the account', () => {
  expect(JSON.stringify(world.store.all('audit'))).not.toMatch(/Looks stolen|Please call us/);
  expect(JSON.stringify(world.store.all('auditWords'))).toContain('Looks stolen');
});

describe('listSecurityLog', () => {
  it('shows a person’s own events without notes, ids of admins and reads of their file', async () => {
    const { items } = await listSecurityLog(world.store, ada.userId, { limit: 10 });
    const events = items.map(describeSecurityEvent);
    expect(events).toMatchObject([
      { kind: 'suspend', by: 'support', details: { isSuspended: true, reasonForUser: 'Please call us.' } },
      { kind: 'sign-in', by: 'you' },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Looks stolen|person-read/);
    expect(JSON.stringify(events)).not.toContain(admin.userId);
  });

  it('leaves out every kind that is not declared as the person’s to read', () => {
    expect(securityKinds).not.toContain('person-read');
    expect(securityKinds).not.toContain('decide-deposit');
  });
});
