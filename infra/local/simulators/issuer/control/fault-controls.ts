import { readFault } from '../../kit/read-fault.ts';
import type { FaultRule, JsonObject } from '../books/records.ts';
import { faultModes } from '../engine/fault-modes.ts';
import { DoorRefusal } from '../../kit/control-door.ts';
import { bodyText, type ControlHandler } from './control-request.ts';

/** The rule as it was posted; `times: 0` means always. */
function view({ id, path, mode, timesLeft, skip, status, delayMs, copies }: FaultRule): JsonObject {
  return { id, path, mode, times: timesLeft ?? 0, skip, status, delayMs, copies };
}

/**
 * `POST faults { path, mode, times?, status?, delayMs?, skip?, copies? }`: adds a fault, in force until it is deleted
 * or has hit `times` calls. As at the payment provider's simulator.
 */
export const addFault: ControlHandler = ({ issuer }, { body }) => {
  const path = bodyText(body, 'path');
  try {
    // `times: 0` means always.
    const posted = readFault({ ...body, path, times: body['times'] === 0 ? undefined : body['times'] }, faultModes);
    const { times = null, status = null, delayMs = null, copies = 2, ...rest } = posted;
    return view(issuer.faults.add({ ...rest, timesLeft: times, status, delayMs, copies }));
  } catch (error) {
    if (error instanceof RangeError) throw new DoorRefusal(400, error.message);
    throw error;
  }
};

/** `GET faults`: those that have not been used up. */
export const listFaults: ControlHandler = ({ issuer }) => ({ faults: issuer.faults.all().map(view) });

/** `DELETE faults`: from now on everything works. */
export const clearFaults: ControlHandler = ({ issuer }) => {
  issuer.faults.clear();
  return { faults: [] };
};
