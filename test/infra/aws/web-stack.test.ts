import { posix } from 'node:path';
import { Script, createContext } from 'node:vm';

import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import {
  appShell,
  cacheControlOf,
  prerenderedPages,
  rewriteSitePath,
  securityHeadersFor,
} from '#infra/definition/site.ts';
import { definition } from '#infra/definition/index.ts';
import { routes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/index.ts';
import { nameOf } from './policies.ts';
import { filledConfig, inlineHashes, synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

type Behavior = Record<string, unknown> & { readonly TargetOriginId: string };
type Origin = Record<string, unknown> & { readonly Id: string };
type DistributionConfig = Record<string, unknown> & {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly CustomErrorResponses?: readonly Record<string, unknown>[];
  readonly Origins: readonly Origin[];
};

let dev: Synthesis;
let config: DistributionConfig;
let api: Behavior | undefined;
beforeAll(async () => {
  dev = await synthesize('dev');
  config = distributionOf(dev);
  api = config.CacheBehaviors.find(({ PathPattern }) => PathPattern === '/api/*');
});

function distributionOf(synthesis: Synthesis): DistributionConfig {
  return synthesis.single('web', 'AWS::CloudFront::Distribution')['DistributionConfig'] as DistributionConfig;
}

function originOf(behavior: Behavior | undefined): Origin {
  const origin = config.Origins.find(({ Id }) => Id === behavior?.TargetOriginId);
  if (!origin) throw new Error('A behaviour names an origin that is not there.');
  return origin;
}

describe('the site', () => {
  test('comes from a private bucket that only this distribution may read', () => {
    expect(originOf(config.DefaultCacheBehavior)).toMatchObject({
      S3OriginConfig: { OriginAccessIdentity: '' },
      OriginAccessControlId: { 'Fn::GetAtt': [expect.any(String), 'Id'] },
    });
    dev.templates.web.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    });
    for (const { Properties } of Object.values(dev.resources('web', 'AWS::S3::Bucket'))) {
      expect(Properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: expect.anything(),
      });
    }
    const readers = Object.values(dev.resources('web', 'AWS::S3::BucketPolicy')).flatMap(({ Properties }) =>
      (Properties['PolicyDocument'] as { Statement: { Effect: string; Principal: unknown }[] }).Statement.filter(
        ({ Effect }) => Effect === 'Allow',
      ).map(({ Principal }) => Principal),
    );
    expect(readers).toEqual(
      expect.arrayContaining([
        { Service: 'cloudfront.amazonaws.com' },
        { Service: 'logging.s3.amazonaws.com' },
        { Service: 'delivery.logs.amazonaws.com' },
      ]),
    );
    expect(readers).toHaveLength(3);
  });

  test('keeps the files of older pages for a month', () => {
    const [site] = Object.entries(dev.resources('web', 'AWS::S3::Bucket')).filter(([id]) => id.startsWith('Site'));
    expect(site?.[1].Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }] },
    });
  });

  test('is read only, compressed, and over TLS', () => {
    expect(config.DefaultCacheBehavior).toMatchObject({
      AllowedMethods: ['GET', 'HEAD'],
      Compress: true,
      ViewerProtocolPolicy: 'redirect-to-https',
    });
    expect(config).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true, DefaultRootObject: 'index.html' });
  });

  test('replaces no error reply by a page, which would hide what the API says', () => {
    for (const response of config.CustomErrorResponses ?? []) {
      expect(response).not.toHaveProperty('ResponsePagePath');
      expect(response).not.toHaveProperty('ResponseCode');
    }
  });

  test("keeps no server error: CloudFront would give one person's to everybody for ten seconds", () => {
    // CloudFront obeys `no-store` in a 404, but in none of these.
    expect(config.CustomErrorResponses).toEqual(
      [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  test('has a name and TLS 1.2 of its own once the configuration names a domain', async () => {
    const { domain } = filledConfig('prod');
    expect(distributionOf(await synthesize('prod'))).toMatchObject({
      Aliases: [domain?.name],
      ViewerCertificate: { AcmCertificateArn: domain?.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });
});

describe('the API', () => {
  test('is on the same origin, never cached, with every method and everything the browser sent but Host', () => {
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      // AWS's managed policies CachingDisabled and AllViewerExceptHostHeader. The second adds the viewer's country.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ViewerProtocolPolicy: 'https-only',
    });
    expect(api?.['FunctionAssociations']).toBeUndefined();
  });

  test('is cached at the edge where the contract allows it, for as long, and with nothing about the caller', () => {
    const kept = Object.values<Route>(routes).filter(({ cachedSeconds }) => cachedSeconds !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    // CloudFront takes the first pattern that fits.
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      ...kept.map(({ path }) => `/api${path}`),
      '/api/*',
    ]);
    for (const [place, { access, method, cachedSeconds }] of kept.entries()) {
      expect([access, method]).toEqual(['public', 'GET']);
      const behavior = config.CacheBehaviors[place];
      expect(behavior).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], TargetOriginId: api?.TargetOriginId });
      expect(behavior?.['OriginRequestPolicyId']).toBeUndefined();
      const { Ref: policy } = (behavior?.['CachePolicyId'] ?? { Ref: '' }) as { Ref: string };
      expect(
        dev.resources('web', 'AWS::CloudFront::CachePolicy')[policy]?.Properties['CachePolicyConfig'],
      ).toMatchObject({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: cachedSeconds,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
        },
      });
    }
  });

  test('is called over TLS 1.2, with the word that proves that CloudFront calls', () => {
    const origin = originOf(api);
    expect(origin).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: expect.anything() }],
    });
    expect(nameOf(origin['DomainName'])).toMatch(/^Api\.execute-api\.us-east-1\./);
    const [header] = origin['OriginCustomHeaders'] as { HeaderValue: unknown }[];
    expect(nameOf(header?.HeaderValue)).toBe('{{resolve:secretsmanager:Secretorigin:SecretString:::}}');
  });

  test('has as much time as a function, and CloudFront connects to it at most twice', () => {
    const origin = originOf(api);
    expect(origin).toMatchObject({ CustomOriginConfig: { OriginReadTimeout: 30 }, ConnectionAttempts: 2 });
    const longest = definition.functions.map(({ trigger, timeoutSeconds }) =>
      trigger.kind === 'http' ? timeoutSeconds : 0,
    );
    expect(Math.max(...longest)).toBeLessThan(30);
  });

  test('stands behind the firewall', () => {
    expect(config['WebACLId']).toEqual({ 'Fn::GetAtt': ['Firewall', 'Arn'] });
    const firewall = dev.single('web', 'AWS::WAFv2::WebACL');
    expect((firewall['Rules'] as { Name: string }[]).map(({ Name }) => Name)).toEqual([
      'KnownBadAddresses',
      'TooManyRequests',
      'TooManySignIns',
      'TooManyWebhooks',
      'KnownBadInputs',
    ]);
    // Samples would show the codes of reset links.
    expect(JSON.stringify(firewall)).not.toContain('"SampledRequestsEnabled":true');
  });
});

describe('the firewall', () => {
  type Rule = {
    readonly Name: string;
    readonly Action?: unknown;
    readonly Statement: {
      readonly RateBasedStatement?: RateBased;
      readonly ManagedRuleGroupStatement?: { readonly Name: string; readonly ScopeDownStatement?: Scope };
    };
  };
  type RateBased = { readonly Limit: number; readonly ScopeDownStatement: Scope } & Record<string, unknown>;
  type Scope = {
    readonly ByteMatchStatement?: PathMatch;
    readonly NotStatement?: { readonly Statement: Scope };
    readonly AndStatement?: { readonly Statements: readonly Scope[] };
  };
  type PathMatch = {
    readonly SearchString: string;
    readonly PositionalConstraint: string;
    readonly FieldToMatch: unknown;
    readonly TextTransformations: readonly { readonly Priority: number; readonly Type: string }[];
  };

  const firewall = () => dev.single('web', 'AWS::WAFv2::WebACL');
  const ruleOf = (name: string): Rule => {
    const rule = (firewall()['Rules'] as Rule[]).find(({ Name }) => Name === name);
    if (!rule) throw new Error(`there is no rule ${name}`);
    return rule;
  };
  /** The firewall's own words for what is done to a path before it is compared, as AWS documents them. */
  const transformations: Readonly<Record<string, (path: string) => string>> = {
    NONE: (path) => path,
    URL_DECODE: (path) => decodeURIComponent(path),
    NORMALIZE_PATH: (path) => posix.normalize(path),
  };
  const looksAt = (
    { ByteMatchStatement: match, NotStatement: not, AndStatement: and }: Scope,
    path: string,
  ): boolean => {
    if (not) return !looksAt(not.Statement, path);
    if (and) return and.Statements.every((each) => looksAt(each, path));
    expect(match?.FieldToMatch).toEqual({ UriPath: {} });
    const read = (match?.TextTransformations ?? [])
      .toSorted((a, b) => a.Priority - b.Priority)
      .reduce((text, { Type }) => transformations[Type]?.(text) ?? '', path);
    const searched = match?.SearchString ?? '?';
    return match?.PositionalConstraint === 'EXACTLY' ? read === searched : read.startsWith(searched);
  };
  const scopeOf = (name: string): Scope => {
    const { RateBasedStatement, ManagedRuleGroupStatement } = ruleOf(name).Statement;
    return RateBasedStatement?.ScopeDownStatement ?? ManagedRuleGroupStatement?.ScopeDownStatement ?? {};
  };
  const allPaths = definition.functions.flatMap(({ trigger }) => (trigger.kind === 'http' ? [trigger.path] : []));
  const pathsOf = (name: string): string[] => allPaths.filter((path) => looksAt(scopeOf(name), path));

  test.each([
    ['TooManyRequests', 3_000],
    ['TooManySignIns', 100],
    ['TooManyWebhooks', 30_000],
  ])('refuses with 429 by %s more than %i of one address in five minutes', (name, limit) => {
    const { Action, Statement } = ruleOf(name);
    expect(Action).toEqual({ Block: { CustomResponse: { ResponseCode: 429 } } });
    expect(Statement.RateBasedStatement).toMatchObject({
      Limit: limit,
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 300,
    });
  });

  test('counts as sign-ins every route under which a password or a code is given without a session, and no other', () => {
    const auth = Object.entries(routes as Readonly<Record<string, Route>>).filter(([id]) => id.startsWith('auth.'));
    expect(auth.length).toBeGreaterThan(5);
    // The tabs of an office refresh their sessions by themselves.
    const signIns = auth.filter(([id]) => id !== 'auth.refresh');
    expect(pathsOf('TooManySignIns').toSorted()).toEqual(signIns.map(([, { path }]) => `/api${path}`).toSorted());
  });

  test.each([
    ['TooManySignIns', '/api/auth/login'],
    ['TooManySignIns', '/api/%61uth/login'],
    ['TooManySignIns', '/%61pi/auth/%6Cogin'],
    ['TooManySignIns', '/api/auth/%6cogin'],
    ['TooManySignIns', '/api/user/../auth/login'],
    ['TooManySignIns', '/api//auth/./login'],
    ['TooManySignIns', '/api/user/%2e%2e/auth/login'],
    ['TooManyWebhooks', '/api/%77ebhooks/issuer/a-token'],
  ])('counts for %s the path %s too, because the API reads it as the plain one', (name, path) => {
    expect(looksAt(scopeOf(name), path)).toBe(true);
  });

  test('counts every request but the webhooks of providers, which have a rule of their own', () => {
    const others = allPaths.filter((path) => !pathsOf('TooManyRequests').includes(path));
    expect(others).toHaveLength(2);
    for (const path of others) expect(path).toMatch(/^\/api\/webhooks\//);
    expect(pathsOf('TooManyWebhooks')).toEqual(others);
  });

  test('refuses known attacks, but never what a provider sends: its events may quote anything', () => {
    expect(ruleOf('KnownBadInputs')).toMatchObject({
      OverrideAction: { None: {} },
      Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesKnownBadInputsRuleSet' } },
    });
    expect(pathsOf('KnownBadInputs')).toEqual(pathsOf('TooManyRequests'));
  });

  test('logs refused requests without paths, queries and credentials', () => {
    const logging = dev.single('web', 'AWS::WAFv2::LoggingConfiguration');
    expect(logging).toMatchObject({
      ResourceArn: { 'Fn::GetAtt': ['Firewall', 'Arn'] },
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
    });
    expect(logging['RedactedFields']).toEqual(
      expect.arrayContaining([
        { UriPath: {} },
        { QueryString: {} },
        ...['authorization', 'cookie', 'referer'].map((name) => ({ SingleHeader: { Name: name } })),
      ]),
    );
    const [group] = Object.values(dev.resources('web', 'AWS::Logs::LogGroup')).map(({ Properties }) => Properties);
    // The firewall takes no other names, and an ARN without the `:*` that log groups give themselves.
    expect(group).toMatchObject({ LogGroupName: 'aws-waf-logs-Satchel-dev-Web', RetentionInDays: 14 });
    expect(JSON.stringify(logging['LogDestinationConfigs'])).toMatch(/:log-group:/);
    expect(JSON.stringify(logging['LogDestinationConfigs'])).not.toContain('*');
  });

  test('lets through every request that no rule refuses, and refuses addresses that AWS knows as bad', () => {
    expect(firewall()).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(ruleOf('KnownBadAddresses')).toMatchObject({
      OverrideAction: { None: {} },
      Statement: {
        ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesAmazonIpReputationList' },
      },
    });
    // A provider's webhook is believed by its signature, from wherever it comes: a one-time code comes in no other way.
    expect(pathsOf('KnownBadAddresses')).toEqual(pathsOf('TooManyRequests'));
  });
});

test('every answer carries the headers of the definition, word for word', () => {
  for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
    expect(behavior['ResponseHeadersPolicyId']).toEqual({ Ref: expect.stringMatching(/^SecurityHeaders/) });
  }
  const policy = dev.single('web', 'AWS::CloudFront::ResponseHeadersPolicy');
  const { SecurityHeadersConfig: own, CustomHeadersConfig: custom } = policy['ResponseHeadersPolicyConfig'] as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CustomHeadersConfig: { Items: { Header: string; Value: string; Override: boolean }[] };
  };
  const hsts = own['StrictTransportSecurity'];
  const sent = {
    'content-security-policy': own['ContentSecurityPolicy']?.['ContentSecurityPolicy'],
    'strict-transport-security': [
      `max-age=${String(hsts?.['AccessControlMaxAgeSec'])}`,
      ...(hsts?.['IncludeSubdomains'] === true ? ['includeSubDomains'] : []),
      ...(hsts?.['Preload'] === true ? ['preload'] : []),
    ].join('; '),
    'x-content-type-options': own['ContentTypeOptions']?.['Override'] === true ? 'nosniff' : undefined,
    'x-frame-options': own['FrameOptions']?.['FrameOption'],
    'referrer-policy': own['ReferrerPolicy']?.['ReferrerPolicy'],
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
  expect(sent).toEqual(securityHeadersFor(inlineHashes));
  for (const each of [...Object.values(own), ...custom.Items]) expect(each['Override']).toBe(true);
  expect(sent['content-security-policy']).toContain(`script-src 'self' ${inlineHashes.scripts.join(' ')};`);
  // Written out here: a change of the definition alone must not change these headers too.
  expect(sent['content-security-policy']).toContain("; form-action 'self';");
  expect(sent['content-security-policy']).toContain("; worker-src 'self';");
  expect(sent).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
});

describe('access logs', () => {
  /** A request as CloudFront's log would have it, field by field; `*` is what no caller chooses. */
  const loggedOf = ({ path, query }: { readonly path: string; readonly query: string }) => ({
    date: '*',
    time: '*',
    'c-ip': '*',
    'cs-method': '*',
    'cs(Host)': '*',
    'cs-uri-stem': path,
    'cs-uri-query': query,
    'cs(Referer)': `https://satchel.example${path}?${query}`,
    'cs(Cookie)': `session=${query}`,
    'cache-behavior-path-pattern': '*',
    'sc-status': '*',
    'sc-bytes': '*',
    'cs(User-Agent)': 'a browser',
    'time-taken': '*',
    'x-edge-location': '*',
    'x-edge-result-type': '*',
    'x-edge-detailed-result-type': '*',
    'x-edge-request-id': '*',
    'ssl-protocol': '*',
  });
  const fields = () => dev.single('web', 'AWS::Logs::Delivery')['RecordFields'] as string[];

  test('hold nothing secret of any route: tokens of webhooks, mailed codes and queries stay out', () => {
    for (const [id, { path }] of Object.entries(routes as Readonly<Record<string, Route>>)) {
      const logged: Readonly<Record<string, string>> = loggedOf({
        path: `/api${path.replaceAll(/\{\w+\}/g, 'a-secret')}`,
        query: 'code=a-secret',
      });
      for (const field of fields()) {
        expect(logged[field], `say in this test what ${field} holds`).toBeDefined();
        expect(logged[field], `${field} of ${id}`).not.toContain('a-secret');
      }
    }
  });

  test('show the address and status of a request, and whether it went to the API or the site', () => {
    expect(fields()).toEqual(expect.arrayContaining(['c-ip', 'cache-behavior-path-pattern', 'sc-status']));
  });
});

test('access logs are written to our bucket by the log delivery of this account and of this stage only', () => {
  const delivery = Object.values(dev.resources('web', 'AWS::S3::BucketPolicy'))
    .flatMap(
      ({ Properties }) =>
        (Properties['PolicyDocument'] as { Statement: { Principal: unknown; Condition: unknown }[] }).Statement,
    )
    .filter(({ Principal }) => JSON.stringify(Principal).includes('delivery.logs.amazonaws.com'));
  expect(delivery).toHaveLength(1);
  expect(delivery[0]?.Condition).toMatchObject({
    StringEquals: { 'aws:SourceAccount': expect.anything() },
    ArnLike: { 'aws:SourceArn': expect.anything() },
  });
  expect(JSON.stringify(delivery[0]?.Condition)).toContain(':delivery-source:');
});

describe('log lines about requests', () => {
  const expiries = (synthesis: Synthesis) =>
    Object.values(synthesis.resources('web', 'AWS::S3::Bucket')).map(({ Properties }) =>
      (Properties['LifecycleConfiguration'] as { Rules: unknown[] }).Rules.flat(),
    );

  test('are deleted after two weeks in dev and three months in production; older files of the site after 30 days', async () => {
    const older = [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }];
    expect(expiries(dev)).toHaveLength(2);
    expect(expiries(dev)).toEqual(expect.arrayContaining([[{ ExpirationInDays: 14, Status: 'Enabled' }], older]));
    expect(expiries(await synthesize('prod'))).toEqual(
      expect.arrayContaining([[{ ExpirationInDays: 90, Status: 'Enabled' }], older]),
    );
  });
});

describe('the CloudFront function', () => {
  let answer: (uri: string) => string;
  beforeAll(() => {
    // Runs it as CloudFront does: a script whose `handler` is called with an event.
    const context = createContext({});
    new Script(dev.siteFunction).runInContext(context);
    const { handler } = context as { handler: (event: unknown) => { uri: string } };
    answer = (uri) => handler({ viewer: { ip: '198.51.100.7' }, request: { method: 'GET', uri } }).uri;
  });

  test('is what the template deploys', () => {
    dev.templates.web.hasResourceProperties('AWS::CloudFront::Function', {
      FunctionCode: dev.siteFunction,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
  });

  test.each([
    ['/', '/index.html'],
    ['/login', '/login.html'],
    ['/Terms/', '/terms.html'],
    ['/dashboard', appShell],
    ['/cards/crd_01', appShell],
    ['/assets/app.3f2a.js', '/assets/app.3f2a.js'],
  ])('maps %s to %s', (uri, file) => {
    expect(answer(uri)).toBe(file);
  });

  test('finds the same file as the local gateway, for every path', () => {
    const part = fc.oneof(
      fc.constantFrom('', 'login', 'LOGIN', 'password', 'forgot', 'reset', 'assets', 'app.js', '..', '.', 'index.html'),
      fc.webSegment(),
      fc.string(),
    );
    const path = fc.oneof(
      fc.constantFrom(...prerenderedPages),
      fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    );
    fc.assert(
      fc.property(path, (uri) => answer(uri) === rewriteSitePath(uri)),
      { numRuns: 2_000 },
    );
  });

  test('uses only what the runtime at the edge is documented to know', () => {
    expect(dev.siteFunction).not.toMatch(/\bfor\s*\(.*\bof\b|\bclass\b|\?\.|\?\?|\.\.\.|^\s*(import|export)\b/m);
    expect(Buffer.byteLength(dev.siteFunction)).toBeLessThan(10_240);
  });
});

describe('the files', () => {
  const copies = () =>
    Object.values(dev.resources('site', 'Custom::CDKBucketDeployment')).map(({ Properties }) => Properties);

  test('are kept for ever with a hash in their name, and are revalidated without one', () => {
    const bySelection = Object.fromEntries(
      copies().map((copy) => [JSON.stringify(copy['Include'] ?? []), copy['SystemMetadata']]),
    );
    expect(bySelection).toEqual({
      '["assets/*"]': { 'cache-control': cacheControlOf('/assets/app.js') },
      '[]': { 'cache-control': cacheControlOf('/index.html') },
    });
  });

  test('include a service worker that browsers revalidate: a kept one would hold back deployments', () => {
    const pages = copies().find((copy) => copy['Include'] === undefined);
    expect(pages).toMatchObject({
      Exclude: expect.not.arrayContaining([expect.stringContaining('service-worker')]),
      SystemMetadata: { 'cache-control': 'public, max-age=0, must-revalidate, s-maxage=31536000' },
    });
    expect(cacheControlOf('/service-worker.js')).toBe(cacheControlOf('/index.html'));
    expect(rewriteSitePath('/service-worker.js')).toBe('/service-worker.js');
  });

  test('that browsers revalidate are kept at CloudFront until the next deployment', () => {
    for (const file of ['/index.html', '/app.html', '/service-worker.js']) {
      const parts = cacheControlOf(file).split(', ');
      expect(parts).toEqual(expect.arrayContaining(['max-age=0', 'must-revalidate', 's-maxage=31536000']));
      // CloudFront reads these as its shortest time.
      expect(parts).not.toContain('no-cache');
      expect(parts).not.toContain('no-store');
      expect(parts).not.toContain('private');
    }
    // AWS's managed policy CachingOptimized: keeps as long as a file says, up to a year, and compresses.
    expect(config.DefaultCacheBehavior['CachePolicyId']).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6');
    const forgetting = copies().filter((copy) => copy['Include'] === undefined);
    expect(forgetting).toMatchObject([{ DistributionPaths: ['/*'] }]);
  });

  test('of older pages stay for open tabs; old pages are deleted, and CloudFront forgets them', () => {
    const [assets, pages] = copies().toSorted((a) => (a['Include'] ? -1 : 1));
    expect(assets).toMatchObject({ Prune: false });
    expect(pages).toMatchObject({ Prune: true, Exclude: ['assets/*', 'csp.json'], DistributionPaths: ['/*'] });
  });

  test('are deployed in this order: assets before pages', () => {
    const order = Object.entries(dev.resources('site', 'Custom::CDKBucketDeployment'));
    const pages = order.find(([id]) => id.startsWith('Pages'))?.[1];
    expect(JSON.stringify(pages?.['DependsOn'])).toContain('Assets');
  });
});
