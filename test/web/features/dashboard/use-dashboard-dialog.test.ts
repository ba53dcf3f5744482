import { describe, expect, it } from 'vitest';
import { cardDialogOf } from '#web/features/cards/use-card-dialog.ts';
import { dialogOf, queryOf, type DashboardDialog } from '#web/features/dashboard/use-dashboard-dialog.ts';

describe('a dialog in the address', () => {
  it.each<[string, DashboardDialog]>([
    ['add-money', { kind: 'add-money' }],
    ['add-money=BTC', { kind: 'add-money', coin: 'BTC' }],
    ['deposit=dep_1&add-money', { kind: 'add-money', depositId: 'dep_1' }],
    ['add-money=BTC&sum=400&aim=create-card', { kind: 'add-money', coin: 'BTC', sum: 400, aim: 'create-card' }],
    ['deposit=dep_1&add-money&aim=crd_1.5', { kind: 'add-money', depositId: 'dep_1', aim: 'crd_1.5' }],
    ['deposit=dep_1', { kind: 'deposit', depositId: 'dep_1' }],
    ['create-card', { kind: 'create-card' }],
  ])('is written as %s and read again', (query, dialog) => {
    expect(queryOf(dialog)).toBe(query);
    expect(dialogOf(new URLSearchParams(query))).toEqual(dialog);
  });

  it('is none without a query, or with one that means nothing', () => {
    for (const query of ['', 'deposit=', 'utm=1']) expect(dialogOf(new URLSearchParams(query))).toBeUndefined();
  });

  it('of a card begins with an amount only where the address gives whole cents', () => {
    expect(cardDialogOf(new URLSearchParams('load=1234'))).toEqual({ kind: 'load', prefill: 1234 });
    for (const query of ['load', 'load=', 'load=1.5', 'load=-3', 'load=x', 'load=99999999999'])
      expect(cardDialogOf(new URLSearchParams(query))).toEqual({ kind: 'load' });
    expect(cardDialogOf(new URLSearchParams('withdraw'))).toEqual({ kind: 'withdraw' });
    expect(cardDialogOf(new URLSearchParams('other'))).toBeUndefined();
  });
});
