/**
 * Signature vectors, accepted by the vendor's own PHP verifier. String.raw keeps
 * their backslashes as they travel.
 */

export const paymentKey = 'test_payment_key_0001';
export const payoutKey = 'test_payout_key_0001';

/** Request bodies and the signature that belongs to them. */
export const requests = {
  R1: {
    key: paymentKey,
    sign: '74719a08dea39d4d96d8ecc33eacb223',
    body: String.raw`{"amount":"50","currency":"USD","order_id":"dep_01J9ZK3V7Q"}`,
  },
  R2: {
    key: paymentKey,
    sign: 'b5b34a0e46e4c8db8fdfbd3f59f81bd1',
    body: String.raw`{"amount":"50","currency":"USD","order_id":"dep_01J9ZK3V7Q","url_callback":"https://shop.example/hooks/crypto"}`,
  },
  R3: {
    key: paymentKey,
    sign: 'b264789e8e073e0430cfa1e94010d2a7',
    body: String.raw`{"amount":"50","currency":"USD","order_id":"dep_01J9ZK3V7Q","url_callback":"https:\/\/shop.example\/hooks\/crypto"}`,
  },
  R4: {
    key: paymentKey,
    sign: 'd26635b189fcf17754b219bb2fee7445',
    body: String.raw`{"amount": "50", "currency": "USD", "order_id": "dep_01J9ZK3V7Q"}`,
  },
  R5: { key: paymentKey, sign: 'a7845f84cf2a5700215f843ab98ae36c', body: String.raw`` },
  R6: { key: paymentKey, sign: '35e05f9311a7f78c16465d432ee673f3', body: String.raw`{}` },
  R7: { key: paymentKey, sign: 'b8e0874d6c23abc02d12e5f6f95a5ddf', body: String.raw`[]` },
  R8: {
    key: paymentKey,
    sign: 'ff1f2af23716a27f252ea2507b38bfb2',
    body: String.raw`{"amount":"1.5","currency":"EUR","order_id":"x-1","additional_data":"Пополнение №7 ✓"}`,
  },
  R9: {
    key: payoutKey,
    sign: '19d1fff69d37d2079fd7eb962c88a722',
    body: String.raw`{"uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","address":"TSimRefund11111111111111111111111","is_subtract":true}`,
  },
} as const;

/** Webhook bodies as delivered. */
export const webhooks = {
  /** paid, no slashes */
  W1: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"50.01000000","payment_amount_usd":"50.01","merchant_amount":"49.00980000","commission":"1.00020000","is_final":true,"status":"paid","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":null,"txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"a9595be9f56a869fce2f66ae4bf0be88"}`,
  /** confirm_check (not final) */
  W2: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"50.01000000","payment_amount_usd":"0.00","merchant_amount":"49.00980000","commission":"1.00020000","is_final":false,"status":"confirm_check","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":null,"txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"df4dc7debbe32c64c4e531f632e34eb0"}`,
  /** paid_over, slashes + unicode in additional_data */
  W3: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"60.00000000","payment_amount_usd":"60.00","merchant_amount":"58.80000000","commission":"1.20000000","is_final":true,"status":"paid_over","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":"ref: a\/b\/c — Пример","txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"5934b2ced97057d8b79ea43ba806e639"}`,
  /** wrong_amount with auto-convert */
  W4: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK4BTC","amount":"50.00000000","payment_amount":"0.00040000","payment_amount_usd":"40.00","merchant_amount":"0.00039200","commission":"0.00000800","is_final":true,"status":"wrong_amount","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":null,"network":"btc","currency":"USD","payer_currency":"BTC","payer_amount":"0.00050000","payer_amount_exchange_rate":"100000.00000000","additional_data":null,"convert":{"to_currency":"USDT","commission":null,"rate":"100000.00000000","amount":"39.20000000"},"txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"56ac38a5893fd7b994fce643637e69c4"}`,
  /** cancel (expired, nothing received) */
  W5: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"0.00000000","payment_amount_usd":"0.00","merchant_amount":"0.00000000","commission":"0.00000000","is_final":true,"status":"cancel","from":null,"wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":null,"sign":"25b3f2bfa32246c2c7897000befa7694"}`,
  /** paid by internal transfer (transfer_id, no txid, from null) */
  W6: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"50.01000000","payment_amount_usd":"50.01","merchant_amount":"49.00980000","commission":"1.00020000","is_final":true,"status":"paid","from":null,"wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":null,"transfer_id":"0c9b8a76-5d4e-4f3c-8b2a-1908f7e6d5c4","sign":"bdabc54a1b24a95fc6d7915a38f548da"}`,
  /** U+2028 in additional_data (PHP escapes it) */
  W7: String.raw`{"type":"payment","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"dep_01J9ZK3V7Q","amount":"50.00000000","payment_amount":"50.01000000","payment_amount_usd":"50.01","merchant_amount":"49.00980000","commission":"1.00020000","is_final":true,"status":"paid","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"50.01000000","payer_amount_exchange_rate":"0.99970009","additional_data":"a\u2028b","txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"7281ee1c2bedb7e8f0475a17b9861b6f"}`,
  /** static wallet top-up */
  W8: String.raw`{"type":"wallet","uuid":"5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d","order_id":"wallet_user_42","amount":"12.34000000","payment_amount":"12.34000000","payment_amount_usd":"12.34","merchant_amount":"12.09320000","commission":"0.24680000","is_final":true,"status":"paid","from":"TSimPayer1111111111111111111111111","wallet_address_uuid":"de15b0f6-883f-4585-b27b-73a648044a92","network":"tron","currency":"USDT","payer_currency":"USDT","payer_amount":"12.34000000","payer_amount_exchange_rate":"1.00000000","additional_data":null,"txid":"a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90","sign":"5f0ee7be583300b0475b58ca80eec4fd"}`,
  /** payout (payout key) */
  W9: String.raw`{"type":"payout","uuid":"2b852d86-0000-4000-8000-36f0b7d12151","order_id":"po_1","amount":"20.00000000","merchant_amount":"20.30000000","commission":"0.30000000","is_final":true,"status":"paid","txid":"0xabc","currency":"USDT","network":"bsc","payer_currency":"USDT","payer_amount":"20.00000000","sign":"c19c3770baa874f6008bf91fce9059b3"}`,
} as const;
