import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';

const ses = mockClient(SESv2Client);
const mail = { to: 'ada@example.com', subject: 'Confirm your address', text: 'Hello', html: '<p>Hello</p>' };

describe('the SES mailer', () => {
  beforeEach(() => {
    ses.reset();
    process.env['AWS_REGION'] = 'eu-west-1';
  });

  it('sends text and HTML from our address', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: '1' });
    await createSesMailer('Satchel <hello@satchel.example>').send(mail);
    expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toEqual({
      FromEmailAddress: 'Satchel <hello@satchel.example>',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: {
        Simple: {
          Subject: { Data: 'Confirm your address', Charset: 'UTF-8' },
          Body: { Text: { Data: 'Hello', Charset: 'UTF-8' }, Html: { Data: '<p>Hello</p>', Charset: 'UTF-8' } },
        },
      },
    });
  });

  it('throws when the mail was not accepted', async () => {
    ses.on(SendEmailCommand).rejects(new Error('quota'));
    await expect(createSesMailer('a@b.example').send(mail)).rejects.toThrow('quota');
  });
});
