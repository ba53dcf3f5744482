import type { FunctionDefinition, Trigger } from '../definition/types.ts';

/** A function that a route calls. */
export type HttpFunction = FunctionDefinition & { readonly trigger: Extract<Trigger, { readonly kind: 'http' }> };

export function isHttp(fn: FunctionDefinition): fn is HttpFunction {
  return fn.trigger.kind === 'http';
}

/** True for routes that hash passwords: the definition gives them, and no other route, more than 512 MB. */
export function hashesPasswords(fn: HttpFunction): boolean {
  return fn.memoryMb > 512;
}
