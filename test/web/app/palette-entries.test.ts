import { describe, expect, it } from 'vitest';
import { findEntries, paletteEntries } from '#web/app/palette-entries.ts';

const cards = [
  { _id: 'crd_1', name: 'Everyday', label: 'Household', last4Digits: '4821', status: 'active' },
  { _id: 'crd_2', name: 'Gone', label: '', last4Digits: '1111', status: 'deleted' },
] as const;
const labels = (entries: readonly { readonly label: string }[]) => entries.map(({ label }) => label);
const forUser = paletteEntries('user', cards);

describe('the targets of the palette', () => {
  it('is what the role may see, cards by their names, and no deleted card', () => {
    expect(labels(forUser)).toEqual(
      expect.arrayContaining([
        'Dashboard',
        'Activity',
        'Referral Program',
        'Profile Settings',
        'Add Money',
        'Create Card',
        'Everyday',
      ]),
    );
    expect(labels(forUser)).not.toContain('Gone');
    const forAdmin = labels(paletteEntries('admin', []));
    expect(forAdmin).toContain('Profile Settings');
    for (const none of ['Referral Program', 'Add Money', 'Create Card']) expect(forAdmin).not.toContain(none);
  });

  it('has every key once', () => {
    const keys = forUser.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is found by any of its words, in any case, what begins with them first', () => {
    expect(labels(findEntries(forUser, ' EVERY '))).toEqual(['Everyday']);
    expect(labels(findEntries(forUser, '4821'))).toEqual(['Everyday']);
    expect(labels(findEntries(forUser, 'house'))).toEqual(['Everyday']);
    expect(labels(findEntries(forUser, 'card create'))).toEqual(['Create Card']);
    expect(labels(findEntries(forUser, 'p'))[0]).toBe('Profile Settings');
    expect(findEntries(forUser, 'nothing like it')).toEqual([]);
    expect(findEntries(forUser, '')).toEqual(forUser);
  });
});
