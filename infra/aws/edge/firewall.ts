import { Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

import type { Config } from '../config.ts';
import { removalOfNamed } from '../removal.ts';

/**
 * Maximum requests of one address in five minutes. A person reading the site needs some hundred; a shared office a few
 * more.
 */
const requestsPerAddress = 3_000;
/**
 * Maximum sign-ins, registrations and codes of one address in five minutes. The product itself limits them per account.
 */
const signInsPerAddress = 100;
/**
 * Maximum webhooks of one address in five minutes; a provider sends all of its own from a handful of addresses. 100,000
 * people who pay three times a day, four events each, cause 140 webhooks a second at ten times the mean. That is 21,000
 * per address if two addresses share them.
 */
const webhooksPerAddress = 30_000;

/**
 * The firewall in front of the site and the API. An HTTP API cannot carry one, so it stands at CloudFront. No rule looks
 * into what a provider sends, or at where it sends it from: its webhooks are signed and checked by us.
 */
export function createFirewall(scope: Construct, id: string): CfnWebACL {
  const ofWebhooks = pathOf('STARTS_WITH', '/api/webhooks/');
  return new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('Firewall'),
    rules: [
      managedRule('KnownBadAddresses', 0, {
        name: 'AWSManagedRulesAmazonIpReputationList',
        scopeDownStatement: not(ofWebhooks),
      }),
      rateRule('TooManyRequests', 1, requestsPerAddress, not(ofWebhooks)),
      // A refresh carries no password and no code, and every open tab of an office sends one every few minutes.
      rateRule('TooManySignIns', 2, signInsPerAddress, {
        andStatement: {
          statements: [pathOf('STARTS_WITH', '/api/auth/'), not(pathOf('EXACTLY', '/api/auth/refresh'))],
        },
      }),
      rateRule('TooManyWebhooks', 3, webhooksPerAddress, ofWebhooks),
      managedRule('KnownBadInputs', 4, {
        name: 'AWSManagedRulesKnownBadInputsRuleSet',
        scopeDownStatement: not(ofWebhooks),
      }),
    ],
  });
}

/**
 * Logs the requests that the firewall refused, for as long as other logs are kept. Leaves out path, query and
 * credentials: paths carry the token of a webhook and mailed codes.
 */
export function logRefusals(firewall: CfnWebACL, config: Pick<Config, 'logRetention' | 'isDisposable'>): void {
  const stack = Stack.of(firewall);
  const group = new LogGroup(firewall.stack, 'FirewallLogs', {
    // The firewall accepts only a log group with this prefix.
    logGroupName: `aws-waf-logs-${stack.stackName}`,
    retention: config.logRetention,
    removalPolicy: removalOfNamed(config),
  });
  new CfnLoggingConfiguration(firewall.stack, 'FirewallLogging', {
    resourceArn: firewall.attrArn,
    logDestinationConfigs: [
      // The ARN without its usual ending `:*`, which the firewall refuses.
      stack.formatArn({ service: 'logs', resource: `log-group:${group.logGroupName}` }),
    ],
    redactedFields: [
      { uriPath: {} },
      { queryString: {} },
      ...['authorization', 'cookie', 'referer'].map((name) => ({ singleHeader: { Name: name } })),
    ],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
    },
  });
}

function managedRule(
  name: string,
  priority: number,
  group: Pick<CfnWebACL.ManagedRuleGroupStatementProperty, 'name' | 'scopeDownStatement'>,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', ...group } },
    visibilityConfig: visibility(name),
  };
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

function not(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } };
}

/** A request's path, read as the API reads it: `/api/%61uth/login` and `/api/user/../auth/login` are sign-ins too. */
function pathOf(positionalConstraint: 'EXACTLY' | 'STARTS_WITH', searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      searchString,
      fieldToMatch: { uriPath: {} },
      positionalConstraint,
      textTransformations: [
        { priority: 0, type: 'URL_DECODE' },
        { priority: 1, type: 'NORMALIZE_PATH' },
      ],
    },
  };
}

/**
 * Returns the metric of a rule. Samples are off: they show whole addresses, and the link of a password reset carries
 * its code there.
 */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
