import type { RouteId } from '#shared/contract/index.ts';
import { callFacts, isCalledLater, type CallFacts } from './call-facts.ts';

/**
 * The facts of the routes that `contract-facts.ts` leaves out: fetched with the first of these calls. The build writes
 * them as a literal too.
 */
export const laterCalls = callFacts(isCalledLater) as Readonly<Record<RouteId, CallFacts>>;
