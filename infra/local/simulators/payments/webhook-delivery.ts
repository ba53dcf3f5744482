/** One try to deliver. */
export type DeliveryAttempt = {
  /** Virtual milliseconds. */
  atMs: number;
  /** HTTP status, or null when no answer came. */
  status: number | null;
  error: string | null;
};

/** One webhook in the log. The body is fixed when the event happens and is the same on every try. */
export type WebhookDelivery = {
  n: number;
  kind: 'payment' | 'wallet' | 'payout' | 'test';
  paymentUuid: string;
  orderId: string;
  /** The status in the body. */
  status: string;
  url: string;
  body: string;
  /** `held` waits for a later delivery to overtake it; `dropped` is never sent, `reason` says why. */
  state: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped';
  reason: string | null;
  /** Requests sent at the same time on each try. */
  copies: number;
  /** When the next try is due (virtual milliseconds); null when there is none. */
  dueAtMs: number | null;
  attempts: DeliveryAttempt[];
  createdAtMs: number;
};
