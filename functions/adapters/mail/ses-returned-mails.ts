import { ListSuppressedDestinationsCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import type { ReturnedMail, ReturnedMails } from '#functions/ports/returned-mails.ts';

/** Maximum number of pages of one call, of a thousand addresses each. */
const pagesMax = 10;

/** Reads the suppression list of the account, where Amazon SES keeps every address that bounced for good or complained. */
export function createSesReturnedMails(): ReturnedMails {
  const client = new SESv2Client({ maxAttempts: 3, requestHandler: callLimits(10_000) });
  return {
    listedSince: async (fromMs) => {
      const found: ReturnedMail[] = [];
      let NextToken: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const answer = await client.send(
          new ListSuppressedDestinationsCommand({ StartDate: new Date(fromMs), PageSize: 1000, NextToken }),
        );
        for (const { EmailAddress: address, Reason } of answer.SuppressedDestinationSummaries ?? [])
          if (address !== undefined) found.push({ address, reason: Reason === 'COMPLAINT' ? 'complaint' : 'bounce' });
        NextToken = answer.NextToken;
        if (NextToken === undefined) break;
      }
      return found;
    },
  };
}
