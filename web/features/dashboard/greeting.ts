/** Good morning from 5 to 11, good afternoon from 12 to 17, good evening otherwise. */
export function greetingAt(hour: number): 'Good morning' | 'Good afternoon' | 'Good evening' {
  if (hour >= 5 && hour <= 11) return 'Good morning';
  if (hour >= 12 && hour <= 17) return 'Good afternoon';
  return 'Good evening';
}

/** `Good morning, Ada`; a person without a first name is 'User'. */
export function greet(firstname: string | undefined, now: Date): string {
  return `${greetingAt(now.getHours())}, ${firstname?.trim() || 'User'}`;
}
