import type { PlantedBug } from '../planted-bugs.ts';

/** Defects in webhooks and the answers of providers. */
export const bugsOfWebhooks: readonly PlantedBug[] = [
  {
    name: 'an answer about another load is believed',
    file: 'functions/adapters/issuer/bridgecard/movement-calls.ts',
    find: 'reference === command.reference && issuerCardId === command.issuerCardId',
    replace: 'issuerCardId === command.issuerCardId',
  },
  {
    name: 'a load whose answer was lost is sent again by itself',
    file: 'functions/adapters/issuer/bridgecard/movement-calls.ts',
    find: 'isRepeatable: false',
    replace: 'isRepeatable: true',
  },
  {
    name: 'a transaction of another card is posted',
    file: 'functions/adapters/issuer/bridgecard/transform-movement.ts',
    find: "  if (answer.card_id && answer.card_id !== issuerCardId) return misunderstood('card_id');\n",
    replace: '',
  },
  {
    name: 'a refund of the issuer is read as a charge',
    file: 'functions/adapters/issuer/bridgecard/transform-movement.ts',
    find: "answer.card_transaction_type === 'CREDIT' ? 'credit' : 'debit'",
    replace: "answer.card_transaction_type === 'CREDIT' ? 'debit' : 'debit'",
  },
  {
    name: 'a webhook with the wrong secret is authentic',
    file: 'functions/adapters/issuer/bridgecard/verify-webhook.ts',
    find: 'timingSafeEqual(digest(decrypted), digest(webhookSecret))',
    replace: 'digest(decrypted).length === digest(webhookSecret).length',
  },
  {
    name: 'an answer about another payment is believed',
    file: 'functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts',
    find: "    if (read.value.reference !== reference) return { outcome: 'unknown', detail: 'info: answers another order_id' };\n",
    replace: '',
  },
  {
    name: 'signatures are compared by their first eight digits',
    file: 'functions/adapters/payments/cryptomus/signature.ts',
    find: 'return a.length === b.length && timingSafeEqual(a, b);',
    replace: 'return a.length === b.length && timingSafeEqual(a.subarray(0, 8), b.subarray(0, 8));',
  },
  {
    name: 'what was asked for counts as received',
    file: 'functions/adapters/payments/cryptomus/transform.ts',
    find: 'receivedAmount: answer.payment_amount && !isNothing(answer.payment_amount) ? answer.payment_amount : undefined,',
    replace: 'receivedAmount: answer.payer_amount ?? undefined,',
  },
  {
    name: 'a webhook with any signature is authentic',
    file: 'functions/adapters/payments/cryptomus/verify-webhook.ts',
    find: 'return isAuthentic ? members : undefined;',
    replace: 'return isAuthentic || sign.length === 32 ? members : undefined;',
  },
  {
    name: 'a webhook is verified by what was parsed, not by its bytes',
    file: 'functions/adapters/payments/cryptomus/verify-webhook.ts',
    find: '[withoutSignAtEnd(text), encodeLikePhp(members)]',
    replace: '[encodeLikePhp(members)]',
  },
  {
    name: 'a body that names a member twice is authentic',
    file: 'functions/adapters/payments/cryptomus/verify-webhook.ts',
    find: 'if (body === undefined || hasRepeatedName(text)) return undefined;',
    replace: 'if (body === undefined) return undefined;',
  },
  {
    name: 'either of signature and token suffices for a webhook',
    file: 'functions/api/webhooks/issuer.ts',
    find: "issuer.verifyWebhook(headers['x-webhook-signature']) && (await keys.isIssuerToken(params.inbox))",
    replace: "issuer.verifyWebhook(headers['x-webhook-signature']) || (await keys.isIssuerToken(params.inbox))",
  },
  {
    name: "a deposit's webhook comes in under any token",
    file: 'functions/api/webhooks/payments.ts',
    find: 'if (await keys.isCallbackToken(hint.reference, params.inbox)) {',
    replace: 'if (params.inbox.length > 0) {',
  },
  {
    name: 'a webhook about a card that is not known yet is done',
    file: 'functions/domain/events/process-issuer-event.ts',
    find: "    throw new Error('the card of an issuer event is not known yet');",
    replace: '    return undefined;',
  },
  {
    name: 'a webhook is done although the provider did not answer',
    file: 'functions/domain/events/process-payment-event.ts',
    find: '    throw new Error(`the payment provider did not answer about ${depositId}: ${answer.outcome}`);',
    replace: '    return markProcessed(needs, event);',
  },
  {
    name: 'what a webhook could not bring about is done all the same',
    file: 'functions/domain/events/process-payment-event.ts',
    find: 'await applyPayment(needs, depositId, answer.value);',
    replace: 'await applyPayment(needs, depositId, answer.value).catch(() => undefined);',
  },
  {
    name: 'a webhook that was stored and not queued is lost',
    file: 'functions/domain/events/store-event.ts',
    find: 'if (known?.processedAtMs !== undefined) return;',
    replace: 'return;',
  },
  {
    name: 'a webhook is done though the issuer did not answer about its transaction',
    file: 'functions/domain/cards/catch-up-card.ts',
    find: "if (answer.outcome !== 'success')\n      throw new Error(`the issuer did not answer about a transaction: ${answer.outcome}`);",
    replace: "if (answer.outcome !== 'success') return;",
  },
  {
    name: 'a deleted card is not looked at',
    file: 'functions/domain/events/process-issuer-event.ts',
    find: "if (claim.claim === 'created' || claim.claim === 'creation_failed') return;",
    replace: "if (claim.claim !== 'blocked' && claim.claim !== 'frozen') return;",
  },
  {
    name: 'a transfer is driven by nobody when its webhook comes',
    file: 'functions/domain/events/process-issuer-event.ts',
    find: '      await driveOperation(needs, operationId, { untilMs: clock.now() + patienceMs });\n',
    replace: '      void operationId;\n',
  },
  {
    name: "the payment provider's key before is forgotten",
    file: 'functions/runtime/services.ts',
    find: "    paymentKeyBefore: secret['paymentKeyBefore'],\n",
    replace: '',
  },
  {
    name: "the issuer's webhook secret before is forgotten",
    file: 'functions/runtime/services.ts',
    find: "    webhookSecretBefore: secret['webhookSecretBefore'],\n",
    replace: '',
  },
  {
    name: "the issuer's key before is forgotten",
    file: 'functions/runtime/services.ts',
    find: "    secretKeyBefore: secret['secretKeyBefore'],\n",
    replace: '',
  },
  {
    name: '503 means that nothing happened',
    file: 'functions/adapters/issuer/bridgecard/client.ts',
    find: "  if (status < 400 || status >= 500) return { outcome: 'unknown', detail };",
    replace:
      "  if (status === 503) return { outcome: 'not_processed', retryAfterMs: call.rateLimitMs, detail };\n  if (status < 400 || status >= 500) return { outcome: 'unknown', detail };",
  },
  {
    name: 'a redirect is a refusal',
    file: 'functions/adapters/issuer/bridgecard/client.ts',
    find: 'if (status < 400 || status >= 500)',
    replace: 'if (status >= 500)',
  },
  {
    name: "a holder's list that is not whole proves that a card is not there",
    file: 'functions/adapters/issuer/bridgecard/card-calls.ts',
    find: 'return read.value.isWhole',
    replace: 'return read.value.isWhole || read.value.cards.length > 0',
  },
];
