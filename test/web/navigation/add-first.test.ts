import { describe, expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { addFirst, aimAddress, aimOf } from '#web/navigation/add-first.ts';

describe('a deposit that is made for a load', () => {
  it('asks for what is missing, and for the minimum at least', () => {
    expect(addFirst(1234).label).toBe('Add $12.34 first');
    expect(addFirst(3).label).toBe('Add $5.00 first');
    expect(addFirst(99_999_999).label).toBe('Add $10,000.00 first');
  });

  it('leads to Add Funds with the sum, and back to the load', () => {
    const to = addFirst(1234).to({ cardId: 'crd_01ABC', cents: cents(4000) });
    expect(to).toBe('/dashboard?add-money&sum=1234&aim=crd_01ABC.4000');
    const aim = aimOf(new URLSearchParams(to.split('?')[1]).get('aim'));
    expect(aim).toEqual({ cardId: 'crd_01ABC', cents: 4000 });
    expect(aim !== undefined && aim !== 'create-card' && aimAddress(aim)).toBe('/cards/crd_01ABC?load=4000');
    expect(aimOf('create-card')).toBe('create-card');
  });

  it('ignores an address that was changed by hand', () => {
    for (const text of [null, '', 'crd_1', 'crd_1.0', 'crd_1.x', '//evil.test.5', 'crd_1/../x.5'])
      expect(aimOf(text)).toBeUndefined();
  });
});
