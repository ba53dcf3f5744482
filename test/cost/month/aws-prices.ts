/**
 * AWS's list prices in us-east-1, in dollars, without free tiers (read 2026-11). DynamoDB's are those for on-demand.
 */
export const awsPrices = {
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  invocation: 0.2e-6,
  gigabyteSecond: 16.6667e-6,
  gatewayRequest: 1e-6,
  edgeRequest: 1e-6,
  queueRequest: 0.4e-6,
  scheduledStart: 1e-6,
  mail: 100e-6,
  logGigabyte: 0.5,
} as const;
