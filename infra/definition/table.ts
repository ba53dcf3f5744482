/**
 * The one table. `gsi1` lists work that waits for a person, deposits in transit or with refused money, the journal by day, rewards by referrer, sessions by
 * person, and audit records, webhooks and everybody's profiles and activity lines by time; `gsi2` is sparse: open work,
 * audit records by their author, and webhooks by their subject.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  ],
  /** Seconds since 1970. DynamoDB deletes late, so every read checks it too. */
  ttlAttribute: 'ttlAtSeconds',
} as const;
