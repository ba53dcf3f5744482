import { expect, it } from 'vitest';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { authWorld } from '#test/support/auth-world.ts';

const { services } = authWorld();
const countersOf = async (scope: Parameters<typeof networkQuotas>[1], ...addresses: readonly string[]) =>
  (await Promise.all(addresses.map((address) => networkQuotas(services, scope, address)))).flat();

it('each kind of request of each network has a count of its own', async () => {
  const addresses = ['203.0.113.9', '203.0.113.200', '198.51.100.7'];
  const forgotten = await countersOf('password-forgotten', ...addresses);
  const others = [await countersOf('registration', ...addresses), await countersOf('second-factor', ...addresses)];
  expect(forgotten[1]?.counterId).toBe(forgotten[0]?.counterId);
  const counterIds = new Set([forgotten, ...others].flat().map(({ counterId }) => counterId));
  expect(counterIds.size).toBe(6);
  for (const counterId of counterIds) expect(counterId).not.toContain('203.0.113');
});

it('only the machine itself has none', async () => {
  expect(await countersOf('registration', '127.0.0.1', '::1', '::ffff:127.0.0.1')).toEqual([]);
  expect(await countersOf('registration', '127.0.1.1', '10.0.0.1', '')).toHaveLength(3);
});
