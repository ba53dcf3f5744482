/** Formats a wait in words: `4 minutes and 20 seconds`. Rounded up to whole seconds. */
export function waitInWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  const parts = [counted(Math.floor(seconds / 60), 'minute'), counted(seconds % 60, 'second')];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function counted(count: number, unit: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
