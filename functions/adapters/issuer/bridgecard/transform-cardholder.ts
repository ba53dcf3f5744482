import * as z from 'zod/mini';

import { readJson, type Read } from '#functions/adapters/http/read-json.ts';
import type { Cardholder } from '#functions/ports/card-issuer.ts';
import { text } from './wire.ts';

const cardholder = z.object({
  cardholder_id: text,
  is_active: z.nullish(z.boolean()),
  is_id_verified: z.nullish(z.boolean()),
  identity_details: z.nullish(z.object({ blacklisted: z.nullish(z.boolean()) })),
  meta_data: z.nullish(z.object({ user_ref: z.nullish(z.string()) })),
});

const cardholderPage = z.looseObject({ meta: z.nullish(z.object({ pages: z.nullish(z.int()) })) });

/** The new cardholder's id. */
export function readRegistration(json: unknown): Read<string> {
  return readJson(z.object({ cardholder_id: text }), json, (answer) => answer.cardholder_id);
}

/** A cardholder. Personal data beyond the three flags is not kept. */
export function readCardholder(json: unknown): Read<Cardholder> {
  return readJson(cardholder, json, toCardholder);
}

/** Reads one page of all cardholders, and the number of pages (undefined when the issuer does not state it). */
export function readCardholderPage(
  json: unknown,
): Read<{ readonly cardholders: readonly Cardholder[]; readonly pages: number | undefined }> {
  const page = readJson(cardholderPage, json, (answer) => answer);
  if (!page.isUnderstood) return page;
  // The contract names no field for the list.
  const list = Object.values(page.value).find((value) => Array.isArray(value));
  const pages = page.value.meta?.pages ?? undefined;
  return readJson(z.array(cardholder), list, (cardholders) => ({ cardholders: cardholders.map(toCardholder), pages }));
}

function toCardholder(answer: z.infer<typeof cardholder>): Cardholder {
  const isVerified = answer.is_id_verified === true && answer.is_active !== false;
  return {
    holderId: answer.cardholder_id,
    userId: answer.meta_data?.user_ref ?? undefined,
    status: answer.identity_details?.blacklisted === true ? 'failed' : isVerified ? 'verified' : 'pending',
  };
}
