import type { JsonObject } from '../books/records.ts';
import { type SchemaComplaint, schemaRefusal } from '../engine/issuer-refusal.ts';

/** Reads fields of a body and collects what is wrong with them, as FastAPI's schema check does. */
export class FieldReader {
  readonly #fields: JsonObject;
  readonly #path: readonly string[];
  readonly #complaints: SchemaComplaint[];

  constructor(fields: JsonObject, path: readonly string[] = ['body'], complaints: SchemaComplaint[] = []) {
    this.#fields = fields;
    this.#path = path;
    this.#complaints = complaints;
  }

  #complain(name: string, msg: string, type: string): void {
    this.#complaints.push({ loc: [...this.#path, name], msg, type });
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null;
  }

  /** Reads a required text, which may be empty. */
  text(name: string): string {
    const value = this.#fields[name];
    if (value === undefined) this.#complain(name, 'field required', 'value_error.missing');
    else if (value === null) this.#complain(name, 'none is not an allowed value', 'type_error.none.not_allowed');
    else if (typeof value !== 'string') this.#complain(name, 'str type expected', 'type_error.str');
    return typeof value === 'string' ? value : '';
  }

  /** Reads a required text that is not blank. */
  filledText(name: string): string {
    const value = this.text(name);
    if (value.trim() === '' && typeof this.#fields[name] === 'string') {
      this.#complain(name, 'ensure this value has at least 1 characters', 'value_error.any_str.min_length');
    }
    return value;
  }

  optionalText(name: string, fallback: string): string {
    return this.has(name) ? this.filledText(name) : fallback;
  }

  /** Reads a required text of whole cents above zero. A bare number passes too, as one working client shows. */
  cents(name: string): number {
    const value = this.#fields[name];
    const text = typeof value === 'number' ? String(value) : this.text(name);
    if (/^[1-9]\d{0,12}$/.test(text)) return Number(text);
    if (this.has(name)) this.#complain(name, 'value is not a valid integer', 'type_error.integer');
    return 0;
  }

  /** Reads an optional object; null when it is absent. */
  optionalObject(name: string): JsonObject | null {
    return this.has(name) ? this.object(name) : null;
  }

  /** Reads a required object. */
  object(name: string): JsonObject {
    const value = this.#fields[name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    if (this.has(name)) this.#complain(name, 'value is not a valid dict', 'type_error.dict');
    else this.#complain(name, 'field required', 'value_error.missing');
    return {};
  }

  /** Returns a reader for the fields of an inner object, which adds to the same complaints. */
  within(name: string, object: JsonObject): FieldReader {
    return new FieldReader(object, [...this.#path, name], this.#complaints);
  }

  /** Throws a 422 with every complaint so far. */
  finish(): void {
    if (this.#complaints.length > 0) throw schemaRefusal(this.#complaints);
  }
}

/** Returns a parameter of the query. Throws a 422 without it. */
export function queryText(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null || value === '') {
    throw schemaRefusal([{ loc: ['query', name], msg: 'field required', type: 'value_error.missing' }]);
  }
  return value;
}

/** Returns the requested page, 1 by default. Throws a 422 when it is not a whole number above zero. */
export function queryPage(query: URLSearchParams): number {
  const text = query.get('page') ?? '1';
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw schemaRefusal([{ loc: ['query', 'page'], msg: 'value is not a valid integer', type: 'type_error.integer' }]);
}
