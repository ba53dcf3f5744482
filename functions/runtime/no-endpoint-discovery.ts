/**
 * Stands in for `@aws-sdk/middleware-endpoint-discovery` in the Lambda bundles. DynamoDB's endpoint is known by its region:
 * the SDK asks for it only when discovery is switched on, and would keep a cache that nobody reads.
 */

const unset = (): undefined => undefined;

/** Where the SDK looks for the switch, in the environment and in files: it is found nowhere, so discovery stays off. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: unset,
  configFileSelector: unset,
  default: undefined,
};

/** Leaves the settings of a client as they are. */
export function resolveEndpointDiscoveryConfig<T>(settings: T): T {
  return settings;
}
