import { recordTraffic } from './recorded-traffic.ts';

/** What those files that start stacks of their own have in common. */
export function setup(): void {
  recordTraffic('own-stacks');
}
