import { useId, useState, type FormEvent } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Prices } from '#shared/prices.ts';
import { formatCents } from '#shared/money.ts';
import { addFirst, oneLayer } from '#web/navigation/add-first.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { presentLocation, rewriteEntry } from '#web/navigation/router.tsx';
import { toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { keepDrafts, useDraft } from '#web/lib/use-draft.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import { PausedNotice, usePaused } from './paused-notice.tsx';
import { shortDollars } from './price-words.ts';
import { afterQuote, quoted } from './quote.ts';
import { usePrices } from './use-prices.ts';
import { CardFeatures } from './card-features.tsx';
import type { CreateBlocker } from './create-card-blocker.ts';
import styles from './create-card-modal.module.css';
import { missingForCard } from './missing-for-card.ts';
import { weakPinWords } from './weak-pin.ts';

/** Create Card: nickname and 3DS code, for the fee and the first load. Ends in a toast, or in the reward. */
export function CreateCardModal({
  balance,
  blocker,
  onClose,
}: {
  readonly balance: number;
  /** The obstacle to a new card: shown here too, for people who came by a link. */
  readonly blocker: CreateBlocker | undefined;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const formId = useId();
  const [name, setName] = useDraft('create-card.name');
  const [pin, setPin] = useState('');
  const [rewarded, setRewarded] = useState<ReplyOf<'cards.create'>>();
  const create = useWrite('cards.create', {
    about: '',
    refresh: ['cards', 'transactions.list', 'user'],
    onSuccess: (reply) => {
      if (reply.reward === 0) {
        toast.success(reply.message);
        return onClose();
      }
      setRewarded(reply);
      // A reload shows no form for another card, and the next form is empty.
      rewriteEntry(paths.dashboard, presentLocation().state);
      setName('');
    },
    onArrived: () => setName(''),
    onError: (error) => {
      afterQuote(error);
      toastUnlessInPlace(toast, error);
    },
  });
  const prices = usePrices();
  const costs = prices.cardFeeCents + prices.firstLoadCents;
  // While the order is under way, it is shown against the balance that it was made from.
  const [quotedBalance, setQuotedBalance] = useState(balance);
  if (!create.busy && quotedBalance !== balance) setQuotedBalance(balance);
  const isShort = blocker === undefined && quotedBalance < costs;
  const { data: referral } = useRead('referrals.summary', isShort ? {} : null);
  const bonus =
    referral === undefined || referral.firstCardCreationReward.earned ? 0 : referral.firstCardCreationReward.amount;
  const missing = costs - quotedBalance - bonus;
  const obstacle = blocker ?? (isShort && referral !== undefined ? missingForCard(missing, costs) : undefined);
  const first = obstacle?.kind === 'balance' ? addFirst(missing) : undefined;
  const isPaused = usePaused('cardCreation');
  const isComplete = name.trim() !== '' && pin.length === 4 && obstacle === undefined && !isPaused;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = { name: name.trim(), pin: Number(pin) };
    if (isComplete) void create.run({ body, headers: quoted(prices) });
  }

  if (rewarded) return <RewardModal reply={rewarded} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      busy={create.busy}
      title="Create Card"
      guard={() => name !== '' || pin !== ''}
      footer={
        <Button type="submit" form={formId} block busy={create.busy} disabled={!isComplete}>
          Create Card &amp; Pay {shortDollars(costs)}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate autoComplete="off">
        <PausedNotice part="cardCreation" />
        <TextField
          label="Nickname"
          placeholder="Subscriptions"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={80}
          autoComplete="off"
          enterKeyHint="next"
          error={create.error?.fields?.['name'] && `The nickname ${create.error.fields['name']}.`}
        />
        <CodeInput
          length={4}
          value={pin}
          onChange={setPin}
          masked
          label="3DS code"
          hint={weakPinWords(pin) ?? 'Shops may ask for these 4 digits when you pay online.'}
          error={create.error?.fields?.['pin'] && `The 3DS code ${create.error.fields['pin']}.`}
        />
        <Costs balance={quotedBalance} bonus={isShort ? bonus : 0} prices={prices} />
        {obstacle && !create.busy && (
          <Notice tone="warning" title={obstacle.title}>
            <p>{obstacle.text}</p>
            {first && (
              <LinkButton to={first.to('create-card')} state={oneLayer} size="sm" onClick={keepDrafts}>
                {first.label}
              </LinkButton>
            )}
          </Notice>
        )}
        <WriteOutcome
          write={create}
          refused="The card was not created"
          checking="Checking whether the card was created…"
          isAtField={create.error?.fields !== undefined}
        />
      </form>
    </Modal>
  );
}

function Costs({
  balance,
  bonus,
  prices,
}: {
  readonly balance: number;
  /** The bonus of a referred person's first card, where the balance needs it; else 0. */
  readonly bonus: number;
  readonly prices: Prices;
}) {
  const [isOpen, setOpen] = useState(false);
  const featuresId = useId();
  const total = prices.cardFeeCents + prices.firstLoadCents;
  return (
    <div className={styles.costs}>
      <div className={styles.head}>
        <h3>What you pay</h3>
        <button
          type="button"
          className={styles.info}
          aria-expanded={isOpen}
          aria-controls={isOpen ? featuresId : undefined}
          aria-label="What the card can do"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="info" />
        </button>
      </div>
      {isOpen && <CardFeatures id={featuresId} />}
      <dl className={styles.sums}>
        <div>
          <dt>One-time fee</dt>
          <dd>
            <Money cents={prices.cardFeeCents} />
          </dd>
        </div>
        <div>
          <dt>
            First deposit <span className={styles.small}>on the card, directly spendable</span>
          </dt>
          <dd>
            <Money cents={prices.firstLoadCents} />
          </dd>
        </div>
        {bonus > 0 && (
          <div>
            <dt>
              Your referral bonus <span className={styles.small}>added to your balance first</span>
            </dt>
            <dd>
              <Money cents={bonus} signed />
            </dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>From your balance of {formatCents(balance)}</dt>
          <dd>
            <Money cents={total} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function RewardModal({ reply, onClose }: { readonly reply: ReplyOf<'cards.create'>; readonly onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Congratulations!"
      size="sm"
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Close
          </Button>
          <LinkButton to={href.card(reply.card._id)}>See your card</LinkButton>
        </>
      }
      initialFocus="cancel"
    >
      <div className={styles.reward} role="status">
        <span className={styles.gift}>
          <Icon name="gift" size={36} />
        </span>
        <p className={styles.sum}>{formatCents(reply.reward)}</p>
        <p>Your referral reward was added to your balance.</p>
        <p className="muted">{reply.message}</p>
      </div>
    </Modal>
  );
}
