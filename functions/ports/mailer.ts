/** A mail, ready to be sent. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

/** Sends mail. Throws when the mail was not accepted for delivery. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
