import type { Metrics } from '#functions/ports/metrics.ts';

const troubles = ['not_processed', 'unknown', 'fault'] as const;

/** Wraps a provider so that each of its answers `not_processed`, `unknown` or `fault` is counted. */
export function countAnswers<Provider extends object>(
  name: 'payments' | 'issuer',
  provider: Provider,
  metrics: Metrics,
): Provider {
  return new Proxy(provider, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const answered: unknown = Reflect.apply(member, target, given);
        if (!(answered instanceof Promise)) return answered;
        return answered.then((answer: unknown) => {
          const trouble = troubles.find((each) => each === (answer as { readonly outcome?: unknown } | null)?.outcome);
          if (trouble !== undefined) metrics.put('ProviderTrouble', `${name}-${trouble}`, 1);
          return answer;
        });
      };
    },
  });
}
