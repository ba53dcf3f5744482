/** Formats a wait in words: `4 minutes and 20 seconds`. Rounded up to whole seconds, from ten minutes on to whole minutes. */
export function waitInWords(ms: number): string {
  const exact = Math.max(1, Math.ceil(ms / 1_000));
  const seconds = exact < 600 ? exact : Math.ceil(exact / 60) * 60;
  const parts = [
    counted(Math.floor(seconds / 3_600), 'hour'),
    counted(Math.floor((seconds % 3_600) / 60), 'minute'),
    counted(seconds % 60, 'second'),
  ];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function counted(count: number, unit: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
