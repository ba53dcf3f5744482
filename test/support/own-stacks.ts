import { recordTraffic } from './recorded-traffic.ts';
import { runTogether } from './run-together.ts';

/** Sets up the test files that start stacks of their own. */
export function setup(): void {
  recordTraffic('own-stacks');
  runTogether();
}
