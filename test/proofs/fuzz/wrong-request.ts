import type { RouteId } from '#shared/contract/index.ts';
import type { WireRequest } from './wire.ts';

/** A request that the API has to refuse, or may only answer as its contract says. */
export type WrongRequest = WireRequest & {
  readonly routeId: RouteId;
  /** Its fault, in words. */
  readonly how: string;
  /** True when a success would be a fault. */
  readonly mustRefuse: boolean;
  /** A field that the refusal has to name. */
  readonly field?: string | undefined;
  /** True when its address may lead to no route at all. */
  readonly isAddress?: boolean;
  /** True when it may reach another route than the one that it was made from. */
  readonly isOtherRoute?: boolean;
};
