import { eventually } from '#test/support/eventually.ts';

/** A mail as the local inbox keeps it. */
export type StoredMail = {
  readonly subject?: string;
  readonly destination?: { readonly to?: readonly string[] };
  readonly body?: { readonly text?: string; readonly html?: string };
};

/** All mails of a stack, oldest first. */
export async function storedMails(inbox: string): Promise<readonly StoredMail[]> {
  // A connection that was kept open may be closed just as it is used again.
  return eventually(async () => {
    const { emails = [] } = (await (await fetch(`${inbox}/store`)).json()) as { emails?: readonly StoredMail[] };
    return emails;
  });
}

/** Parts of a mail that only its reader may know: digits on a line of their own, codes in links. */
export function secretsIn({ body }: StoredMail): {
  readonly digits: readonly string[];
  readonly links: readonly string[];
} {
  const text = body?.text ?? '';
  return {
    digits: [...text.matchAll(/^(\d{6})$/gm)].map((match) => match[1] ?? ''),
    links: [...text.matchAll(/\/email\/verify\/([\w-]{15,})|\/password\/reset\?code=([\w.-]{15,})/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  };
}
