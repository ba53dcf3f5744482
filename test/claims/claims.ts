/** Sentences that people read, by the test file that holds them, or by the words that say why no test can. */
export type Claims = Readonly<Record<string, readonly string[]>>;
