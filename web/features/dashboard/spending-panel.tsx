import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { loadFor, renewalWords, withinDays } from '#web/features/subscriptions/subscription-words.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useRead } from '#web/lib/use-api.ts';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Progress } from '#web/ui/progress.tsx';

import styles from './spending-panel.module.css';

type Card = ReplyOf<'cards.list'>[number];

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** The cards' spending of this month, together and each against its limit. */
export function SpendingPanel({ cards, now }: { readonly cards: readonly Card[]; readonly now: number }) {
  let total = 0;
  for (const card of cards) total += card.limits.spentThisMonth;
  return (
    <Panel title={`Spent in ${monthName.format(now)}`}>
      <div className={styles.spending}>
        <p className={styles.total}>
          <Money cents={total} />
        </p>
        <p className="muted">On the cards you have now</p>
        <ul className={styles.cards}>
          {cards.map((card) => (
            <li key={card._id} className={styles.card}>
              <span className={styles.line}>
                <Link to={href.card(card._id)}>{card.name}</Link>
                <span>
                  <Money cents={card.limits.spentThisMonth} />{' '}
                  <span className="muted">of {formatCents(card.limits.monthlySpend)}</span>
                </span>
              </span>
              <Progress
                value={card.limits.spentThisMonth}
                max={card.limits.monthlySpend}
                label={`${card.name}: ${formatCents(card.limits.spentThisMonth)} spent this month`}
              />
            </li>
          ))}
        </ul>
        <ReferralLine />
        <UpcomingLines cards={cards} />
      </div>
    </Panel>
  );
}

/** Progress to the next referral payout: one line, and the way there. */
function ReferralLine() {
  const { data } = useRead('referrals.stats', {});
  if (!data) return null;
  const { remainingToNextPayout: missing, withdrawableAmount: ready } = data;
  const unit = limits.referralPayoutUnitCents;
  const says =
    ready > 0 ? `${formatCents(ready)} of referral rewards is ready` : `${formatCents(missing)} to your next payout`;
  return (
    <div className={styles.referral}>
      <span className={styles.line}>
        <Link to={paths.referralProgram}>Referral Program</Link>
        <span className="muted">{says}</span>
      </span>
      <Progress value={unit - missing} max={unit} label={`Next referral payout: ${says}`} />
    </div>
  );
}

/** Days ahead for which payments are shown. */
const upcomingDays = 7;

/** The payments of the next days: merchant, sum and day, and what is short. */
function UpcomingLines({ cards }: { readonly cards: readonly Card[] }) {
  const { data } = useRead('subscriptions.list', {});
  const now = serverNow();
  const next = withinDays(data ?? [], upcomingDays, now).slice(0, 3);
  if (next.length === 0) return null;
  return (
    <div className={styles.referral}>
      {next.map((each) => {
        const card = cards.find(({ _id }) => _id === each.cardId);
        const missing = loadFor(each);
        return (
          <span key={`${each.cardId} ${each.merchant}`} className={styles.line}>
            <span>{renewalWords(each, now)}</span>
            {card && missing !== undefined ? (
              <Link to={`${href.card(card._id)}?load=${missing}`}>
                {formatCents(card.balance)} on {card.name}: load {formatCents(missing)}
              </Link>
            ) : (
              <span className="muted">{card?.name}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}
