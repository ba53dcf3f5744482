type Changes = Readonly<Record<string, unknown>>;

/** The published card details as the API host sends them, with changes. */
export function cardDetails(changes: Changes = {}): Record<string, unknown> {
  return {
    card_id: '0f3c',
    cardholder_id: '77aa',
    card_name: 'Amina Bello',
    card_type: 'virtual',
    brand: 'Mastercard',
    card_currency: 'USD',
    card_number: 'ev:RFVC:number',
    cvv: 'ev:RFVC:cvv',
    expiry_month: 'ev:RFVC:month',
    expiry_year: 'ev:RFVC:year',
    last_4: '4444',
    is_active: true,
    is_deleted: false,
    deletion_reason: null,
    balance: '1200',
    book_balance: '1200',
    available_balance: '900',
    blocked_due_to_fraud: false,
    pin_3ds_activated: true,
    issuing_app_id: 'app',
    livemode: false,
    created_at: 1_763_700_000,
    meta_data: { card_ref: 'crd_01' },
    ...changes,
  };
}

/** The published sample's billing address. */
export const publishedAddress = {
  billing_address1: '1 Example Road',
  billing_city: 'Newark',
  billing_country: 'US',
  billing_zip_code: '19702',
  country_code: 'US',
  state: 'Delaware',
  state_code: 'DE',
};

/** The card details as the relay sends them, with changes. The number is the network's published test number. */
export function revealedDetails(changes: Changes = {}): Record<string, unknown> {
  return cardDetails({
    card_number: '5555555555554444',
    cvv: '123',
    expiry_month: '9',
    expiry_year: '2029',
    billing_address: publishedAddress,
    ...changes,
  });
}

/** The published purchase of section 1.11. */
export function purchase(changes: Changes = {}): Record<string, unknown> {
  return {
    amount: '1599',
    currency: 'USD',
    card_transaction_type: 'DEBIT',
    description: 'NIMBUS STREAM SUBSCR',
    bridgecard_transaction_reference: 'b1d0',
    client_transaction_reference: '5c35',
    card_id: '0f3c',
    cardholder_id: '77aa',
    transaction_date: '2026-11-20 08:15:02',
    transaction_timestamp: 1_795_162_502,
    merchant_category_code: '5815',
    enriched_data: {
      is_recurring: true,
      merchant_city: 'Dublin',
      merchant_code: '5815',
      merchant_logo: 'https://logos.example.test/nimbus.png',
      merchant_name: 'Nimbus',
      merchant_website: 'nimbus.example.test',
      transaction_category: 'Entertainment',
      transaction_group: 'Subscriptions',
    },
    ...changes,
  };
}

/** The published load of section 1.11: no enrichment, no timestamp, no issuer's reference. */
export const load = {
  amount: '5000',
  currency: 'USD',
  card_transaction_type: 'CREDIT',
  description: 'Virtual dollar card funding',
  client_transaction_reference: 'op_01HX',
  transaction_date: '2026-11-19 17:02:44',
};

/** A holder as the read call returns it. */
export function holder(changes: Changes = {}): Record<string, unknown> {
  return {
    cardholder_id: '77aa',
    first_name: 'Amina',
    is_active: true,
    is_id_verified: true,
    identity_details: { blacklisted: false, id_no: '22200000001' },
    meta_data: { user_ref: 'usr_01' },
    ...changes,
  };
}
