import { parseDollars, type Cents } from '#shared/money.ts';
import { referenceForm } from '#functions/domain/deposits/deposit-references.ts';
import { foldText } from '#functions/domain/admin/search-terms.ts';

/** A search in an activity list. */
export type Search =
  /** An activity line, operation or deposit by our id. */
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'card'; readonly id: string }
  | { readonly by: 'person'; readonly id: string }
  | { readonly by: 'amount'; readonly cents: Cents }
  | { readonly by: 'last-four'; readonly digits: string }
  /** The beginning of an e-mail address, folded. */
  | { readonly by: 'email'; readonly text: string }
  /** An id of the payment provider or of a transfer, as it is stored; as a word where nothing is stored. */
  | { readonly by: 'reference'; readonly reference: string; readonly words: readonly string[] }
  /** The beginning of an id, or words; each is in the line, in any case. */
  | { readonly by: 'words'; readonly words: readonly string[] };

/** Reads what was typed into a search box; undefined for nothing. */
export function readSearch(typed: string): Search | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const ours = /^([a-z]{2,4})_([0-9A-HJKMNP-TV-Z]{26})$/i.exec(text);
  if (ours) {
    const [, kind = '', ulid = ''] = ours;
    const id = `${kind.toLowerCase()}_${ulid.toUpperCase()}`;
    if (id.startsWith('crd_')) return { by: 'card', id };
    if (id.startsWith('usr_')) return { by: 'person', id };
    return { by: 'id', id };
  }
  if (/^\$\s?\d|^\d[\d,]*\.\d/.test(text)) {
    const cents = parseDollars(text.replaceAll(/[$,\s]/g, ''));
    if (cents !== undefined) return { by: 'amount', cents };
  }
  if (/^\d{4}$/.test(text)) return { by: 'last-four', digits: text };
  if (/^\S+@\S*$/.test(text)) return { by: 'email', text: foldText(text) };
  const reference = referenceForm(text);
  if (reference !== undefined) return { by: 'reference', reference, words: [text.toLowerCase()] };
  return { by: 'words', words: text.toLowerCase().split(/\s+/) };
}
