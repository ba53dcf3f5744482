import { DoorRefusal, type DoorRequest } from '../../kit/control-door.ts';
import type { JsonObject } from '../books/records.ts';
import type { Issuer } from '../engine/issuer.ts';
import type { RequestLog } from '../http/request-log.ts';

/** Everything that the control door's handlers act on. */
export type ControlContext = {
  readonly issuer: Issuer;
  readonly log: RequestLog;
  /** Throws a RangeError for a setting that does not exist or cannot have the value. */
  readonly changeSettings: (values: object) => void;
  /** Does what has become due. */
  readonly wake: () => void;
  /** Forgets everything but where events go. */
  readonly reset: () => void;
};

/** Serves one request at the control door and returns its JSON; throws a {@link DoorRefusal} to refuse. */
export type ControlHandler = (context: ControlContext, request: DoorRequest) => unknown;

/** A text of the body; numbers pass as their digits. */
export function bodyText(body: JsonObject, name: string): string {
  const value = optionalBodyText(body, name);
  if (value === undefined) throw new DoorRefusal(400, `"${name}" is missing`);
  return value;
}

/** A text of the body, if it is there. */
export function optionalBodyText(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new DoorRefusal(400, `"${name}" must be a text`);
}

/** A whole number of the body that is at least `least`. */
export function bodyInteger(body: JsonObject, name: string, least: number): number {
  const value = optionalBodyInteger(body, name, least);
  if (value === undefined) throw new DoorRefusal(400, `"${name}" is missing`);
  return value;
}

/** A whole number of the body that is at least `least`, if it is there. */
export function optionalBodyInteger(body: JsonObject, name: string, least: number): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new DoorRefusal(400, `"${name}" must be a whole number of at least ${least}`);
}

/** A yes or no of the body, if it is there. */
export function optionalBodyFlag(body: JsonObject, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw new DoorRefusal(400, `"${name}" must be true or false`);
}
