import { isDecimalText } from './decimal.ts';

/** A refusal in the provider's 422 envelope: either a map of field errors or one message. */
export class Refusal extends Error {
  readonly errors: Readonly<Record<string, string[]>> | null;

  constructor(reason: string | Readonly<Record<string, string[]>>) {
    super(typeof reason === 'string' ? reason : 'validation');
    this.name = 'Refusal';
    this.errors = typeof reason === 'string' ? null : reason;
  }
}

/** Reads the members of a request body and collects the provider's validation codes for those that are wrong. */
export class RequestFields {
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #errors: Record<string, string[]> = {};

  constructor(body: Readonly<Record<string, unknown>>) {
    this.#body = body;
  }

  /** Throws a {@link Refusal} when any field was wrong. */
  check(): void {
    if (Object.keys(this.#errors).length > 0) throw new Refusal(this.#errors);
  }

  /** Adds a code to a field. */
  refuse(name: string, code: string): void {
    (this.#errors[name] ??= []).push(code);
  }

  /** A string within `limits` (characters); null when absent. */
  text(name: string, limits: { required?: boolean; min?: number; max?: number; pattern?: RegExp } = {}): string | null {
    const value = this.#present(name, limits.required === true);
    if (value === null) return null;
    if (typeof value !== 'string') return this.#refused(name, 'validation.string');
    const length = Array.from(value).length;
    if (limits.min !== undefined && length < limits.min) this.refuse(name, 'validation.min.string');
    if (limits.max !== undefined && length > limits.max) this.refuse(name, 'validation.max.string');
    if (limits.pattern !== undefined && !limits.pattern.test(value)) this.refuse(name, 'validation.regex');
    return value;
  }

  /** A positive decimal string; null when absent. */
  amount(name: string, required: boolean): string | null {
    const value = this.text(name, { required, max: 40 });
    if (value === null) return null;
    if (!isDecimalText(value)) return this.#refused(name, 'validation.numeric');
    return /[1-9]/.test(value) && !value.startsWith('-') ? value : this.#refused(name, 'validation.gt.numeric');
  }

  /** An http(s) URL of `min` to `max` characters; null when absent. */
  url(name: string, min: number, max: number, required = false): string | null {
    const value = this.text(name, { required, min, max });
    if (value === null) return null;
    const isUrl = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    return isUrl ? value : this.#refused(name, 'validation.url');
  }

  /** A boolean, also as 0, 1, "0" or "1"; null when absent. */
  flag(name: string, required = false): boolean | null {
    const value = this.#present(name, required);
    if (value === null) return null;
    if (value === true || value === 1 || value === '1') return true;
    if (value === false || value === 0 || value === '0') return false;
    return this.#refused(name, 'validation.boolean');
  }

  /** A whole number from `min` to `max`, also as a digit string; null when absent. */
  whole(name: string, min: number, max: number, required = false): number | null {
    const value = this.#number(name, required);
    if (value === null) return null;
    if (!Number.isSafeInteger(value)) return this.#refused(name, 'validation.integer');
    return value >= min && value <= max ? value : this.#refused(name, 'validation.between.numeric');
  }

  /** A number from `min` to `max` as a decimal string; null when absent. */
  percent(name: string, min: number, max: number): string | null {
    const value = this.#number(name, false);
    if (value === null) return null;
    return value >= min && value <= max && isDecimalText(String(value))
      ? String(value)
      : this.#refused(name, 'validation.between.numeric');
  }

  /** One of `allowed`; null when absent. */
  oneOf(name: string, allowed: readonly string[], required = false): string | null {
    const value = this.text(name, { required });
    return value === null || allowed.includes(value) ? value : this.#refused(name, 'validation.in');
  }

  /** A list of `{ currency, network? }`; null when absent. */
  coins(name: string): { currency: string; network: string | null }[] | null {
    const value = this.#present(name, false);
    if (value === null) return null;
    if (!Array.isArray(value)) return this.#refused(name, 'validation.array');
    return value.map((item: unknown, index) => {
      const { currency, network } = isRecord(item) ? item : {};
      if (typeof currency !== 'string') this.refuse(`${name}.${index}.currency`, 'validation.required');
      if (network !== undefined && network !== null && typeof network !== 'string') {
        this.refuse(`${name}.${index}.network`, 'validation.string');
      }
      return {
        currency: String(currency).toUpperCase(),
        network: typeof network === 'string' ? network.toLowerCase() : null,
      };
    });
  }

  /** Reads `uuid` and `order_id`; at least one of them is required. */
  reference(): { uuid: string | null; orderId: string | null } {
    const uuid = this.text('uuid');
    const orderId = this.text('order_id');
    if (uuid === null && orderId === null) {
      this.refuse('uuid', 'validation.required_without');
      this.refuse('order_id', 'validation.required_without');
    }
    return { uuid, orderId };
  }

  #present(name: string, required: boolean): unknown {
    const value = this.#body[name];
    if (value !== undefined && value !== null && value !== '') return value;
    if (required) this.refuse(name, 'validation.required');
    return null;
  }

  #number(name: string, required: boolean): number | null {
    const value = this.#present(name, required);
    if (value === null) return null;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : this.#refused(name, 'validation.numeric');
  }

  #refused(name: string, code: string): null {
    this.refuse(name, code);
    return null;
  }
}

/** True when `value` is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
