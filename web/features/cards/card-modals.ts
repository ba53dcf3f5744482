/** The dialogs of cards as one chunk: they have so much in common that together they are a third smaller. */
export { AutoLoadModal } from './alerts/auto-load-modal.tsx';
export { LowBalanceModal } from './alerts/low-balance-modal.tsx';
export { CreateCardModal } from './create-card-modal.tsx';
export { DeleteCardModal } from './delete-card-modal.tsx';
export { FreezeModal } from './freeze-modal.tsx';
export { LoadModal } from './load-modal.tsx';
export { ManageModal } from './manage-modal.tsx';
export { PinModal } from './pin-modal.tsx';
export { WithdrawModal } from './withdraw-modal.tsx';
