/**
 * Makes a verified account an admin: the only way there is. Locally:
 *
 *     node bin/make-admin.ts someone@example.com .local/services.json
 *     node bin/make-admin.ts someone@example.com .local/services.json --role support
 *     node bin/make-admin.ts someone@example.com .local/services.json --revoke
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { staffRoles, type StaffRole } from '#shared/contract/staff.ts';
import { staffRoleOf } from '#functions/domain/admin/staff-role-of.ts';
import { setStaffRole } from '#functions/domain/admin/set-staff-role.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Store } from '#functions/ports/store.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { flag, optional, required } from './command-line/arguments.ts';
import { email, oneOf } from './command-line/kinds.ts';
import { CommandFailure, runCommand, WrongCall } from './command-line/run-command.ts';
import { accountOf } from './operator/account-of.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { describeVariables, tableVariables } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

/** Maximum number of accounts read at once while looking for another admin. */
const pageSize = 500;

/** Makes the account of an address an admin. Returns the person as they now are. Throws CommandFailure. */
export async function makeAdmin(
  access: OperatorAccess,
  address: string,
  staffRole: StaffRole = 'admin',
): Promise<User> {
  const { userId } = await accountOf(access, address);
  return setStaffRole(needsOf(access), { userId, staffRole });
}

/** Takes the role away from the admin of an address. Throws CommandFailure for an account that is no admin. */
export async function revokeAdmin(access: OperatorAccess, address: string): Promise<User> {
  const { userId, role } = await accountOf(access, address);
  if (role !== 'admin') throw new CommandFailure(`${address} is not an admin.`);
  return setStaffRole(needsOf(access), { userId, staffRole: undefined });
}

function needsOf({ store, clock }: OperatorAccess): Parameters<typeof setStaffRole>[0] {
  return { store, clock, random: createRandom(clock) };
}

/** True when anybody is an admin who may do everything. Reads all accounts until it finds one, newest first. */
export async function hasAdmin(store: Pick<Store, 'listUsers'>): Promise<boolean> {
  for (let cursor: string | undefined; ;) {
    const page = await store.listUsers({ limit: pageSize, cursor });
    if (page.items.some((user) => staffRoleOf(user) === 'admin' && !user.isSuspended)) return true;
    if (page.cursor === undefined) return false;
    cursor = page.cursor;
  }
}

await runCommand(
  import.meta,
  {
    summary: 'Makes a verified account an admin, the only way there is, or takes that away. Ends its sessions.',
    positionals: { email: required(email, 'address of the account'), services: servicesFile },
    options: {
      role: optional(oneOf(staffRoles), 'what the admin may do (default: admin, which is everything)'),
      revoke: flag('takes the role away'),
    },
    variables: describeVariables(...tableVariables),
  },
  async ({ email: address, services, role, revoke }) => {
    if (revoke && role !== undefined) throw new WrongCall('--role and --revoke exclude each other.');
    const access = operatorAccess(services);
    const warn = async (): Promise<void> => {
      if (!(await hasAdmin(access.store)))
        console.error('Warning: nobody is left who may do everything. Make one with this command.');
    };
    if (!revoke) {
      const { staffRole } = await makeAdmin(access, address, role);
      console.log(`${address} is an admin now (${staffRole}).`);
      console.log(
        'Without an authenticator app or a passkey they can do nothing but add one, in their security settings.',
      );
      if (staffRole !== 'admin') await warn();
      return;
    }
    await revokeAdmin(access, address);
    console.log(`${address} is no admin any more, and signed out everywhere.`);
    return warn();
  },
);
