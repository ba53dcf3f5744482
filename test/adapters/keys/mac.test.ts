import { expect, it } from 'vitest';
import { mac } from '#functions/adapters/keys/mac.ts';

const key = Buffer.alloc(32, 7);

it('a MAC differs for each label and each list of parts', () => {
  const values = [
    mac(key, 'device', 'ab', 'c'),
    mac(key, 'refresh', 'ab', 'c'),
    mac(key, 'device', 'a', 'bc'),
    mac(key, 'device', 'abc'),
    mac(key, 'device', '2:ab', 'c'),
    mac(Buffer.alloc(32, 8), 'device', 'ab', 'c'),
  ];
  expect(new Set(values).size).toBe(values.length);
  expect(mac(key, 'device', 'ab', 'c')).toBe(values[0]);
});
