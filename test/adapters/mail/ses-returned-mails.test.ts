import { ListSuppressedDestinationsCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createSesReturnedMails } from '#functions/adapters/mail/ses-returned-mails.ts';

const ses = mockClient(SESv2Client);
// The mock replaces all clients of this class, and other tests run in the same process.
afterAll(() => ses.restore());
beforeEach(() => {
  ses.reset();
  process.env['AWS_REGION'] = 'eu-west-1';
});

const fromMs = Date.UTC(2026, 10, 22);
const listed = (EmailAddress: string, Reason: 'BOUNCE' | 'COMPLAINT') => ({
  EmailAddress,
  Reason,
  LastUpdateTime: new Date(fromMs),
});

it('reads all pages of the suppression list since a moment', async () => {
  ses
    .on(ListSuppressedDestinationsCommand)
    .resolvesOnce({ SuppressedDestinationSummaries: [listed('a@example.com', 'BOUNCE')], NextToken: 'next' })
    .resolvesOnce({ SuppressedDestinationSummaries: [listed('b@example.com', 'COMPLAINT')] });
  expect(await createSesReturnedMails().listedSince(fromMs)).toEqual([
    { address: 'a@example.com', reason: 'bounce' },
    { address: 'b@example.com', reason: 'complaint' },
  ]);
  const inputs = ses.commandCalls(ListSuppressedDestinationsCommand).map(({ args }) => args[0].input);
  expect(inputs).toMatchObject([{ StartDate: new Date(fromMs), PageSize: 1000 }, { NextToken: 'next' }]);
});

it('stops after ten pages, so that many bounces fit into the time of one job', async () => {
  ses.on(ListSuppressedDestinationsCommand).resolves({ NextToken: 'more' });
  expect(await createSesReturnedMails().listedSince(fromMs)).toEqual([]);
  expect(ses.commandCalls(ListSuppressedDestinationsCommand)).toHaveLength(10);
});

it('throws when SES does not answer: the next run asks again', async () => {
  ses.on(ListSuppressedDestinationsCommand).rejects(new Error('throttled'));
  await expect(createSesReturnedMails().listedSince(fromMs)).rejects.toThrow('throttled');
});
