/** A variable that the supervisor sets; without it the process was started by hand. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: npm start starts this process.`);
  return value;
}
