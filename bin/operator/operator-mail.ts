import { SESv2Client } from '@aws-sdk/client-sesv2';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import { CommandFailure } from '../command-line/run-command.ts';
import { readServices } from './read-services.ts';

/**
 * The mail and the site's origin that a command uses: of a local stack, by the path of its services.json, or of a
 * deployment, by MAIL_FROM and SITE_URL. Throws CommandFailure when neither is named.
 */
export function operatorMail(services: string | undefined): { readonly mailer: Mailer; readonly siteUrl: string } {
  if (services !== undefined) {
    const { site, mail } = readServices<{ site: string; mail: string }>(services);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SESv2Client({ endpoint: mail, region: 'us-east-1', credentials });
    return { mailer: createSesMailer('Satchel <no-reply@satchel.test>', client), siteUrl: site };
  }
  const { MAIL_FROM: from, SITE_URL: siteUrl } = process.env;
  if (from === undefined || siteUrl === undefined) {
    throw new CommandFailure('Set MAIL_FROM and SITE_URL, or name the services.json of a local stack.');
  }
  return { mailer: createSesMailer(from), siteUrl };
}
