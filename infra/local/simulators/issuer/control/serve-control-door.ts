import { DoorRefusal, openDoor } from '../../kit/control-door.ts';
import type { Route } from '../../kit/match-route.ts';
import * as cards from './card-controls.ts';
import type { ControlContext, ControlHandler } from './control-request.ts';
import * as faults from './fault-controls.ts';
import * as purchases from './purchase-controls.ts';
import * as webhooks from './webhook-controls.ts';
import * as world from './world-controls.ts';

const routes: readonly Route<ControlHandler>[] = [
  ['POST', '/sandbox/purchases', purchases.buy],
  ['POST', '/sandbox/purchases/{reference}/reverse', purchases.reversePurchase],
  ['POST', '/sandbox/purchases/{reference}/refund', purchases.refundPurchase],
  ['POST', '/sandbox/purchases/{reference}/force', purchases.forcePurchase],
  ['GET', '/sandbox/cards', cards.listCards],
  ['GET', '/sandbox/cards/{cardId}', cards.showCard],
  ['POST', '/sandbox/cards/{cardId}/force_post', purchases.forcePostOnCard],
  ['POST', '/sandbox/cards/{cardId}/flag_fraud', cards.flagFraud],
  ['POST', '/sandbox/cards/{cardId}/delete', cards.deleteByIssuer],
  ['POST', '/sandbox/cards/{cardId}/otp', cards.sendOtp],
  ['POST', '/sandbox/jobs/{name}', cards.runJob],
  ['POST', '/sandbox/faults', faults.addFault],
  ['GET', '/sandbox/faults', faults.listFaults],
  ['DELETE', '/sandbox/faults', faults.clearFaults],
  ['GET', '/sandbox/webhooks', webhooks.listWebhooks],
  ['POST', '/sandbox/webhooks', webhooks.sendWebhook],
  ['POST', '/sandbox/webhooks/{n}/redeliver', webhooks.redeliverWebhook],
  ['POST', '/sandbox/webhook-target', webhooks.setWebhookTarget],
  ['GET', '/sandbox/holders', world.listHolders],
  ['POST', '/sandbox/holders/{holderId}/decide', world.decide],
  ['GET', '/sandbox/wallet', world.showWallet],
  ['POST', '/sandbox/wallet', world.setWalletAmount],
  ['POST', '/sandbox/clock', world.advanceClock],
  ['GET', '/sandbox/requests', world.listRequests],
  ['GET', '/sandbox/settings', world.showSettings],
  ['POST', '/sandbox/settings', world.changeSettings],
  ['POST', '/sandbox/reset', world.reset],
  ['GET', '/sandbox/health', world.showHealth],
];

/** Serves one request at the control door; bodies of refusals are `{ error }`. */
export function answerControlRequest(
  context: ControlContext,
  method: string,
  url: URL,
  rawBody: string,
): { status: number; body: unknown } {
  try {
    const { handler, request } = openDoor(routes, method, url, rawBody);
    return { status: 200, body: context.issuer.books.transaction(() => handler(context, request)) };
  } catch (error) {
    if (error instanceof DoorRefusal) return { status: error.status, body: { error: error.message } };
    throw error;
  }
}
