import type { FaultMode, FaultRule, JsonObject } from '../books/records.ts';
import { faultModes } from '../engine/fault-book.ts';
import { bodyText, ControlError, type ControlHandler, optionalBodyInteger } from './control-request.ts';

/** The rule as it was posted; `times: 0` means always. */
function view({ id, path, mode, timesLeft, skip, status, delayMs, copies }: FaultRule): JsonObject {
  return { id, path, mode, times: timesLeft ?? 0, skip, status, delayMs, copies };
}

/** `POST faults { path, mode, times?, status?, delayMs?, skip?, copies? }`: until it is deleted, unless `times` says
 * how often. As at the payment provider's simulator. */
export const addFault: ControlHandler = ({ issuer }, { body }) => {
  const mode = bodyText(body, 'mode');
  if (!faultModes.has(mode)) {
    throw new ControlError(400, `There is no mode "${mode}"; there are ${[...faultModes].join(', ')}`);
  }
  const times = optionalBodyInteger(body, 'times', 0) ?? 0;
  const status = optionalBodyInteger(body, 'status', 200) ?? null;
  if (status !== null && status > 599) throw new ControlError(400, '"status" must be an HTTP status');
  const fault = issuer.faults.add({
    path: bodyText(body, 'path'),
    mode: mode as FaultMode,
    timesLeft: times === 0 ? null : times,
    skip: optionalBodyInteger(body, 'skip', 0) ?? 0,
    status,
    delayMs: optionalBodyInteger(body, 'delayMs', 0) ?? null,
    copies: optionalBodyInteger(body, 'copies', 1) ?? 2,
  });
  return view(fault);
};

/** `GET faults`: those that have not been used up. */
export const listFaults: ControlHandler = ({ issuer }) => ({ faults: issuer.faults.all().map(view) });

/** `DELETE faults`: from now on everything works. */
export const clearFaults: ControlHandler = ({ issuer }) => {
  issuer.faults.clear();
  return { faults: [] };
};
