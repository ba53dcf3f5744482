/** The kind of an argument's text: `read` returns undefined for a text that is not of this kind. */
export type Kind<T> = {
  /** The kind in words, for the sentence that refuses a text: "a whole number". */
  readonly takes: string;
  readonly read: (text: string) => T | undefined;
};

/** A positional or an option of a command, with the value that the command gets for it. */
export type Argument<T> = {
  readonly help: string;
  /** Its name in the usage, where that is not the name of the value. */
  readonly shownAs?: string;
  readonly takes: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
  readonly isRest: boolean;
  /** Returns the value for the texts that were given, or undefined when one of them is not of the kind. */
  readonly read: (texts: readonly string[]) => { readonly value: T } | undefined;
};

/** An argument that has to be given. */
export function required<T>(kind: Kind<T>, help: string): Argument<T> {
  return single(kind, help, { isRequired: true }, () => undefined);
}

/** An argument that may be left out. */
export function optional<T>(kind: Kind<T>, help: string): Argument<T | undefined> {
  return single<T, undefined>(kind, help, { isRequired: false }, () => ({ value: undefined }));
}

/** An argument that has this value when it is left out. An empty text is no default that a usage could name. */
export function withDefault<T>(kind: Kind<T>, value: T, help: string): Argument<T> {
  const shown = String(value);
  return single(kind, shown === '' ? help : `${help} (default: ${shown})`, { isRequired: false }, () => ({ value }));
}

/** An option without a value. */
export function flag(help: string): Argument<boolean> {
  return {
    help,
    takes: 'no value',
    isFlag: true,
    isRequired: false,
    isRest: false,
    read: (texts) => ({ value: texts.length > 0 }),
  };
}

/** All remaining positionals; there may be none. */
export function rest<T>(kind: Kind<T>, help: string): Argument<readonly T[]> {
  return {
    help,
    takes: kind.takes,
    isFlag: false,
    isRequired: false,
    isRest: true,
    read: (texts) => {
      const values = texts.map(kind.read);
      return values.every((value) => value !== undefined) ? { value: values } : undefined;
    },
  };
}

function single<T, Absent>(
  { takes, read }: Kind<T>,
  help: string,
  { isRequired }: { readonly isRequired: boolean },
  absent: () => { readonly value: T | Absent } | undefined,
): Argument<T | Absent> {
  return {
    help,
    takes,
    isFlag: false,
    isRequired,
    isRest: false,
    read: ([text]) => {
      if (text === undefined) return absent();
      const value = read(text);
      return value === undefined ? undefined : { value };
    },
  };
}
