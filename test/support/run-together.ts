/**
 * Has the stacks that this process starts run all functions in the same threads, which takes half of the CPU: a bundle of
 * each would be loaded and become warm in a thread of its own, in every stack. `FUNCTIONS=apart vitest run …` runs the
 * bundles that are deployed in all of them; two tests always do (bad-input, soak).
 */
export function runTogether(): void {
  process.env['FUNCTIONS'] ??= 'together';
}
