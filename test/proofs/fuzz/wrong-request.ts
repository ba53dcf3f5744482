import type { RouteId } from '#shared/contract/index.ts';
import type { WireRequest } from './wire.ts';

/** A request that the API has to refuse, or may only answer as its contract says. */
export type WrongRequest = WireRequest & {
  readonly routeId: RouteId;
  /** Its fault, in words. */
  readonly how: string;
  /** No success may come of it. */
  readonly mustRefuse: boolean;
  /** Among the fields that the refusal has to name. */
  readonly field?: string | undefined;
  /** Its address may lead to no route at all. */
  readonly isAddress?: boolean;
  /** It may end at another route than the one that it was made from. */
  readonly isOtherRoute?: boolean;
};
