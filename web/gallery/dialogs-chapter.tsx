import { useState, type ReactNode } from 'react';
import { cents } from '#shared/money.ts';
import { CreateCardModal } from '#web/features/cards/create-card-modal.tsx';
import { DeleteCardModal } from '#web/features/cards/delete-card-modal.tsx';
import { FreezeModal } from '#web/features/cards/freeze-modal.tsx';
import { LoadModal } from '#web/features/cards/load-modal.tsx';
import { PinModal } from '#web/features/cards/pin-modal.tsx';
import { WithdrawModal } from '#web/features/cards/withdraw-modal.tsx';
import { AddFundsModal, type AddFundsPlace } from '#web/features/deposits/add-funds-modal.tsx';
import { isDepositId } from '#web/features/deposits/deposit-stage.ts';
import { DepositModal } from '#web/features/deposits/deposit-modal.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './gallery.module.css';
import { sampleCard, sampleUser } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;
const { _id: cardId } = sampleCard;

type Dialog = { readonly name: string; readonly show: (close: () => void) => ReactNode };

const dialogs: readonly Dialog[] = [
  {
    name: 'Small, medium, large',
    show: (close) => (
      <Modal open onClose={close} title="A dialog" footer={<Button onClick={close}>Done</Button>}>
        <p>What it says.</p>
      </Modal>
    ),
  },
  { name: 'Add Funds', show: (close) => <GalleryFunds onClose={close} /> },
  {
    name: 'Create Card',
    show: (close) => <CreateCardModal balance={sampleUser.balance} blocker={undefined} onClose={close} />,
  },
  {
    name: 'Create Card, blocked',
    show: (close) => (
      <CreateCardModal
        balance={1500}
        blocker={{ kind: 'balance', title: 'Your balance is too low', text: 'A deposit of at least $20 is needed.' }}
        onClose={close}
      />
    ),
  },
  {
    name: 'Load Money',
    show: (close) => (
      <LoadModal card={sampleCard} cardId={cardId} prefill={cents(5000)} onLoaded={nothing} onClose={close} />
    ),
  },
  {
    name: 'Withdraw Funds',
    show: (close) => <WithdrawModal card={sampleCard} cardId={cardId} onWithdrawn={nothing} onClose={close} />,
  },
  {
    name: 'Withdraw Funds, too soon',
    show: (close) => (
      <WithdrawModal
        card={{ ...sampleCard, withdrawableAt: new Date(Date.now() + 200_000).toISOString() }}
        cardId={cardId}
        onWithdrawn={nothing}
        onClose={close}
      />
    ),
  },
  {
    name: 'Freeze',
    show: (close) => <FreezeModal cardId={cardId} name={sampleCard.name} onFreeze={close} onClose={close} />,
  },
  { name: '3DS Code', show: (close) => <PinModal cardId={cardId} onClose={close} /> },
  {
    name: 'Delete Card',
    show: (close) => (
      <DeleteCardModal card={sampleCard} cardId={cardId} onDeleted={nothing} onWithdraw={nothing} onClose={close} />
    ),
  },
  {
    name: 'Deposit',
    show: (close) =>
      isDepositId('dep_partial') && <DepositModal depositId="dep_partial" onClose={close} onNewQuote={nothing} />,
  },
];

/** Add Funds with its steps kept here: the gallery's address is not the site's. */
function GalleryFunds({ onClose }: { readonly onClose: () => void }) {
  const [place, go] = useState<AddFundsPlace>({});
  return <AddFundsModal place={place} onGo={go} onBack={go} onClose={onClose} />;
}

/** Dialogs, one at a time. What they send is refused, which shows how that looks. */
export function DialogsChapter() {
  const [opened, setOpened] = useState<Dialog>();
  return (
    <Chapter title="Dialogs">
      <Specimen state="Each opens here; what it sends is refused" wide>
        <div className={styles.row}>
          {dialogs.map((dialog) => (
            <Button key={dialog.name} variant="secondary" onClick={() => setOpened(dialog)}>
              {dialog.name}
            </Button>
          ))}
        </div>
      </Specimen>
      {opened?.show(() => setOpened(undefined))}
    </Chapter>
  );
}
