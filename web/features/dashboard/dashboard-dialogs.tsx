import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import { aimAddress, aimOf } from '#web/navigation/add-first.ts';
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
  cards,
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
  readonly cards: readonly Card[] | undefined;
  /** A card that money can be put on. */
  readonly loadable: Card | undefined;
  readonly onOpen: (dialog: DashboardDialog) => void;
  /** Goes back this many steps of the open dialog. */
  readonly onBack: (dialog: DashboardDialog, steps: number) => void;
  readonly onClose: () => void;
}) {
  const aim = dialog?.kind === 'add-money' ? aimOf(dialog.aim) : undefined;
  const create = canCreate ? (
    <Button onClick={() => onOpen({ kind: 'create-card' })}>Create your card</Button>
  ) : undefined;
  const aimed =
    aim === 'create-card' ? (
      create
    ) : aim ? (
      <LinkButton to={aimAddress(aim)}>
        Load {cards?.find((card) => card._id === aim.cardId)?.name ?? 'your card'} with {formatCents(aim.cents)}
      </LinkButton>
    ) : undefined;
  const whenCredited = loadable ? <LinkButton to={href.card(loadable._id)}>Load {loadable.name}</LinkButton> : create;
  switch (dialog?.kind) {
    case 'add-money':
      return (
        <LazyAddFundsModal
          place={dialog}
          onGo={(place) => onOpen({ kind: 'add-money', ...errandOf(dialog), ...place })}
          onBack={(place, steps) => onBack({ kind: 'add-money', ...errandOf(dialog), ...place }, steps)}
          onClose={onClose}
          whenCredited={aimed ?? whenCredited}
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

/** The sum and the aim that go along through the steps of Add Funds. */
function errandOf({ sum, aim }: Extract<DashboardDialog, { readonly kind: 'add-money' }>) {
  return { ...(sum !== undefined && { sum }), ...(aim !== undefined && { aim }) };
}
