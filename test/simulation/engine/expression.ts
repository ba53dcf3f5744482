/** An item of a table, as the document client gives and takes it. */
export type Item = Readonly<Record<string, unknown>>;

/** A parsed condition: true when it holds for an item (undefined: no such item) with these values and names. */
export type Condition = (item: Item | undefined, values: Item, names: Readonly<Record<string, string>>) => boolean;

const cache = new Map<string, Condition>();

/**
 * Parses a DynamoDB condition or key condition. Throws at syntax that the product does not use, so that no condition
 * holds by accident.
 */
export function parseCondition(text: string): Condition {
  let parsed = cache.get(text);
  if (parsed === undefined) {
    parsed = new Parser(text).condition();
    cache.set(text, parsed);
  }
  return parsed;
}

type Operand = (
  item: Item | undefined,
  values: Item,
  names: Readonly<Record<string, string>>,
) => { readonly is: boolean; readonly value: unknown };

/** Words, placeholders, comparison signs, brackets and commas. */
const tokens = /\s*(<>|<=|>=|[()=<>,]|[:#]?[A-Za-z_][A-Za-z0-9_.-]*)/gy;

class Parser {
  readonly #tokens: string[];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...text.matchAll(tokens)].map((match) => match[1] ?? '');
    if (this.#tokens.join('') !== text.replaceAll(/\s/g, '')) throw new Error(`cannot read the expression: ${text}`);
  }

  condition(): Condition {
    const whole = this.#or();
    if (this.#at < this.#tokens.length) throw new Error(`cannot read the end of: ${this.#text}`);
    return whole;
  }

  #or(): Condition {
    let left = this.#and();
    while (this.#takeIf('OR')) {
      const [first, second] = [left, this.#and()];
      left = (...of) => first(...of) || second(...of);
    }
    return left;
  }

  #and(): Condition {
    let left = this.#not();
    while (this.#takeIf('AND')) {
      const [first, second] = [left, this.#not()];
      left = (...of) => first(...of) && second(...of);
    }
    return left;
  }

  #not(): Condition {
    if (!this.#takeIf('NOT')) return this.#term();
    const inner = this.#not();
    return (...of) => !inner(...of);
  }

  #term(): Condition {
    if (this.#takeIf('(')) {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    const word = this.#tokens[this.#at];
    if (word === 'attribute_exists' || word === 'attribute_not_exists' || word === 'begins_with') {
      this.#at += 1;
      return this.#call(word);
    }
    return this.#comparison();
  }

  #call(name: 'attribute_exists' | 'attribute_not_exists' | 'begins_with'): Condition {
    this.#expect('(');
    const operand = this.#operand();
    if (name === 'begins_with') {
      this.#expect(',');
      const start = this.#operand();
      this.#expect(')');
      return (...of) => {
        const { is, value } = operand(...of);
        return is && String(value).startsWith(String(start(...of).value));
      };
    }
    this.#expect(')');
    return (...of) => operand(...of).is === (name === 'attribute_exists');
  }

  #comparison(): Condition {
    const left = this.#operand();
    if (this.#takeIf('BETWEEN')) {
      const low = this.#operand();
      this.#expect('AND');
      const high = this.#operand();
      return (...of) => compares('>=', left(...of), low(...of)) && compares('<=', left(...of), high(...of));
    }
    const sign = this.#tokens[this.#at] ?? '';
    if (!/^(=|<>|<|<=|>|>=)$/.test(sign)) throw new Error(`no comparison where one was expected in: ${this.#text}`);
    this.#at += 1;
    const right = this.#operand();
    return (...of) => compares(sign, left(...of), right(...of));
  }

  #operand(): Operand {
    const word = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    if (word.startsWith(':')) {
      return (_item, values) => {
        if (!(word in values)) throw new Error(`the expression names ${word}, which has no value`);
        return { is: true, value: values[word] };
      };
    }
    return (item, _values, names) => {
      const attribute = word.startsWith('#') ? (names[word] ?? word) : word;
      const value = item?.[attribute];
      return { is: value !== undefined, value };
    };
  }

  #takeIf(word: string): boolean {
    if (this.#tokens[this.#at] !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(word: string): void {
    if (!this.#takeIf(word)) throw new Error(`${word} was expected in: ${this.#text}`);
  }
}

/** Compares as DynamoDB: only values of one type, text by its UTF-8 bytes. With a missing attribute it is false. */
function compares(
  sign: string,
  left: { readonly is: boolean; readonly value: unknown },
  right: { readonly is: boolean; readonly value: unknown },
): boolean {
  if (!left.is || !right.is) return sign === '<>' && left.is !== right.is;
  const [a, b] = [left.value, right.value];
  if (typeof a !== typeof b) return sign === '<>';
  if (sign === '=') return a === b;
  if (sign === '<>') return a !== b;
  if (typeof a === 'number' && typeof b === 'number') return ordered(sign, a - b);
  if (typeof a === 'string' && typeof b === 'string') return ordered(sign, compareText(a, b));
  return false;
}

function ordered(sign: string, difference: number): boolean {
  if (sign === '<') return difference < 0;
  if (sign === '<=') return difference <= 0;
  if (sign === '>') return difference > 0;
  return difference >= 0;
}

/** The order of two texts as DynamoDB sorts them: by bytes of UTF-8. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  // For ASCII, which all keys of ours are, UTF-16 order is UTF-8 order.
  if (isAscii(a) && isAscii(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
