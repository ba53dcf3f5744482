/** An environment variable. Throws with its name when it is missing: a function without a grant finds out at once. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** An environment variable that a function only has with a grant. */
export function granted(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
}
