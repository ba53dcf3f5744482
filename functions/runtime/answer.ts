/** A reply with more than a body: another status, cookies or headers. */
export class Answer<T> {
  readonly reply: T;
  readonly status: number | undefined;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly csv: CsvFile | undefined;

  constructor(reply: T, more: AnswerMore) {
    this.reply = reply;
    this.status = more.status;
    this.cookies = more.cookies ?? [];
    this.headers = more.headers ?? {};
    this.csv = more.csv;
  }
}

/** A file of comma-separated values; `name` is plain ASCII without quotes. */
export type CsvFile = { readonly name: string; readonly text: string };

/** Additions to an answer beside its reply. Cookies are whole `Set-Cookie` values. */
export type AnswerMore = {
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The reply as comma-separated values, sent in its place. */
  readonly csv?: CsvFile;
};

/** Wraps a reply with another status, cookies or headers. */
export function answer<T>(reply: T, more: AnswerMore): Answer<T> {
  return new Answer(reply, more);
}
