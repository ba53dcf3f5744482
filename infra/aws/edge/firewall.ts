import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Requests of one address in five minutes. A person reading the site needs some hundred; a shared office a few more. */
const requestsPerAddress = 3_000;
/** Sign-ins, registrations, codes: one address in five minutes. The product itself limits them per account. */
const signInsPerAddress = 100;

/**
 * The firewall in front of the site and the API. An HTTP API cannot carry one, so it stands at CloudFront. Rules that
 * look into bodies are left out: they would refuse provider webhooks, which are signed and checked by us.
 */
export function createFirewall(scope: Construct, id: string): CfnWebACL {
  return new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('Firewall'),
    rules: [
      {
        name: 'KnownBadAddresses',
        priority: 0,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
        },
        visibilityConfig: visibility('KnownBadAddresses'),
      },
      // Webhooks of one provider come from a handful of addresses; the gateway's own throttle bounds those.
      rateRule('TooManyRequests', 1, requestsPerAddress, { notStatement: { statement: pathBegins('/api/webhooks/') } }),
      rateRule('TooManySignIns', 2, signInsPerAddress, pathBegins('/api/auth/')),
    ],
  });
}

function rateRule(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: { customResponse: { responseCode: 429 } } },
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300, scopeDownStatement } },
    visibilityConfig: visibility(name),
  };
}

function pathBegins(searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      searchString,
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
}

/** Samples are off: they show whole addresses, and a password reset's link carries its code there. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
