import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRefused } from '#functions/ports/mailer.ts';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';

const ses = mockClient(SESv2Client);
// The mock replaces all clients of this class, and other tests run in the same process.
afterAll(() => ses.restore());
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

  it('names a mail that has an id, so that a repeated mail is recognized', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: '1' });
    await createSesMailer('a@b.example').send({ ...mail, mailId: 'ntf_1' });
    const { Content } = ses.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {};
    expect(Content?.Simple?.Headers).toEqual([{ Name: 'X-Entity-Ref-ID', Value: 'ntf_1' }]);
  });

  it.each([
    ['MessageRejected', true],
    ['BadRequestException', true],
    ['TooManyRequestsException', false],
    ['SendingPausedException', false],
    ['TimeoutError', false],
  ])('takes %s as a refusal of this mail: %s', async (name, isRefused) => {
    ses.on(SendEmailCommand).rejects(Object.assign(new Error('no'), { name }));
    const thrown = await createSesMailer('a@b.example')
      .send(mail)
      .catch((error: unknown) => error);
    expect(thrown instanceof MailRefused).toBe(isRefused);
  });

  it('takes an unverified sender for no refusal of the mail: it goes out once the sender is verified again', async () => {
    const message =
      'Email address is not verified. The following identities failed the check in region EU-WEST-1: b.example';
    ses.on(SendEmailCommand).rejects(Object.assign(new Error(message), { name: 'MessageRejected' }));
    const thrown = await createSesMailer('a@b.example')
      .send(mail)
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'MessageRejected' });
  });

  it('throws when the mail was not accepted', async () => {
    ses.on(SendEmailCommand).rejects(new Error('quota'));
    await expect(createSesMailer('a@b.example').send(mail)).rejects.toThrow('quota');
  });
});
