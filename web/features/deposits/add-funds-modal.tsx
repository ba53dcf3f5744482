import { startTransition, useId, useState, type ReactNode } from 'react';

import { networksOf, type Coin, type Network } from '#shared/catalogue.ts';
import { errorText } from '#web/lib/api-error.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { AmountStep } from './amount-step.tsx';
import { CoinGrid } from './coin-grid.tsx';
import { readDepositAmount } from './deposit-amount.ts';
import { isDepositId, type Deposit } from './deposit-stage.ts';
import { DepositTimeline } from './deposit-timeline.tsx';

const titles = {
  1: 'Add Funds: choose a coin',
  // Without the word amount: that is the name of one field in it.
  2: 'Add Funds: how much',
  3: 'Add Funds: review and pay',
} as const;

/**
 * Add Funds in three steps: coin, network and amount, pay. Lives only while it is open, so closing forgets the coin, the
 * network and the amount; a deposit that was opened goes on without it.
 */
export function AddFundsModal({
  onClose,
  whenCredited,
}: {
  readonly onClose: () => void;
  readonly whenCredited?: ReactNode;
}) {
  const toast = useToast();
  const formId = useId();
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [coin, setCoin] = useState<Coin>();
  const [network, setNetwork] = useState<Network>();
  const [amountText, setAmountText] = useState('');
  const [deposit, setDeposit] = useState<Deposit>();
  const create = useWrite('transactions.create', {
    refresh: ['user', 'cards', 'transactions.list'],
    onSuccess: ({ transaction }) => {
      setDeposit(transaction);
      setStep(3);
    },
    onError: (error) => toast.error(errorText(error)),
  });

  function chooseCoin(chosen: Coin): void {
    create.reset();
    // The press is shown first: the next step is the largest change of the dialog, and on a slow phone longer than a frame.
    startTransition(() => {
      if (chosen !== coin) setNetwork(networksOf(chosen)[0]);
      setCoin(chosen);
      setStep(2);
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
      onClick={() => setStep(1)}
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
      title={titles[step]}
      step={`Step ${step} of 3`}
      size="lg"
      footer={footers[step]}
      guard={() => step === 2 && amountText !== ''}
    >
      {step === 1 && <CoinGrid chosen={coin} onChoose={chooseCoin} />}
      {step === 2 && coin !== undefined && network !== undefined && (
        <AmountStep
          formId={formId}
          coin={coin}
          network={network}
          amountText={amountText}
          failure={create.error && errorText(create.error)}
          onNetwork={setNetwork}
          onAmount={setAmountText}
          onSubmit={open}
        />
      )}
      {step === 3 && deposit && isDepositId(deposit._id) && (
        <DepositTimeline
          key={deposit._id}
          depositId={deposit._id}
          first={deposit}
          whenCredited={whenCredited}
          onNewQuote={() => setStep(2)}
          onCanceled={onClose}
        />
      )}
    </Modal>
  );
}
