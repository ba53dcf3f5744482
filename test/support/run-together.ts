/**
 * Makes the stacks of this process run all functions in shared threads. That takes half of the CPU of running each
 * function's bundle in a thread of its own. `FUNCTIONS=apart vitest run …` runs the deployed bundles in all stacks; two
 * tests always do (bad-input, soak).
 */
export function runTogether(): void {
  process.env['FUNCTIONS'] ??= 'together';
}
