import type { ReactNode } from 'react';
import { transactionStatusNames as names, type TransactionStatus } from '#shared/transaction-statuses.ts';
import './badge.css';

/** The colours a badge can have. */
export type BadgeTone =
  | 'yellow'
  | 'orange'
  | 'red'
  | 'green'
  | 'emerald'
  | 'teal'
  | 'blue'
  | 'indigo'
  | 'gray'
  | 'cyan'
  | 'rose'
  | 'lime';

/** A small coloured word. */
export function Badge({ tone = 'gray', children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

type StatusAppearance = { readonly tone: BadgeTone; readonly emoji: string; readonly label: string };

const appearances: Readonly<Record<TransactionStatus, StatusAppearance>> = {
  pending: { tone: 'yellow', emoji: '⏳', label: names.pending },
  expired: { tone: 'orange', emoji: '⌛', label: names.expired },
  failed: { tone: 'red', emoji: '❌', label: names.failed },
  completed: { tone: 'green', emoji: '✅', label: names.completed },
  paid: { tone: 'green', emoji: '✅', label: names.paid },
  paid_over: { tone: 'emerald', emoji: '💰', label: names.paid_over },
  paid_less: { tone: 'teal', emoji: '🪙', label: names.paid_less },
  processing: { tone: 'blue', emoji: '🔄', label: names.processing },
  confirm_check: { tone: 'indigo', emoji: '🔍', label: names.confirm_check },
  locked: { tone: 'gray', emoji: '🔒', label: names.locked },
  refund_process: { tone: 'cyan', emoji: '↩️', label: names.refund_process },
  refund_fail: { tone: 'rose', emoji: '⚠️', label: names.refund_fail },
  refund_paid: { tone: 'lime', emoji: '💸', label: names.refund_paid },
};

/** Returns the badge of a transaction status, in any spelling: `paid-over`, `PAID_OVER`, `COMPLETED`. */
export function statusAppearance(status: string): StatusAppearance {
  const key = status
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '_');
  return (
    (appearances as Readonly<Record<string, StatusAppearance>>)[key] ?? {
      tone: 'gray',
      emoji: '•',
      label: status.replaceAll(/[_-]+/g, ' '),
    }
  );
}

/** The badge of a transaction status. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, emoji, label } = statusAppearance(status);
  return (
    <Badge tone={tone}>
      <span className="badge-emoji" aria-hidden="true">
        {emoji}
      </span>{' '}
      {label}
    </Badge>
  );
}
