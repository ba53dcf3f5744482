import type { ReplyOf } from '#shared/contract/index.ts';
import { href } from '#web/navigation/paths.ts';
import type { CreateBlocker } from '#web/features/cards/create-card-blocker.ts';
import { LazyCreateCardModal } from '#web/features/cards/dialogs.ts';
import { isDepositId } from '#web/features/deposits/deposit-stage.ts';
import { LazyAddFundsModal, LazyDepositModal } from '#web/features/deposits/dialogs.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

import type { DashboardDialog } from './use-dashboard-dialog.ts';

type Card = ReplyOf<'cards.list'>[number];

/** The dialog that the address names. */
export function DashboardDialogs({
  dialog,
  user,
  blocker,
  canCreate,
  loadable,
  onOpen,
  onBack,
  onClose,
}: {
  readonly dialog: DashboardDialog | undefined;
  readonly user: CurrentUser;
  /** The obstacle to a new card. */
  readonly blocker: CreateBlocker | undefined;
  readonly canCreate: boolean;
  /** A card that money can be put on. */
  readonly loadable: Card | undefined;
  readonly onOpen: (dialog: DashboardDialog) => void;
  /** Goes back this many steps of the open dialog. */
  readonly onBack: (dialog: DashboardDialog, steps: number) => void;
  readonly onClose: () => void;
}) {
  const whenCredited = loadable ? (
    <LinkButton to={href.card(loadable._id)}>Load {loadable.name}</LinkButton>
  ) : canCreate ? (
    <Button onClick={() => onOpen({ kind: 'create-card' })}>Create your card</Button>
  ) : undefined;
  switch (dialog?.kind) {
    case 'add-money':
      return (
        <LazyAddFundsModal
          place={dialog}
          onGo={(place) => onOpen({ kind: 'add-money', ...place })}
          onBack={(place, steps) => onBack({ kind: 'add-money', ...place }, steps)}
          onClose={onClose}
          whenCredited={whenCredited}
        />
      );
    case 'create-card':
      return <LazyCreateCardModal balance={user.balance} blocker={blocker} onClose={onClose} />;
    case 'deposit':
      return isDepositId(dialog.depositId) ? (
        <LazyDepositModal
          key={dialog.depositId}
          depositId={dialog.depositId}
          onClose={onClose}
          whenCredited={whenCredited}
          onNewQuote={() => onOpen({ kind: 'add-money' })}
        />
      ) : null;
    case undefined:
      return null;
  }
}
