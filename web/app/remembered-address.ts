/** What the login page is told of where the visitor wanted to go. */
export type LoginState = { readonly from: string };

/** Where the guard sent the visitor from, or undefined. */
export function rememberedAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
