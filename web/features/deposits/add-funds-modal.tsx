import { decimalDollars } from '#shared/money.ts';
import { startTransition, useId, useState, type ReactNode } from 'react';

import { coins, networksOf, type Coin, type Network } from '#shared/catalogue.ts';
import { seedRead, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { AmountStep } from './amount-step.tsx';
import { CoinGrid } from './coin-grid.tsx';
import { depositAmountErrors, readDepositAmount } from './deposit-amount.ts';
import { isDepositId } from './deposit-stage.ts';
import { DepositTimeline } from './deposit-timeline.tsx';

const titles = {
  1: 'Add Funds: choose a coin',
  // Avoids the word amount, which is the name of a field in this step.
  2: 'Add Funds: how much',
  3: 'Add Funds: review and pay',
} as const;

/**
 * The step of Add Funds, as the address holds it: nothing for step 1, a coin for step 2, a deposit for step 3. `sum` is
 * the amount to begin with, in cents; `aim` is the action that the money is for, as `navigation/add-first.ts` reads it.
 */
export type AddFundsPlace = {
  readonly coin?: string;
  readonly depositId?: string;
  readonly sum?: number;
  readonly aim?: string;
};

function isCoin(code: string | undefined): code is Coin {
  return code !== undefined && Object.hasOwn(coins, code);
}

/**
 * Add Funds in three steps: coin, network and amount, pay. The step is in the address. The network and the amount live
 * only while the dialog is open, so closing forgets them. An opened deposit goes on without the dialog.
 */
export function AddFundsModal({
  place,
  onGo,
  onBack,
  onClose,
  whenCredited,
}: {
  readonly place: AddFundsPlace;
  /** Goes on to the next step. */
  readonly onGo: (place: AddFundsPlace) => void;
  /** Goes back this many steps. */
  readonly onBack: (place: AddFundsPlace, steps: number) => void;
  readonly onClose: () => void;
  readonly whenCredited?: ReactNode;
}) {
  const toast = useToast();
  const formId = useId();
  const [chosenNetwork, setNetwork] = useDraft('add-funds.network');
  const [amountText, setAmountText] = useDraft(
    'add-funds.amount',
    place.sum === undefined ? '' : decimalDollars(place.sum),
  );
  const depositId = place.depositId !== undefined && isDepositId(place.depositId) ? place.depositId : undefined;
  const coin = isCoin(place.coin) ? place.coin : undefined;
  const [lastCoin, noteCoin] = useState(coin);
  if (coin !== undefined && coin !== lastCoin) noteCoin(coin);
  const step = depositId !== undefined ? 3 : coin !== undefined ? 2 : 1;
  const networks: readonly Network[] = coin === undefined ? [] : networksOf(coin);
  const network = networks.find((each) => each === chosenNetwork) ?? networks[0];
  const create = useWrite('transactions.create', {
    about: '',
    refresh: ['user', 'cards', 'transactions.list'],
    onError: (error) => toastUnlessInPlace(toast, error, depositAmountErrors),
    onSuccess: ({ transaction }) => {
      if (!isDepositId(transaction._id)) return;
      void seedRead('transactions.read', { params: { id: transaction._id } }, transaction);
      onGo({ depositId: transaction._id });
    },
  });

  function chooseCoin(chosen: Coin): void {
    create.reset();
    // Shows the press first: drawing the next step takes longer than a frame on a slow phone.
    startTransition(() => {
      if (chosen !== lastCoin) setNetwork('');
      onGo({ coin: chosen });
    });
  }
  const amount = readDepositAmount(amountText).cents;
  const isComplete = coin !== undefined && network !== undefined && amount !== undefined;
  function open(): void {
    if (isComplete) void create.run({ body: { currency: coin, network, amountInUsd: amount } });
  }
  const back = (
    <Button
      variant="secondary"
      icon={<Icon name="arrow-left" size={18} />}
      disabled={create.busy}
      onClick={() => onBack({}, step - 1)}
    >
      Back
    </Button>
  );
  const footers = {
    1: undefined,
    2: (
      <>
        {back}
        <Button type="submit" form={formId} busy={create.busy} disabled={!isComplete}>
          Continue
        </Button>
      </>
    ),
    3: (
      <>
        {back}
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </>
    ),
  };
  return (
    <Modal
      open
      onClose={onClose}
      busy={create.busy}
      title={titles[step]}
      step={`Step ${step} of 3`}
      size="lg"
      footer={footers[step]}
      guard={() => step === 2 && amountText !== ''}
    >
      {step === 1 && <CoinGrid chosen={lastCoin} onChoose={chooseCoin} />}
      {step === 2 && coin !== undefined && network !== undefined && (
        <AmountStep
          formId={formId}
          coin={coin}
          network={network}
          amountText={amountText}
          create={create}
          onNetwork={setNetwork}
          onAmount={setAmountText}
          onSubmit={open}
        />
      )}
      {depositId !== undefined && (
        <DepositTimeline
          key={depositId}
          depositId={depositId}
          whenCredited={whenCredited}
          onNewQuote={({ currency }) => onBack({ coin: currency }, 1)}
          onCanceled={onClose}
        />
      )}
    </Modal>
  );
}
