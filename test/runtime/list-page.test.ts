import { describe, expect, it } from 'vitest';
import { cutPage, openPage, pageAnswer } from '#functions/runtime/list-page.ts';
import { nextPageOf } from '#test/support/pages.ts';
import { testKeys } from '#test/support/test-keys.ts';

const needs = { keys: testKeys() };

describe('a page of a list', () => {
  it('names the next one in a Link, whose encrypted cursor continues after its last item', async () => {
    const page = { items: [1, 2], cursor: '01J9 & what/else?' };
    const answer = await pageAnswer(needs, 'a-list', { path: '/api/things', limit: 2, page, describe: String });
    expect(answer.reply).toEqual(['1', '2']);
    const next = nextPageOf(answer);
    expect(next?.['limit']).toBe('2');
    expect(JSON.stringify(answer.headers)).not.toContain('01J9');
    expect(await openPage(needs, 'a-list', { limit: 2, cursor: next?.['cursor'] })).toEqual({
      limit: 2,
      cursor: page.cursor,
    });
  });

  it('repeats the other query parameters in the Link', async () => {
    const page = { items: [1], cursor: 'x' };
    const query = { kind: 'card & load', limit: '99' };
    const answer = await pageAnswer(needs, 'a-list', { path: '/api/things', query, limit: 1, page, describe: String });
    expect(nextPageOf(answer)).toEqual({ kind: 'card & load', limit: '1', cursor: expect.any(String) });
  });

  it('has no Link when nothing follows', async () => {
    const page = { items: [1], cursor: undefined };
    const answer = await pageAnswer(needs, 'a-list', { path: '/api/things', limit: 2, page, describe: String });
    expect(answer.headers).toEqual({});
  });

  it("is refused with another list's cursor, or with a forged one", async () => {
    const encrypted = await needs.keys.encryptCursor('a-list', 'x');
    for (const [list, cursor] of [
      ['another', encrypted],
      ['a-list', `${encrypted}A`],
      ['a-list', 'x'],
    ] as const) {
      await expect(openPage(needs, list, { limit: 2, cursor })).rejects.toMatchObject({
        code: 'ValidationFailed',
        fields: { cursor: 'is not one of this list' },
      });
    }
  });

  it('is cut from a list that was read whole', () => {
    const cut = (limit: number, cursor?: string) => cutPage(['c', 'b', 'a'], { limit, cursor }, (name) => name);
    expect(cut(2)).toEqual({ items: ['c', 'b'], cursor: 'b' });
    expect(cut(2, 'b')).toEqual({ items: ['a'], cursor: undefined });
    expect(cut(3)).toEqual({ items: ['c', 'b', 'a'], cursor: undefined });
    // The item that a cursor names may be gone by now.
    expect(cut(2, 'bb')).toEqual({ items: ['b', 'a'], cursor: undefined });
    expect(cut(2, 'a')).toEqual({ items: [], cursor: undefined });
  });
});
