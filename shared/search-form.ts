import { parseDollars, type Cents } from './money.ts';

/** The kind of a text in a search box, with its value in the form that is compared. */
export type SearchForm =
  /** Our id of a card, a person, or a line, operation or deposit. */
  | { readonly by: 'card' | 'person' | 'id'; readonly id: string }
  | { readonly by: 'amount'; readonly cents: Cents }
  | { readonly by: 'last-four'; readonly digits: string }
  /** The beginning of an email address. */
  | { readonly by: 'email'; readonly text: string }
  /** An id of a provider or of a transfer on a chain. */
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'words'; readonly words: readonly string[] };

/**
 * Reads an id of the payment provider, or of a transfer on a chain, as it is stored and looked up: hexadecimal ones in lower
 * case and without `0x`, others as they are, for their case matters. Undefined for a text that is too short to be one.
 */
export function referenceForm(text: string): string | undefined {
  const hexadecimal = /^(?:0x)?([0-9a-f-]{32,128})$/i.exec(text)?.[1];
  if (hexadecimal !== undefined) return hexadecimal.toLowerCase();
  return /^[\w+/=-]{32,128}$/.test(text) ? text : undefined;
}

/** Reads the form of a text typed into a search box; undefined for nothing. The API and the site share the rules. */
export function searchFormOf(typed: string): SearchForm | undefined {
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
  // Amounts and last four digits also as the lines show them: `−$12.50`, `•••• 4242`.
  if (/^[+\-−]?(?:\$\s?\d|\d[\d,]*\.\d)/.test(text)) {
    const cents = parseDollars(text.replace(/^[+\-−]/, '').replaceAll(/[$,\s]/g, ''));
    if (cents !== undefined) return { by: 'amount', cents };
  }
  const digits = /^(?:•+\s*)?(\d{4})$/.exec(text)?.[1];
  if (digits !== undefined) return { by: 'last-four', digits };
  if (/^\S+@\S*$/.test(text)) return { by: 'email', text };
  const reference = referenceForm(text);
  if (reference !== undefined) return { by: 'reference', reference };
  return { by: 'words', words: text.toLowerCase().split(/\s+/) };
}
