import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import type { Mailer } from '#functions/ports/mailer.ts';

/** Sends through Amazon SES, from one verified address. */
export function createSesMailer(from: string, client: SESv2Client = createClient()): Mailer {
  return {
    send: async ({ to, subject, text, html }) => {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: 'UTF-8' },
              Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
            },
          },
        }),
      );
    },
  };
}

/** A person waits for the answer: give up well before the gateway does. */
function createClient(): SESv2Client {
  return new SESv2Client({ maxAttempts: 2, requestHandler: callLimits(5000) });
}
