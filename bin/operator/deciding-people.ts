import type { Id } from '#shared/ids.ts';
import { mayDecide } from '#functions/domain/admin/deciding-admin.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { CommandFailure, WrongCall } from '../command-line/run-command.ts';
import { accountOf } from './account-of.ts';
import type { OperatorAccess } from './local-store.ts';

/** The addresses of `--by` and `--second`. */
export type DecidingPeople = { readonly by: string; readonly second: string | undefined };

/** Throws WrongCall when both addresses are the same one, in any spelling. Reads nothing. */
export function refuseSamePerson({ by, second }: DecidingPeople): void {
  if (second !== undefined && normaliseEmail(second) === normaliseEmail(by))
    throw new WrongCall('--by and --second take two different people.');
}

/**
 * Returns the ids of the admins who decide, the one of `--by` first. Both are checked before either decides, because the
 * first decision is stored. `ownerId` is the owner of the money; undefined when it is not known. Throws WrongCall when both
 * are the same person, and CommandFailure, which names the address, for a person without an account, who may not decide,
 * or who owns the money.
 */
export async function decidingPeople(
  access: OperatorAccess,
  people: DecidingPeople,
  ownerId: Id<'user'> | undefined,
): Promise<readonly [first: Id<'user'>, second: Id<'user'> | undefined]> {
  refuseSamePerson(people);
  const idOf = async (address: string): Promise<Id<'user'>> => {
    const user = await accountOf(access, address);
    if (!mayDecide(user))
      throw new CommandFailure(
        `${address} may not decide this: that takes an active account with the staff role finance or admin.`,
      );
    if (user.userId === ownerId) throw new CommandFailure(`${address} may not decide on their own account.`);
    return user.userId;
  };
  return [await idOf(people.by), people.second === undefined ? undefined : await idOf(people.second)];
}
