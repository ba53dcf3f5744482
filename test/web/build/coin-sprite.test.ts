import { expect, it } from 'vitest';
import { coins } from '#shared/catalogue.ts';
import { buildCoinSprite } from '#web/build/coin-sprite.ts';

it('the sprite has a symbol and a view of its own for each coin', () => {
  const { content } = buildCoinSprite();
  const views = Object.keys(coins).map((code) => {
    expect(content).toContain(`<symbol id="${code}"`);
    expect(content).toContain(`<use href="#${code}"`);
    return new RegExp(`<view id="view-${code}" viewBox="([^"]+)"`).exec(content)?.[1];
  });
  expect(new Set(views).size).toBe(20);
});
