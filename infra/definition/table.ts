/**
 * The one table. `gsi1` lists what waits for a person, the journal by day, rewards by referrer, sessions by person, and audit records, webhooks and everybody's
 * profiles and activity lines by time; `gsi2` is sparse: what still has to be driven, audit records by who did it, and webhooks by what they name.
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
