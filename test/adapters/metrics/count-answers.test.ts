import { expect, it } from 'vitest';
import { countAnswers } from '#functions/adapters/metrics/count-answers.ts';
import { recordedMetrics } from '#test/support/recorded-metrics.ts';

class Provider {
  readonly #secret = 'kept';
  readonly limit = 3;
  ask(outcome: string): Promise<{ outcome: string; of: string }> {
    return Promise.resolve({ outcome, of: this.#secret });
  }
  fail(): Promise<never> {
    return Promise.reject(new Error('broken'));
  }
  read(): string | undefined {
    return this.#secret;
  }
  nothing(): Promise<null> {
    return Promise.resolve(null);
  }
}

it('counts the answers without an outcome by provider, and returns all answers unchanged', async () => {
  const { metrics, seen } = recordedMetrics();
  const provider = countAnswers('issuer', new Provider(), metrics);
  for (const outcome of ['success', 'declined', 'not_processed', 'unknown', 'fault', 'unknown'])
    expect(await provider.ask(outcome)).toEqual({ outcome, of: 'kept' });
  expect(seen).toEqual([
    'ProviderTrouble issuer-not_processed 1',
    'ProviderTrouble issuer-unknown 1',
    'ProviderTrouble issuer-fault 1',
    'ProviderTrouble issuer-unknown 1',
  ]);
});

it('leaves the other members of the provider unchanged', async () => {
  const { metrics, seen } = recordedMetrics();
  const provider = countAnswers('payments', new Provider(), metrics);
  expect([provider.limit, provider.read(), await provider.nothing()]).toEqual([3, 'kept', null]);
  await expect(provider.fail()).rejects.toThrow('broken');
  expect(seen).toEqual([]);
});
