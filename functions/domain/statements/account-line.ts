import { negate, zero, type Cents } from '#shared/money.ts';
import type { ActivityLine, Entry } from '#functions/ports/entities/books.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import { adjustmentTitle } from '../adjustments/adjustment-title.ts';
import type { LineWords } from './line-words.ts';
import { referenceOf } from './reference-of.ts';

/** Describes an entry of an account by its journal record's id, and the activity line or adjustment that it belongs to. */
export function accountLine(
  entry: Entry,
  change: Cents,
  { line, adjustment }: { readonly line?: ActivityLine | undefined; readonly adjustment?: Adjustment | undefined },
): LineWords {
  const parts = entry.journalId.split(':');
  const step = parts.at(-1);
  const isGain = change > 0;
  if (step === 'emptied')
    return {
      kind: isGain ? gainOfCard(parts, line) : 'card_charge',
      description: isGain ? 'From a deleted card' : 'Charged to a deleted card',
      reference: referenceOf(entry.journalId),
      fee: zero,
    };
  if (step === 'adjusted')
    return {
      kind: 'adjustment',
      description: adjustmentTitle(adjustment ?? { reverses: undefined }),
      reference: referenceOf(entry.journalId),
      fee: zero,
    };
  const ofClosing = closingWords[step ?? ''];
  if (ofClosing !== undefined)
    return {
      kind: 'adjustment',
      description: ofClosing,
      reference: line?.tid ?? referenceOf(entry.journalId),
      fee: zero,
    };
  if (line === undefined)
    return { kind: 'adjustment', description: 'Adjustment', reference: referenceOf(entry.journalId), fee: zero };
  const { kind, description, tid: reference, feeCents } = line;
  const plain = { kind, description, reference, fee: zero };
  if (kind === 'deposit') {
    if (step === 'frozen') return { ...plain, description: `On hold: ${description}` };
    if (step === 'unfrozen') return { ...plain, description: `Released: ${description}` };
    return isGain ? plain : { ...plain, kind: 'deposit_refund', description: `Refunded: ${description}` };
  }
  switch (step) {
    case 'reserved':
      return { ...plain, fee: feeCents };
    case 'released':
      return { ...plain, description: `Returned: ${description}`, fee: negate(feeCents) };
    case 'corrected':
      return { ...plain, description: `Corrected: ${description}`, fee: isGain ? negate(feeCents) : feeCents };
    case 'bonus':
      return { ...plain, kind: 'referral_bonus', description: 'Referral bonus' };
    default:
      return plain;
  }
}

/**
 * Returns the kind under which the activity list shows the rest of a deleted card: a closing for its balance at the
 * deletion or at the end of a transfer, a refund for money that arrived later.
 */
function gainOfCard(parts: readonly string[], line: ActivityLine | undefined): 'card_closing' | 'card_refund' {
  const isOfTransfer = parts[0]?.startsWith('op_') === true && line?.kind !== 'card_closing';
  return parts.at(-2) === 'deleted' || isOfTransfer ? 'card_closing' : 'card_refund';
}

/** Descriptions of the records of a closed account, by the last part of their ids. */
const closingWords: Readonly<Record<string, string>> = {
  closed: 'Waived when the account was closed',
  unclaimed: 'Set aside while the account was closed',
  returned: 'Returned with the account',
};
