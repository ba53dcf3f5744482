import type { ReactNode } from 'react';
import { supportAddress } from './contact.ts';
import { Price } from './price.tsx';

/** A question and its answer. */
export type Question = { readonly ask: string; readonly answer: ReactNode };

/** The questions of the landing page and of /faq. */
export const cardQuestions: readonly Question[] = [
  {
    ask: 'What do I need to open an account?',
    answer: 'An email address, your name and a password. We do not ask for identity documents. You must be over 18.',
  },
  {
    ask: 'What does it cost?',
    answer: (
      <>
        A card costs <Price of="fee" /> once; with its first deposit of <Price of="first" />, which you can spend right
        away, creating one takes <Price of="card" /> from your balance. Loading a card costs <Price of="load" />. Moving
        money from a card back to your balance is free, and there are no FX fees when you pay in another currency.
        Prices can change; you pay what you are shown before you confirm.
      </>
    ),
  },
  {
    ask: 'Where can I use the card?',
    answer:
      'Online at more than 40 million merchants that take cards of its network. Every purchase is in US dollars; payments in other currencies are converted without an FX fee.',
  },
  {
    ask: 'Does it work with Apple Pay or Google Pay?',
    answer: 'Not yet. Enter the card number, expiry and CVV at the checkout, as with any other card.',
  },
  {
    ask: 'What are the limits?',
    answer: (
      <>
        A card holds up to <Price of="balance" />, a single transaction can be up to <Price of="balance" />, and each
        card can spend <Price of="month" /> a month. You can have up to 3 cards. These are the limits of a new card;
        each card’s own are on its page.
      </>
    ),
  },
];

/** Questions on deposits. These and the following groups are on /faq only. */
export const depositQuestions: readonly Question[] = [
  {
    ask: 'How do I add money?',
    answer:
      'Choose Add Money, pick one of 20 cryptocurrencies and its network, and enter an amount in dollars. You see the rate before you pay. When the network has confirmed your payment, your balance is credited in dollars.',
  },
  {
    ask: 'What if I send too little, too much, or too late?',
    answer:
      'What arrives is credited at the rate of the payment. A payment that comes late is still found. If something needs a review by our team, the deposit shows it.',
  },
  {
    ask: 'I sent coins on the wrong network. Can I get them back?',
    answer:
      'Send only the coin, and only on the network, that the payment page names. Coins sent on another network may be lost. Contact us with the transaction ID and we’ll tell you what can be done.',
  },
  {
    ask: 'Are deposits refundable?',
    answer:
      'No. Deposits are converted when they arrive and are not paid back in cryptocurrency. What is on your balance stays yours to load onto your cards.',
  },
];

/** Questions on using a card. */
export const spendingQuestions: readonly Question[] = [
  {
    ask: 'Can I withdraw from a card?',
    answer:
      'Yes, to your Satchel balance, once every 5 minutes per card. At least $1 stays on the card for its monthly cost.',
  },
  {
    ask: 'What is the 3DS code?',
    answer:
      'A 4-digit code that you choose when you create a card. Some shops ask for it to make sure it’s you who is paying. You can set a new one at any time.',
  },
  {
    ask: 'I don’t recognize a payment, or I’ve lost track of a card.',
    answer:
      'Freeze the card: every payment is declined from that moment, and you can undo it just as quickly. Then choose “Report a problem” under the payment on the card’s page.',
  },
];

/** Questions on referrals, and on us. */
export const referralQuestions: readonly Question[] = [
  {
    ask: 'How do referrals work?',
    answer:
      'Share your link once your balance is $50 or more. You earn $1 for a sign-up and $5 when that person creates a first card (up to $7 for premium referrers); they get $5 too. Rewards are paid out in units of $25.',
  },
  {
    ask: 'Where is Satchel unavailable?',
    answer: (
      <>
        The list is in the <a href="/Terms#restricted-countries">Terms</a>. We may lock accounts that are opened or used
        from there.
      </>
    ),
  },
  {
    ask: 'How do I reach support?',
    answer: (
      <>
        Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>. We answer 24/7.
      </>
    ),
  },
];

/** Questions that open on a click, without a script. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="questions">
      {questions.map((question) => (
        <details key={question.ask} className="question">
          <summary>
            <span>{question.ask}</span>
          </summary>
          <p>{question.answer}</p>
        </details>
      ))}
    </div>
  );
}
