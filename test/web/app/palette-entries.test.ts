import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { cardActions, paletteEntries, type PaletteCard } from '#web/app/palette-entries.ts';

const everyday: PaletteCard = {
  _id: 'crd_1',
  name: 'Everyday',
  last4Digits: '4821',
  balance: cents(500),
  status: 'active',
  frozenReasons: [],
};
const gone: PaletteCard = {
  ...everyday,
  _id: 'crd_2',
  name: 'Gone',
  last4Digits: '1111',
  status: 'deleted',
};
const labels = (entries: readonly { readonly label: string }[]) => entries.map(({ label }) => label);
const forUser = paletteEntries('user', [everyday, gone]);

describe('the places of the palette', () => {
  it('are what the role may see, cards by their names, and no deleted card', () => {
    expect(labels(forUser)).toEqual([
      'Dashboard',
      'Activity',
      'Referral Program',
      'Profile Settings',
      'Security',
      'Notifications',
      'Reported Payments',
      'Add Money',
      'Create Card',
      'Everyday',
      'Terms',
      'Privacy',
      'FAQ',
      'Support',
    ]);
    const forAdmin = labels(paletteEntries('admin', []));
    for (const page of ['Profile Settings', 'Security', 'Notifications', 'Users', 'Desk'])
      expect(forAdmin).toContain(page);
    for (const none of ['Referral Program', 'Add Money', 'Create Card', 'Reported Payments'])
      expect(forAdmin).not.toContain(none);
  });

  it('have no key twice', () => {
    const keys = [...forUser, ...cardActions([everyday, gone], [{ cardId: 'crd_1' }])].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('what can be done with a card', () => {
  const of = (card: Partial<PaletteCard>) => labels(cardActions([{ ...everyday, ...card }], []));

  it('is every action while the card is active', () => {
    expect(cardActions([everyday], [{ cardId: 'crd_1' }])).toMatchObject([
      { label: 'Load Everyday', to: '/cards/crd_1?load' },
      { label: 'Freeze Everyday', to: '/cards/crd_1?freeze' },
      { label: 'Withdraw from Everyday', to: '/cards/crd_1?withdraw' },
      { label: 'Copy number of Everyday', act: { kind: 'copy-number' } },
      { label: 'Subscriptions of Everyday', to: '/cards/crd_1#subscriptions' },
    ]);
  });

  it('is unfreezing alone when its owner or declines froze it', () => {
    expect(of({ status: 'freezed', frozenReasons: ['owner'] })).toEqual(['Unfreeze Everyday']);
    expect(of({ status: 'freezed', frozenReasons: ['declines', 'owner'] })).toEqual(['Unfreeze Everyday']);
  });

  it('is paying what is owed when a debt froze it', () => {
    const frozen = { status: 'freezed', frozenReasons: ['debt'] } as const;
    expect(of({ ...frozen, frozenReasons: ['debt'], balance: cents(101) })).toEqual(['Pay what you owe from Everyday']);
    expect(of({ ...frozen, frozenReasons: ['debt'], balance: cents(100) })).toEqual([]);
  });

  it('is nothing while the card is being created, locked with the account, or deleted', () => {
    expect(of({ status: 'pending' })).toEqual([]);
    expect(of({ status: 'freezed', frozenReasons: ['owner', 'lock'] })).toEqual([]);
    expect(of({ status: 'deleted' })).toEqual([]);
  });
});
