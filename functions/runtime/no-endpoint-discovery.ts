/**
 * Stands in for `@aws-sdk/middleware-endpoint-discovery` in the Lambda bundles. DynamoDB's endpoint is known by its region:
 * the SDK asks for it only where that is switched on, and keeps a cache of answers that nobody reads.
 */

const unset = (): undefined => undefined;

/** The SDK looks for the switch in the environment and in files: it is nowhere. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: unset,
  configFileSelector: unset,
  default: undefined,
};

/** Leaves the settings of a client as they are. */
export function resolveEndpointDiscoveryConfig<T>(settings: T): T {
  return settings;
}
