import type { Claim } from '#functions/ports/entities/operations.ts';

/** Status stored for a refusal; the error code in its body gives the real one. */
export const refusedStatus = -1;

/** Returns the message of the refusal that a claim holds as its first answer; undefined for another answer or none. */
export function refusalIn(response: Claim['response']): string | undefined {
  return response?.status === refusedStatus ? (JSON.parse(response.body) as { message: string }).message : undefined;
}
