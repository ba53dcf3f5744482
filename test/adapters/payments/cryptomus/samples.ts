/** The published answer to creating an invoice, with changes. */
export function invoice(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    uuid: '5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
    order_id: 'dep_01J9ZK3V7Q',
    amount: '50.00',
    currency: 'USD',
    payment_amount: null,
    payment_amount_usd: null,
    payer_amount: '50.01',
    payer_currency: 'USDT',
    payer_amount_exchange_rate: '0.99970009',
    discount_percent: 0,
    discount: '0.00',
    commission: '1.00020000',
    merchant_amount: '49.00980000',
    network: 'tron',
    address: 'TSimAddress',
    address_qr_code: 'data:image/png;base64,AAAA',
    from: null,
    txid: null,
    comments: null,
    payment_status: 'check',
    status: 'check',
    is_final: false,
    url: 'https://pay.example/pay/5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
    expired_at: 1_795_258_800,
    additional_data: null,
    created_at: '2026-11-21T13:00:00+03:00',
    updated_at: '2026-11-21T13:00:00+03:00',
    ...changes,
  };
}

/** An element of the services list. */
export function service(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    network: 'TRON',
    currency: 'USDT',
    is_available: true,
    limit: { min_amount: '1.00000000', max_amount: '10000000.00000000' },
    commission: { fee_amount: '0.00', percent: '2.00' },
    ...changes,
  };
}
