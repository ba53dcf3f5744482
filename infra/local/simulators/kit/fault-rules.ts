import { randomUUID } from 'node:crypto';

/** One rule: the calls or deliveries it hits, and the fault they get. */
export type FaultRule<M extends string = string> = {
  readonly id: string;
  /** Substring of the call's path; `=/v1/payment` means exactly that path. */
  readonly path: string;
  readonly mode: M;
  /** Number of calls that it still hits; null until it is deleted. */
  readonly timesLeft: number | null;
  /** Number of calls that pass before the first hit. */
  readonly skip: number;
  readonly status: number | null;
  readonly delayMs: number | null;
  /** Number of deliveries of a duplicated webhook in all. */
  readonly copies: number;
};

/** The place of the rules: a table of the store, or the process's memory. */
export type RuleShelf<R> = {
  all(): R[];
  put(rule: R): R;
  delete(id: string): void;
  clear(): void;
};

/** A shelf that a restart empties. */
export function rulesInMemory<R extends FaultRule>(): RuleShelf<R> {
  const rules = new Map<string, R>();
  return {
    all: () => [...rules.values()],
    put: (rule) => {
      rules.set(rule.id, rule);
      return rule;
    },
    delete: (id) => void rules.delete(id),
    clear: () => rules.clear(),
  };
}

/** The fault rules of one simulator, in the order they were made. */
export class FaultRules<R extends FaultRule> {
  readonly #shelf: RuleShelf<R>;

  constructor(shelf: RuleShelf<R>) {
    this.#shelf = shelf;
  }

  add(rule: Omit<R, 'id'>): R {
    return this.#shelf.put({ id: `flt_${randomUUID()}`, ...rule } as R);
  }

  all(): R[] {
    return this.#shelf.all();
  }

  clear(): void {
    this.#shelf.clear();
  }

  /** Uses up one firing of every rule for this path with one of these modes, and returns those rules. */
  take<M extends R['mode']>(path: string, modes: readonly M[]): (R & { readonly mode: M })[] {
    return this.#matching(path, modes).filter((rule) => this.#use(rule));
  }

  /** As {@link take}, for the first such rule only. */
  takeFirst<M extends R['mode']>(path: string, modes: readonly M[]): (R & { readonly mode: M }) | undefined {
    return this.#matching(path, modes).find((rule) => this.#use(rule));
  }

  /** Counts one firing of the rule; false when the rule still lets this call pass. */
  #use(rule: R): boolean {
    if (rule.skip > 0) {
      this.#shelf.put({ ...rule, skip: rule.skip - 1 });
      return false;
    }
    if (rule.timesLeft === 1) this.#shelf.delete(rule.id);
    else if (rule.timesLeft !== null) this.#shelf.put({ ...rule, timesLeft: rule.timesLeft - 1 });
    return true;
  }

  #matching<M extends R['mode']>(path: string, modes: readonly M[]): (R & { readonly mode: M })[] {
    const wanted: readonly string[] = modes;
    return this.all().filter(
      (rule): rule is R & { readonly mode: M } => wanted.includes(rule.mode) && hits(rule.path, path),
    );
  }
}

function hits(pattern: string, path: string): boolean {
  return pattern.startsWith('=') ? path === pattern.slice(1) : path.includes(pattern);
}
