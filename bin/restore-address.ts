/**
 * Gives an account the address back that it gave up in the last seven days, as the undo link of the mail to that address
 * does: for support, when that mail is lost. The account is locked until its password is reset by that address. Locally:
 *
 *     node bin/restore-address.ts old@example.com .local/services.json --by admin@satchel.test --reason "Ticket 4711"
 *
 * On AWS the same with TABLE_NAME, SESSION_SECRET_ID, MAIL_FROM and SITE_URL set and the operator's credentials in the
 * environment.
 */
import { restoreAddressOf } from '#functions/domain/admin/restore-address-of.ts';
import { mayReset } from '#functions/domain/auth/factor-reset/factor-reset.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { required } from './command-line/arguments.ts';
import { decisionReason, email } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { accountOf } from './operator/account-of.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { describeVariables, tableVariables, valuesOf } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';
import { readServices } from './operator/read-services.ts';

/**
 * The mail and the site's origin that a command uses: of a local stack, by the path of its services.json, or of a
 * deployment, by MAIL_FROM and SITE_URL. Throws CommandFailure when neither is named.
 */
function operatorMail(services: string | undefined): { readonly mailer: Mailer; readonly siteUrl: string } {
  if (services !== undefined) {
    const { site, mail } = readServices<{ site: string; mail: string }>(services);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SESv2Client({ endpoint: mail, region: 'us-east-1', credentials });
    return { mailer: createSesMailer('Satchel <no-reply@satchel.test>', client), siteUrl: site };
  }
  const { MAIL_FROM: from, SITE_URL: siteUrl } = valuesOf(['MAIL_FROM', 'SITE_URL']);
  return { mailer: createSesMailer(from), siteUrl };
}

/** A request of support. */
type Order = { readonly address: string; readonly by: string; readonly reason: string };

/**
 * Restores an address in the name of an admin. Throws CommandFailure when `by` may not change how people sign in, as on the
 * site, and AppError when nothing can be restored.
 */
export async function restoreFor(
  { mailer, siteUrl, ...access }: OperatorAccess & { readonly mailer: Mailer; readonly siteUrl: string },
  { address, by, reason }: Order,
): Promise<void> {
  const admin = await accountOf(access, by);
  if (admin.isSuspended) throw new CommandFailure(`${by} is suspended.`);
  if (!mayReset(admin))
    throw new CommandFailure(`${by} is not an admin: this takes an active one with the staff role admin.`);
  const log = createLog('restore-address');
  const needs = {
    ...access,
    mailer,
    random: createRandom(access.clock),
    log,
    settings: { siteUrl },
  };
  await restoreAddressOf(needs, { address, actorId: admin.userId, reason });
}

await runCommand(
  import.meta,
  {
    summary: 'Gives an account the address back that it gave up in the last seven days, and locks it until a reset.',
    positionals: { email: required(email, 'the old address'), services: servicesFile },
    options: {
      by: required(email, 'address of the admin who decides this'),
      reason: required(decisionReason, 'why, for the audit record'),
    },
    variables: describeVariables(...tableVariables, 'MAIL_FROM', 'SITE_URL'),
  },
  async ({ email: address, services, by, reason }) => {
    await restoreFor({ ...operatorAccess(services), ...operatorMail(services) }, { address, by, reason });
    console.log(
      `${address} has its account back. It is locked until its password is reset; both addresses got a mail.`,
    );
  },
);
