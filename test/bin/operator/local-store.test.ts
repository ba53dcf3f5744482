import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { localStore } from '#bin/operator/local-store.ts';
import { openVirtualClock } from '#infra/local/lambda/virtual-clock.ts';

it('works by the time of the stack, which may have been moved: the stack judges by it what a command stored', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'local-store-'));
  const services = path.join(folder, 'services.json');
  writeFileSync(services, JSON.stringify({ dynamodb: 'http://127.0.0.1:1' }));
  writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify({ session: {} }));
  const lag = (): number => localStore(services).clock.now() - Date.now();
  expect(lag()).toBeLessThan(60_000);
  openVirtualClock(path.join(folder, 'clock.json')).advance(86_400_000);
  expect(lag()).toBeGreaterThan(86_300_000);
});
