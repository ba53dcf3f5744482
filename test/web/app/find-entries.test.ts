import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { findEntries, type PaletteSource } from '#web/app/find-entries.ts';
import { paletteEntries, type PaletteCard } from '#web/app/palette-entries.ts';

const card = (id: string, name: string, last4Digits: string): PaletteCard => ({
  _id: `crd_${id}`,
  name,
  last4Digits,
  balance: cents(500),
  status: 'active',
  frozenReasons: [],
});
const source: PaletteSource = {
  role: 'user',
  cards: [card('1', 'Travel', '4821'), card('2', 'Groceries', '1007')],
  subscriptions: [{ cardId: 'crd_2' }],
  merchants: ['Netflix', 'Travelodge', 'Netflix', 'Whole Foods & Co'],
};
const admin: PaletteSource = { role: 'admin', staffRole: 'admin', cards: [], subscriptions: [], merchants: [] };
const found = (query: string, from = source) => findEntries(from, query).map(({ label }) => label);
const tid = 'txn_01JABCDEFGHJKMNPQRSTVWXYZ0';
const person = 'usr_01JABCDEFGHJKMNPQRSTVWXYZ0';

describe('the entries found by a cardholder', () => {
  it('are pages and cards, without the actions on cards, while nothing is typed', () => {
    expect(findEntries(source, '  ')).toEqual(paletteEntries('user', source.cards));
  });

  it('begin with the card of that name, then its actions, then payments, then the search', () => {
    expect(found(' TRAVEL ')).toEqual([
      'Travel',
      'Load Travel',
      'Freeze Travel',
      'Withdraw from Travel',
      'Copy number of Travel',
      'Payments at Travelodge',
      'Transactions “TRAVEL”',
    ]);
  });

  it('are the same with either apostrophe', () => {
    const from = { ...source, cards: [card('3', 'Ann’s trips', '2222')], merchants: ["O'Brien", 'L’Osteria'] };
    for (const query of ["ann's", 'ann’s', 'annʼs']) expect(found(query, from)[0]).toBe('Ann’s trips');
    for (const query of ["o'br", 'o’br']) expect(found(query, from)).toContain("Payments at O'Brien");
    expect(found("l'ost", from)).toContain('Payments at L’Osteria');
  });

  it('begin with an action whose name is typed', () => {
    expect(found('load')).toEqual(['Load Travel', 'Load Groceries', 'Transactions “load”']);
    expect(found('freeze gro')[0]).toBe('Freeze Groceries');
    expect(found('card create')[0]).toBe('Create Card');
    expect(found('p')[0]).toBe('Profile Settings');
    expect(found('subsc')).toEqual(['Subscriptions of Groceries', 'Transactions “subsc”']);
  });

  it('rank a label equal to the text first, then labels that begin with it, then words that do, then parts', () => {
    const cards = [card('1', 'Snowload', '1111'), card('2', 'Big load', '2222'), card('3', 'Load', '3333')];
    expect(found('load', { ...source, cards, subscriptions: [], merchants: [] })).toEqual([
      'Load',
      'Load Snowload',
      'Load Big load',
      'Load Load',
      'Big load',
      'Freeze Big load',
      'Withdraw from Big load',
      'Copy number of Big load',
      'Freeze Load',
      'Withdraw from Load',
      'Copy number of Load',
      'Snowload',
      'Freeze Snowload',
      'Withdraw from Snowload',
      'Copy number of Snowload',
      'Transactions “load”',
    ]);
  });

  it('offer the payments at a merchant once, as a search of the server', () => {
    expect(findEntries(source, 'netfl')).toMatchObject([
      { label: 'Payments at Netflix', to: '/activity?search=Netflix' },
      { label: 'Transactions “netfl”', to: '/activity?search=netfl' },
    ]);
    expect(findEntries(source, 'foods')[0]).toMatchObject({ to: '/activity?search=Whole%20Foods%20%26%20Co' });
  });

  it('recognize an amount, the last four digits and an id as the server does', () => {
    expect(findEntries(source, '$15.5')).toMatchObject([
      { label: 'Transactions of $15.50', to: '/activity?search=%2415.5' },
    ]);
    expect(found('4821')).toEqual([
      'Travel',
      'Load Travel',
      'Freeze Travel',
      'Withdraw from Travel',
      'Copy number of Travel',
      'Transactions of cards ending in 4821',
    ]);
    expect(findEntries(source, tid.toLowerCase())).toMatchObject([{ label: `Transaction ${tid}` }]);
    expect(found(person)).toEqual([]);
    expect(found('ann@example.com')).toEqual([]);
  });

  it('are none for a character that no entry holds', () => {
    expect(found('ß')).toEqual([]);
  });
});

describe('the entries found by an admin', () => {
  it('begin with a user’s page for an id, and with the list of users for the beginning of an email address', () => {
    expect(findEntries(admin, person)).toMatchObject([
      { label: `User ${person}`, to: `/users/${person}` },
      { to: `/transactions?search=${person}` },
    ]);
    expect(findEntries(admin, 'Ann@exam')).toMatchObject([
      { label: 'Users “Ann@exam”', to: '/users?search=Ann%40exam' },
      { label: 'Transactions of “Ann@exam”', to: '/transactions?search=Ann%40exam' },
    ]);
  });

  it('lead a TID, an id of a provider, last four digits and an amount to the transactions', () => {
    const chain = `0x${'ab12'.repeat(16)}`;
    for (const text of [tid, '$19.99', `crd_${tid.slice(4)}`])
      expect(findEntries(admin, text)).toMatchObject([{ to: `/transactions?search=${encodeURIComponent(text)}` }]);
    expect(findEntries(admin, '4821').map(({ to }) => to)).toEqual(['/transactions?search=4821', '/users?search=4821']);
    expect(findEntries(admin, chain).map(({ to }) => to)).toEqual([
      `/transactions?search=${chain}`,
      `/users?search=${chain}`,
    ]);
  });

  it('lead each kind of our ids to its list or page', () => {
    const ulid = tid.slice(4);
    const led = (prefix: string, from = admin) =>
      findEntries(from, `${prefix}_${ulid}`).map(({ to }) => to?.replace(`${prefix}_${ulid}`, '…'));
    expect(led('cas')).toEqual(['/admin/desk?list=cases&open=…']);
    expect(led('adj')).toEqual(['/transactions?search=…', '/admin/desk?list=adjustments&open=…']);
    expect(led('dep')).toEqual(['/transactions?search=…', '/admin/desk?list=deposits&open=…']);
    expect(led('op')).toEqual(['/transactions?search=…', '/admin/desk?list=operations&open=…']);
    expect(led('tkt')).toEqual(['/admin/desk?list=breaks&open=…']);
    expect(led('trs')).toEqual(['/admin/desk?list=treasury&open=…']);
    expect(led('mov')).toEqual(['/transactions?search=…']);
    expect(led('ses')).toEqual([]);
    expect(led('cas', source)).toEqual(['/cases/…']);
    expect(led('adj', source)).toEqual(['/activity?search=…']);
    expect(led('tkt', source)).toEqual([]);
  });

  it('include the platform’s settings and books, which a cardholder does not find', () => {
    expect(findEntries(admin, 'platform')).toMatchObject([{ to: '/admin/desk?view=settings' }, {}, {}]);
    expect(findEntries(admin, 'books')[0]).toMatchObject({ to: '/admin/desk?view=books' });
    expect(findEntries(admin, 'float')[0]).toMatchObject({ to: '/admin/float' });
    expect(found('platform')).toEqual(['Transactions “platform”']);
  });

  it('offer people and transactions for words, after the pages', () => {
    expect(found('trans', admin)).toEqual(['Transactions', 'Users “trans”', 'Transactions “trans”']);
  });
});
