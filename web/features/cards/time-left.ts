/** `4:59` for milliseconds that are left, rounded up to whole seconds; undefined when none are. */
export function timeLeft(leftMs: number): string | undefined {
  const seconds = Math.ceil(leftMs / 1000);
  if (!(seconds > 0)) return undefined;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
