import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/daily-report.ts';
import { describeReport } from '#functions/domain/reports/describe-report.ts';
import { insert } from '#functions/ports/store.ts';
import { reportCsv } from '#shared/report-csv.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { cookiesOf } from '#test/support/signed-in.ts';
import { samples } from '#test/support/sample-entities.ts';

const { dailyReport } = samples;
const query = { day: dailyReport.day };

endpointSuite('admin.daily-report', {
  handler,
  good: async ({ world }) => {
    await world.store.commit([insert('dailyReport', dailyReport)]);
    return { query };
  },
  refusals: { NotFound: async () => ({ query: { day: '2026-11-20' } }) },
});

describe('GET /admin/reports/daily', () => {
  const asked = async (changes: Readonly<Record<string, string>> = {}) => {
    const world = moneyWorld();
    await world.store.commit([insert('dailyReport', dailyReport)]);
    const admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    return callRoute('admin.daily-report', handler, world.services, {
      as: admin,
      query: { ...query, ...changes },
    });
  };

  it('reports the day, our debts to people, and differences that no money in transit explains', async () => {
    const { reply } = await asked();
    expect(reply).toEqual({
      day: '2026-11-21',
      state: 'closed',
      asOf: expect.any(String),
      closedAt: expect.any(String),
      deposits: [
        {
          coin: 'USDT',
          count: 1,
          credited: 5_000,
          refunded: 0,
          commission: 100,
          received: '50',
          commissionInCoin: '1',
          paidOut: '0',
        },
      ],
      credited: 5_000,
      refunded: 0,
      revenue: {
        cardFees: 0,
        loadFees: 0,
        gross: 0,
        providerFees: 100,
        issuerFees: 0,
        referrals: 0,
        adjustments: 0,
        net: -100,
      },
      balances: {
        float: 0,
        onCards: 0,
        toFetch: 0,
        provider: 24_900,
        bank: 0,
        debts: 0,
        available: 25_000,
        held: 0,
        unclaimed: 0,
        cards: 0,
        rewards: 0,
        suspense: 0,
        refused: 0,
        liabilities: 25_000,
      },
      tieOut: 50,
      comparison: {
        at: expect.any(String),
        provider: [{ coin: 'USDT', books: '249', theirs: '248.5', inTransit: '0', difference: '-0.5', worth: 50 }],
        issuer: { books: 0, theirs: -300, inTransit: -300, difference: 0 },
      },
    });
  });

  it('is a file of comma-separated values on request', async () => {
    const world = moneyWorld();
    await world.store.commit([insert('dailyReport', dailyReport)]);
    const admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    const cookies = await cookiesOf(world.services, admin);
    const { text, headers } = await callEndpoint(handler, world.services, {
      cookies,
      query: { ...query, format: 'csv' },
    });
    expect(headers['content-disposition']).toContain('satchel-books-2026-11-21.csv');
    const lines = text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe('part,figure,coin,dollars,inCoin');
    expect(lines).toEqual(
      expect.arrayContaining([
        'deposits,commission,USDT,1.00,1',
        'revenue,net,,-1.00,',
        'provider,difference,USDT,0.50,-0.5',
        'issuer,inTransit,,-3.00,',
        'tieOut,tieOut,,0.50,',
      ]),
    );
  });

  it('states every amount of a coin as a number with all its digits in its file, also below zero', () => {
    const { deposits, comparison, ...report } = describeReport(dailyReport);
    // A day on which yesterday's deposit was refunded and a payout came back.
    const ofDay = { ...deposits[0]!, coin: 'BTC', received: '-0.00216', commissionInCoin: '-0.00004', paidOut: '-0.5' };
    const tie = { coin: 'BTC', books: '-0.00216', theirs: '-0.002', inTransit: '-0.1234567890123456789', worth: 1 };
    const provider = [{ ...tie, difference: '-0.00000001' }];
    const lines = reportCsv({ ...report, deposits: [ofDay], comparison: { ...comparison!, provider } }).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'deposits,received,BTC,,-0.00216',
        'deposits,commission,BTC,1.00,-0.00004',
        'deposits,paidOut,BTC,,-0.5',
        'provider,books,BTC,,-0.00216',
        'provider,theirs,BTC,,-0.002',
        'provider,inTransit,BTC,,-0.1234567890123456789',
        'provider,difference,BTC,0.01,-0.00000001',
      ]),
    );
  });

  it('names its day in its file, and what was received beside what was credited', () => {
    const { deposits, ...report } = describeReport(dailyReport);
    // $130 came for an invoice of $50, and $80 are refused.
    const ofDay = { ...deposits[0]!, coin: 'USDT', credited: 5_000, received: '130' };
    const lines = reportCsv({ ...report, deposits: [ofDay] }).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `report,day,,${dailyReport.day},`,
        'deposits,received,USDT,,130',
        'deposits,credited,USDT,50.00,',
      ]),
    );
  });

  it('says nothing of a difference that is not known yet, in its file too', () => {
    const report = { ...describeReport(dailyReport), tieOut: null, comparison: null };
    expect(reportCsv(report)).toContain('\r\ntieOut,tieOut,,,\r\n');
  });

  it.each(['2026-02-30', '2026-1-1', 'yesterday'])('refuses %s, which is no day', async (day) => {
    expect(await asked({ day })).toMatchObject({ status: 400 });
  });
});
