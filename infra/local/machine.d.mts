/** The facts about a machine that are asked for; without one, this machine is asked. */
export type Machine = {
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
  /** The major version of a Java by its command; 0 when it does not run. */
  readonly javaVersion: (command: string) => number;
};

export function findJava(machine?: Machine): string | undefined;
export function findChrome(machine?: Machine): string | undefined;
export function missingHere(
  wanted: { readonly engine?: boolean; readonly browser?: boolean },
  machine?: Machine,
): string | undefined;
