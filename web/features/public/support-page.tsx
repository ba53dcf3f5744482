import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { supportAddress } from './contact.ts';
import { SupportArt } from './feature-art.tsx';
import { ProsePage, type ProsePoint, type ProseSection } from './prose-page.tsx';
import styles from './prose-page.module.css';

const points: readonly ProsePoint[] = [
  {
    icon: 'mail',
    title: 'Write to us',
    text: 'Tell us what happened and, if it is about a deposit, the reference (TID) that stands with it.',
  },
  {
    icon: 'search',
    title: 'Find it yourself',
    text: (
      <>
        Fees, limits, networks, 3DS codes and refunds are explained in the{' '}
        <a href="/faq#deposits">questions and answers</a>.
      </>
    ),
  },
  { icon: 'clock', title: 'Any day, any hour', text: 'Nights, weekends and holidays included.' },
];

const sections: readonly ProseSection[] = [
  {
    id: 'card',
    title: 'Something wrong with a card?',
    body: (
      <p>
        <strong>Freeze it first</strong>, from its page: every payment is declined at once and nothing is lost. Then
        choose “Report a problem” under the payment that worries you.
      </p>
    ),
  },
  {
    id: 'deposit',
    title: 'A deposit has not arrived?',
    body: (
      <>
        <p>
          <strong>Open it in your transactions table.</strong> It shows whether we have seen the payment and whether its
          network has confirmed it.
        </p>
        <p>If you sent it more than an hour ago and it is not shown, write to us with:</p>
        <ul className={styles.proseList}>
          <li>the transaction hash,</li>
          <li>the coin and the network,</li>
          <li>the deposit’s reference (TID).</li>
        </ul>
      </>
    ),
  },
  {
    id: 'sign-in',
    title: 'You cannot sign in?',
    body: (
      <p>
        <a href="/password/forgot">Choose a new password</a> with a link that we send you. It also confirms your email
        address, if that was what was missing.
      </p>
    ),
  },
  {
    id: 'never',
    title: 'What we will never ask for',
    body: (
      <>
        <ul className={styles.proseList}>
          <li>Your password</li>
          <li>Your 3DS code</li>
          <li>A full card number</li>
          <li>A code from your email</li>
          <li>The seed phrase of a wallet</li>
        </ul>
        <p>
          <strong>Anyone who asks for these is not us.</strong>
        </p>
      </>
    ),
  },
];

/** /support. */
export function SupportPage() {
  return (
    <ProsePage
      title="Support"
      lead="Real people, 24/7."
      art={<SupportArt />}
      points={points}
      sections={sections}
      actions={
        <a href={`mailto:${supportAddress}`} className={buttonClass({ size: 'lg' })}>
          <Icon name="mail" size={20} />
          {supportAddress}
        </a>
      }
    />
  );
}
