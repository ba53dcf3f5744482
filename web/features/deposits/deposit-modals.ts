/** The two dialogs that show a deposit, as one chunk. */
export { AddFundsModal } from './add-funds-modal.tsx';
export { DepositModal } from './deposit-modal.tsx';
