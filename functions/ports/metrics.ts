/**
 * Everything that is measured, with the values that its one dimension may have: CloudWatch charges for each value, so none
 * is ever made of an id, a person or a coin.
 */
export const measures = {
  /** Cents that the books moved. Of `to_cards` and `spent`, what came back is taken off. */
  MoneyCents: { unit: 'None', dimension: 'Flow', values: ['deposited', 'to_cards', 'spent', 'fees'] },
  /** Orders to the card issuer that are under way, and the age of the oldest one. */
  OpenOperations: { unit: 'Count', dimension: 'State', values: ['reserved', 'submitted', 'review'] },
  OldestOperationSeconds: { unit: 'Seconds', dimension: 'State', values: ['reserved', 'submitted', 'review'] },
  /** Time from a webhook at the door to the end of the work on it. */
  EventDelay: { unit: 'Milliseconds', dimension: 'Queue', values: ['payment-events', 'issuer-events'] },
  /** Answers of a provider that leave us without an outcome; see `ProviderAnswer`. */
  ProviderTrouble: {
    unit: 'Count',
    dimension: 'Answer',
    values: [
      'payments-not_processed',
      'payments-unknown',
      'payments-fault',
      'issuer-not_processed',
      'issuer-unknown',
      'issuer-fault',
    ],
  },
  FloatCents: { unit: 'None', dimension: 'Part', values: ['balance', 'held', 'headroom'] },
} as const satisfies Readonly<
  Record<string, { readonly unit: string; readonly dimension: string; readonly values: readonly string[] }>
>;

/** The name of something that is measured. */
export type MeasureName = keyof typeof measures;

/** One value of the dimension of a measure. */
export type MeasureOf<Name extends MeasureName> = (typeof measures)[Name]['values'][number];

/** Figures for the people who run the platform. They may be lost or counted twice: nothing is decided by them. */
export interface Metrics {
  put<Name extends MeasureName>(name: Name, of: MeasureOf<Name>, value: number): void;
}
