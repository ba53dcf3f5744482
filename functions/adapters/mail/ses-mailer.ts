import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { MailRefused, type Mailer } from '#functions/ports/mailer.ts';

/** Sends through Amazon SES, from one verified address. */
export function createSesMailer(from: string, client: SESv2Client = createClient()): Mailer {
  return {
    send: async ({ to, subject, text, html, mailId }) => {
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
            // SES sets Message-ID itself. This header shows a mail program that two copies are one mail.
            ...(mailId === undefined ? {} : { Headers: [{ Name: 'X-Entity-Ref-ID', Value: mailId }] }),
          },
        },
      });
      try {
        await client.send(command);
      } catch (thrown) {
        throw isRefusal(thrown) ? new MailRefused(thrown) : thrown;
      }
    },
  };
}

/**
 * True when SES will not take this mail however often it is sent. Quotas and outages are not refusals, nor is a sender
 * that is not verified (any more): SES rejects every mail then, under the same name.
 */
function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown.message.includes('is not verified')) return false;
  return ['MessageRejected', 'BadRequestException'].includes(thrown.name);
}

/** Creates a client that gives up well before the gateway does, because a person waits for the answer. */
function createClient(): SESv2Client {
  return new SESv2Client({ maxAttempts: 2, requestHandler: callLimits(5000) });
}
