import { formatCents, type Cents } from '#shared/money.ts';
import { greet } from './greet.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mail to a person whose account owes money: what it means for the cards, and how to pay. */
export function debtMail({ siteUrl, firstname, debtCents }: MailFacts & { readonly debtCents: Cents }): MailContent {
  const owed = formatCents(debtCents);
  return renderMail({
    subject: `Your account owes ${owed}`,
    preview: 'Your cards are frozen until it is paid.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `Your Satchel account owes ${owed}. This happens when a deposit is refunded or held for review after it was spent, when a deleted card is charged, when a load or withdrawal is corrected, or when our team takes an adjustment back.`,
      'Your cards are frozen until it is paid: every purchase is declined. You can’t create or load a card until then.',
      'Add funds, or pay what you owe from a card that has money on it. Your cards are unfrozen by themselves after that, except those that you froze.',
    ],
    action: { label: 'Pay what you owe', url: `${siteUrl}/dashboard` },
    notes: ['We never ask for your password, a code or your card details by email.'],
    siteUrl,
  });
}
