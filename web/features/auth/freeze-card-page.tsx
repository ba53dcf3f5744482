import { paths } from '#web/navigation/paths.ts';
import { call } from '#web/lib/api.ts';
import { MailedLink } from './mailed-link.tsx';

const dashboard = { to: paths.dashboard, label: 'Go to your dashboard' } as const;

/** /freeze-card#token: freezes the card of a purchase that was mailed. */
export function FreezeCardPage() {
  return (
    <MailedLink
      question="Freeze this card?"
      effect="Every purchase with the card from that email is declined until you unfreeze it."
      action="Freeze the card"
      act={async (token) => {
        const { message, card } = await call('cards.freeze-by-link', { body: { token } });
        return `${card.name} •••• ${card.last4Digits}: ${message}`;
      }}
      done={{ heading: 'Card frozen', text: '' }}
      next={dashboard}
      otherwise={dashboard}
      life="The link works for 7 days. Sign in to freeze your card."
    />
  );
}
