/** A mail, ready to be sent. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Names the mail: the same in each try, and shown to its reader's program. */
  readonly mailId?: string;
};

/** The mail was refused for its address or content: another try is refused too. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('the mail was refused', { cause });
    this.name = 'MailRefused';
  }
}

/** Sends mail. Throws when the mail was not accepted for delivery: MailRefused when it never will be. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
