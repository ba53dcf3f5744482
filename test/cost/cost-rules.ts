import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { Cost } from './measure-cost.ts';
import { asksProvider } from './route-scenarios.ts';

/** Maximum number of round trips in sequence of a read, including the one of the session. */
const readMax = 2;

/**
 * Maximum number of round trips in sequence until the intent of a money mutation is stored: session, facts of the rule,
 * write.
 */
const intentMax = 3;

/** Maximum number of round trips in sequence until a provider is called: the intent, then the count of the attempt. */
const providerMax = 4;

/**
 * Maximum number of round trips in sequence of a whole money mutation, which reads nothing that it has just written.
 */
const moneyMax = 11;

/** Maximum number of write units of the most frequent mutations, the indexes included. */
const writeMax: Partial<Record<RouteId, number>> = {
  'cards.create': 45,
  'cards.load': 38,
  'cards.unload': 36,
  'cards.freeze': 6,
  'cards.unfreeze': 7,
  'cards.delete': 26,
};

/** Returns the rules that a cost breaks, in words; empty when it keeps them all. */
export function faultsOf(cost: Cost): string[] {
  const route: Route | undefined = routes[cost.id as RouteId];
  if (!route) return [];
  const { inSequence, untilWritten = 0, untilProvider = 0, writeUnits } = cost;
  const isRead = route.method === 'GET' && !route.changesState && cost.variant !== asksProvider;
  return [
    ...(isRead && inSequence > readMax
      ? [`reads ${inSequence} times in sequence, at most ${readMax}: readEndpoint reads with the session`]
      : []),
    ...(isRead && writeUnits > 0 ? ['writes, and is a read'] : []),
    ...(writeUnits > (writeMax[cost.id as RouteId] ?? Infinity)
      ? [`writes ${writeUnits} units, at most ${writeMax[cost.id as RouteId]}`]
      : []),
    ...(route.money && untilWritten > intentMax
      ? [`stores its intent in the ${untilWritten}th round trip, at most the ${intentMax}rd`]
      : []),
    ...(route.money && inSequence > moneyMax ? [`takes ${inSequence} round trips, at most ${moneyMax}`] : []),
    ...(route.money && untilProvider > providerMax
      ? [`calls the provider after ${untilProvider} round trips, at most ${providerMax}`]
      : []),
  ];
}

/** Returns the parts of a cost that grow on a larger platform; empty when none does. */
export function growthOf(small: Cost, large: Cost): string[] {
  const figures = ['inSequence', 'requests', 'readUnits', 'writeUnits'] as const;
  return figures.filter((figure) => large[figure] > small[figure]);
}
