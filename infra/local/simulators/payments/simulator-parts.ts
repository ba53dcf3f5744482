import type { Chance } from './chance.ts';
import type { FaultBoard } from './fault-board.ts';
import type { Market } from './market.ts';
import type { ProviderProfile } from './provider-profile.ts';
import type { SimulatorStore } from './simulator-store.ts';
import type { VirtualClock } from '../kit/virtual-clock.ts';
import type { WebhookPostman } from './webhook-postman.ts';

/** Habits of the simulator that may be changed while it runs (`POST /sandbox/settings`). */
export type SimulatorSettings = {
  /** Duration of all confirmations of a payment made on the pay page, in milliseconds. */
  confirmMs: number;
  /** Duration of a refund asked for through the API, in milliseconds. */
  refundMs: number;
  /** Also send webhooks for `locked`, which the provider does not document. */
  announceLocked: boolean;
  /** Coin into which receipts are converted at once; webhooks then carry `convert`. Null for no conversion. */
  autoConvertTo: string | null;
};

/** Everything that the parts of the simulator share. */
export type SimulatorParts = {
  store: SimulatorStore;
  clock: VirtualClock;
  market: Market;
  faults: FaultBoard;
  postman: WebhookPostman;
  chance: Chance;
  profile: ProviderProfile;
  settings: SimulatorSettings;
  merchantId: string;
  paymentKey: string;
  payoutKey: string;
  /** Base URL of the simulator, without a slash at the end. */
  baseUrl(): string;
  /** Sends due webhooks and sets the timer for the next one. */
  wake(): void;
};
