import { expect, it } from 'vitest';
import { inParallel } from '#functions/domain/in-parallel.ts';

it('works on each item once, three at a time, reports every failure, and goes on with the other items', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  const worked: number[] = [];
  const reported: number[] = [];
  let under = 0;
  let most = 0;
  const outcome = await inParallel(
    items,
    3,
    async (item) => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      worked.push(item);
      if (item % 4 === 0) throw new Error('scripted');
    },
    (item) => void reported.push(item),
  );
  expect(worked.toSorted((a, b) => a - b)).toEqual(items);
  expect(reported.toSorted((a, b) => a - b)).toEqual([0, 4, 8, 12, 16]);
  expect(outcome).toEqual({ done: 15, failed: 5, left: 0 });
  expect(most).toBe(3);
});

it('begins no further task once the time is over, and counts the remaining ones', async () => {
  const begun: number[] = [];
  const items = Array.from({ length: 10 }, (_, index) => index);
  const work = async (item: number): Promise<void> => void begun.push(item);
  const outcome = await inParallel(
    items,
    2,
    work,
    () => undefined,
    () => begun.length >= 4,
  );
  expect(outcome).toEqual({ done: 4, failed: 0, left: 6 });
  expect(begun).toEqual([0, 1, 2, 3]);
});
