import { describe, expect, it } from 'vitest';

import { csvDollars, csvOf } from '#shared/csv.ts';

const lines = (csv: string) => csv.replace('\ufeff', '').split('\r\n');

describe('a CSV file', () => {
  it('begins with the mark of UTF-8, has a line per row, and quotes cells with separators', () => {
    const csv = csvOf(
      ['A', 'B'],
      [
        ['plain', 12.5],
        ['a "b", c', 'two\nlines'],
        [' ends ', -3],
      ],
    );
    expect(csv.startsWith('\ufeffA,B\r\n')).toBe(true);
    expect(csv).toBe('\ufeffA,B\r\nplain,12.5\r\n"a ""b"", c","two\nlines"\r\n" ends ",-3\r\n');
  });

  it.each(['=1+1', '+SUM(A1)', '-2', '@cmd', '\t=1', ' =1', '\r=1', '＝1', '\n@x'])(
    'turns the formula %j into text',
    (formula) => {
      const [, line = ''] = csvOf(['A'], [[formula]]).split(/(?<=A)\r\n/);
      expect(line.replace(/^"/, '')[0]).toBe("'");
    },
  );

  it('leaves numbers and harmless text as they are', () => {
    expect(lines(csvOf(['A'], [[-12.5], [csvDollars(-150)], ['Deposit in USDT'], ['a-b']])).slice(1, 5)).toEqual([
      '-12.5',
      '-1.50',
      'Deposit in USDT',
      'a-b',
    ]);
  });
});
