import { beforeAll, describe, expect, test } from 'vitest';

import { configs } from '#infra/aws/config.ts';
import { definition } from '#infra/definition/index.ts';
import { tableDefinition } from '#infra/definition/table.ts';
import type { FunctionDefinition, Grant } from '#infra/definition/types.ts';
import { createRouteTable } from '#infra/local/gateway/route-table.ts';
import { routes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/index.ts';
import { expectedRights, findFunction, nameOf, rightsOf } from './policies.ts';
import { synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

const endpoints = definition.functions.flatMap((fn) =>
  fn.trigger.kind === 'http' ? [{ ...fn, trigger: fn.trigger }] : [],
);

let dev: Synthesis;
let prod: Synthesis;
beforeAll(async () => {
  dev = await synthesize('dev');
  prod = await synthesize('prod');
});

/** A function's ARN by its name, as another stack writes it. */
const arnOf = ({ properties }: ReturnType<typeof findFunction>) =>
  `arn:aws:lambda:us-east-1:AWS::AccountId:function:${String(properties['FunctionName'])}`;

const propertiesOf = (type: string) => Object.values(dev.resources('api', type)).map(({ Properties }) => Properties);

describe('routes', () => {
  test('are those of the definition, and each calls the function of its own name', () => {
    const integrations = dev.resources('api', 'AWS::ApiGatewayV2::Integration');
    const called = new Map(
      propertiesOf('AWS::ApiGatewayV2::Route').map((route) => {
        const [, { Ref: integration }] = (route['Target'] as { 'Fn::Join': [string, [string, { Ref: string }]] })[
          'Fn::Join'
        ][1];
        return [route['RouteKey'], nameOf(integrations[integration]?.Properties['IntegrationUri'])];
      }),
    );
    expect(called.size).toBe(endpoints.length);
    for (const { id, trigger } of endpoints) {
      expect(called.get(`${trigger.method} ${trigger.path}`)).toBe(arnOf(findFunction(dev, 'functions', 'dev', id)));
    }
  });

  test('are deployed with the stage, which waits for all of them because it names them', () => {
    const [stage, ...others] = Object.values(dev.resources('api', 'AWS::ApiGatewayV2::Stage'));
    expect(others).toEqual([]);
    expect(stage?.Properties['AutoDeploy']).toBe(true);
    const routes = Object.keys(dev.resources('api', 'AWS::ApiGatewayV2::Route'));
    expect(stage?.['DependsOn']).toEqual(expect.arrayContaining(routes));
  });

  test('are found by the local gateway under the same key and with the same function', () => {
    const find = createRouteTable(definition.functions);
    const deployed = propertiesOf('AWS::ApiGatewayV2::Route').map((route) => String(route['RouteKey']));
    for (const routeKey of deployed) {
      const [method = '', path = ''] = routeKey.split(' ');
      const match = find(method, path.replaceAll(/\{\w+\}/g, 'some-value'));
      expect(match?.routeKey).toBe(routeKey);
      expect(endpoints.find(({ id }) => id === match?.functionId)?.trigger).toMatchObject({ method, path });
    }
  });

  test('have paths that the API can distinguish', () => {
    const shapes = endpoints.map(({ trigger }) => `${trigger.method} ${trigger.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('need a session, except those on the list of public routes', () => {
    const open = Object.entries(routes as Readonly<Record<string, Route>>).filter(
      ([, { access }]) => access === 'public',
    );
    expect(open.map(([id]) => id).toSorted()).toEqual(publicRoutes);
  });

  test('all require the origin word, which only CloudFront knows', () => {
    for (const route of propertiesOf('AWS::ApiGatewayV2::Route')) {
      expect(route).toMatchObject({ AuthorizationType: 'CUSTOM' });
      expect(route['AuthorizerId']).toBeDefined();
    }
    dev.templates.api.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 1);
    dev.templates.api.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      IdentitySource: ['$request.header.x-origin-secret'],
      AuthorizerResultTtlInSeconds: 300,
      EnableSimpleResponses: true,
    });
  });

  describe('each have a limit', () => {
    type Throttle = { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number };
    const settingsOf = (synthesis: Synthesis) =>
      synthesis.single('api', 'AWS::ApiGatewayV2::Stage')['RouteSettings'] as Record<string, Throttle>;
    const ordinary = { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 };
    const waiting = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };
    const isHashing = ({ memoryMb }: FunctionDefinition) => memoryMb > 512;
    const isWaiting = ({ id, trigger, grant }: (typeof endpoints)[number]) =>
      trigger.method !== 'GET' &&
      !id.startsWith('webhooks.') &&
      (grant.secrets?.includes('issuer') === true || grant.secrets?.includes('payments') === true);

    test('one for ordinary calls, and another for calls that wait for a provider', () => {
      const settings = settingsOf(dev);
      for (const fn of endpoints) {
        if (isHashing(fn)) continue;
        const { method, path } = fn.trigger;
        expect(settings[`${method} ${path}`], fn.id).toEqual(isWaiting(fn) ? waiting : ordinary);
      }
      expect(settings['GET /api/user']).toEqual(ordinary);
      expect(settings['POST /api/webhooks/issuer/{inbox}']).toEqual(ordinary);
      const load = endpoints.find(({ id }) => id === 'cards.load');
      expect(settings[`${load?.trigger.method} ${load?.trigger.path}`]).toEqual(waiting);
    });

    test('of which ten addresses at the limit of the firewall use at most a tenth', () => {
      const rules = dev.single('web', 'AWS::WAFv2::WebACL')['Rules'] as {
        readonly Name: string;
        readonly Statement: { readonly RateBasedStatement?: { readonly Limit: number } };
      }[];
      const limit =
        rules.find(({ Name }) => Name === 'TooManyRequests')?.Statement.RateBasedStatement?.Limit ?? Infinity;
      expect((10 * limit) / 300).toBeLessThanOrEqual(
        0.1 * (settingsOf(dev)['GET /api/user']?.ThrottlingRateLimit ?? 0),
      );
    });

    test('for hashing by its concurrency and the time of a call: the gateway refuses before Lambda does', () => {
      const login = 'POST /api/auth/login';
      expect(settingsOf(prod)[login]).toEqual({ ThrottlingRateLimit: 266, ThrottlingBurstLimit: 50 });
      expect(settingsOf(dev)[login]).toEqual({ ThrottlingRateLimit: 53, ThrottlingBurstLimit: 10 });
      for (const fn of endpoints.filter(isHashing)) {
        const { method, path } = fn.trigger;
        expect(settingsOf(prod)[`${method} ${path}`]).toEqual(settingsOf(prod)[login]);
      }
    });
  });

  test('are logged without paths, queries or headers', () => {
    const { Format } = dev.single('api', 'AWS::ApiGatewayV2::Stage')['AccessLogSettings'] as { Format: string };
    expect(Format).toContain('$context.routeKey');
    expect(Format).not.toMatch(/\$context\.path|querystring|header|authorizer/i);
  });
});

describe.each(endpoints.map((fn) => [fn.id, fn] as const))('%s', (id, fn) => {
  test('runs on Node 24 and arm64 with its own memory, time, environment and log group', () => {
    const { properties } = findFunction(dev, 'functions', 'dev', id);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: fn.memoryMb,
      Timeout: fn.timeoutSeconds,
      LoggingConfig: { LogFormat: 'JSON' },
    });
    const { Variables } = properties['Environment'] as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).toSorted()).toEqual(environmentNames(fn.grant));
    const { LogGroup } = properties['LoggingConfig'] as { LogGroup: unknown };
    expect(LogGroup).toBe(`/aws/lambda/satchel-dev-${id.replaceAll('.', '-')}`);
    const groups = Object.values(dev.resources('logs', 'AWS::Logs::LogGroup')).map(({ Properties }) => Properties);
    expect(groups.filter(({ LogGroupName }) => LogGroupName === LogGroup)).toMatchObject([{ RetentionInDays: 14 }]);
  });

  test('may do what its grant says and nothing else', () => {
    expect(findFunction(dev, 'functions', 'dev', id).rights).toEqual(expectedRights(fn));
  });
});

/** The roles of the gateway, by their logical ids. */
const invokers = () =>
  Object.entries(dev.resources('api', 'AWS::IAM::Role')).filter(([, { Properties }]) =>
    JSON.stringify(Properties['AssumeRolePolicyDocument']).includes('apigateway.amazonaws.com'),
  );

/** The stacks of the routes: that of their functions, and that of the API, which calls the functions. */
const places = ['functions', 'api'] as const;

describe('roles', () => {
  test('are one per function and those that invoke the routes, without policies from elsewhere', () => {
    const of = (type: string) => places.flatMap((stack) => Object.values(dev.resources(stack, type)));
    const roles = of('AWS::IAM::Role');
    expect(roles).toHaveLength(of('AWS::Lambda::Function').length + invokers().length);
    for (const { Properties } of roles) expect(Properties['ManagedPolicyArns']).toBeUndefined();
    expect(of('AWS::IAM::Policy')).toEqual([]);
  });

  test('let the API invoke the functions of its routes and no others', () => {
    const invoked = new Map<string, string>();
    for (const [role, { Properties }] of invokers()) {
      type Invoke = { readonly Resource: readonly unknown[] };
      const [{ PolicyDocument }] = Properties['Policies'] as [{ PolicyDocument: { Statement: [Invoke, ...Invoke[]] } }];
      expect(PolicyDocument.Statement).toMatchObject([{ Effect: 'Allow', Action: 'lambda:InvokeFunction' }]);
      const [{ Resource }] = PolicyDocument.Statement;
      // An inline policy has at most 10,240 characters; an ARN of ours has up to 100.
      expect(Resource.length * 103).toBeLessThan(10_240);
      for (const target of Resource) invoked.set(nameOf(target), role);
    }
    expect([...invoked.keys()].toSorted()).toEqual(
      endpoints.map(({ id }) => arnOf(findFunction(dev, 'functions', 'dev', id))).toSorted(),
    );
    const integrations = propertiesOf('AWS::ApiGatewayV2::Integration');
    expect(integrations).toHaveLength(endpoints.length);
    for (const { CredentialsArn, IntegrationUri } of integrations) {
      expect(CredentialsArn).toEqual({ 'Fn::GetAtt': [invoked.get(nameOf(IntegrationUri)), 'Arn'] });
    }
    // Nobody else may invoke them, but the authorizer's own permission.
    expect(propertiesOf('AWS::Lambda::Permission')).toHaveLength(1);
  });

  test('send mail from the address of the stage and no other', () => {
    const { address } = configs.dev.mail;
    const senders = Object.values(dev.resources('functions', 'AWS::IAM::Role'))
      .flatMap(
        ({ Properties: { Policies } }) => Policies as { PolicyDocument: { Statement: Record<string, unknown>[] } }[],
      )
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'ses:SendEmail');
    expect(senders).toHaveLength(endpoints.filter(({ grant }) => grant.mail).length);
    for (const { Condition } of senders) expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': address } });
    for (const { id, grant } of endpoints) {
      if (!grant.mail) continue;
      const { properties } = findFunction(dev, 'functions', 'dev', id);
      expect(properties['Environment']).toMatchObject({ Variables: { MAIL_FROM: `Satchel <${address}>` } });
    }
  });

  test('allow no Scan, no wildcard action and no wildcard resource', () => {
    const rights = ([...places, 'workers'] as const).flatMap((stack) =>
      Object.values(dev.resources(stack, 'AWS::IAM::Role')).flatMap(rightsOf),
    );
    expect(rights.length).toBeGreaterThan(100);
    // The list of addresses that SES sends nothing to is the whole account's: the action knows no resource.
    const onAll = 'Allow ses:ListSuppressedDestinations *';
    for (const right of rights.filter((text) => text.startsWith('Allow') && text !== onAll)) {
      // The streams of a function's own log group end in `:*`.
      expect(right.replace(/(:log-group:[\w/-]+):\*$/, '$1')).not.toMatch(/Scan|PartiQL|\*/);
    }
  });

  // An explicit denial: no allowance from elsewhere can add it.
  test.each(definition.functions.filter(({ grant }) => grant.table))(
    '$id may scan neither the table nor an index, whatever else it is given',
    ({ id, trigger }) => {
      const stack = trigger.kind === 'http' ? 'functions' : 'workers';
      const { rights } = findFunction(dev, stack, 'dev', id);
      const places = ['Table', ...tableDefinition.indexes.map(({ name }) => `Table/index/${name}`)];
      for (const place of places) expect(rights).toContain(`Deny dynamodb:Scan ${place}`);
      expect(rights.filter((right) => /^Allow (dynamodb:(Scan|PartiQL\w*|\*)|\*) /.test(right))).toEqual([]);
    },
  );
});

describe('reserved concurrency', () => {
  const reservedIn = (synthesis: Synthesis, stack: 'functions' | 'api') =>
    Object.values(synthesis.resources(stack, 'AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties['ReservedConcurrentExecutions'] !== undefined)
      .map(({ Properties }) => Properties['FunctionName']);

  test('is kept in production for the routes that hash passwords', () => {
    const hashing = endpoints.filter(({ memoryMb }) => memoryMb > 512).map(({ id }) => id);
    // Without its memory such a call takes a second and more, and counts in the concurrency of all others.
    expect(hashing.toSorted()).toEqual([
      'auth.login',
      'auth.prove',
      'auth.register',
      'auth.reset-password',
      'user.update-password',
    ]);
    expect(new Set(reservedIn(prod, 'functions'))).toEqual(
      new Set(hashing.map((id) => `satchel-prod-${id.replaceAll('.', '-')}`)),
    );
  });

  test('is kept in production for the guard: a flood of wrong words uses no more, and nothing else uses it', () => {
    expect(reservedIn(prod, 'api')).toEqual(['satchel-prod-edge-authorize']);
    // A new account has ten in all and lets nobody reserve any.
    expect(reservedIn(dev, 'api')).toEqual([]);
  });
});

/** Everybody may call these. A route that joins them is written here by hand, after a review. */
const publicRoutes = [
  'auth.cancel-factor-reset',
  'auth.forgot-password',
  'auth.login',
  'auth.logout',
  'auth.passkey',
  'auth.passkey-options',
  'auth.refresh',
  'auth.register',
  'auth.reset-password',
  'auth.undo-email-change',
  'auth.verify-2fa',
  'auth.verify-email',
  'cards.freeze-by-link',
  'prices.read',
  'status.read',
  'webhooks.issuer',
  'webhooks.payments',
];

function environmentNames({ table, secrets = [], send = [], mail, deadLetters }: Grant): string[] {
  return [
    'FUNCTION_ID',
    'SITE_URL',
    ...(table ? ['TABLE_NAME'] : []),
    ...(secrets.some((secret) => secret !== 'session') ? ['METRICS_NAMESPACE'] : []),
    ...(mail ? ['MAIL_FROM'] : []),
    ...(deadLetters ? ['ISSUER_EVENTS_DEAD_LETTERS_URL', 'PAYMENT_EVENTS_DEAD_LETTERS_URL'] : []),
    ...secrets.map((secret) => `${secret.toUpperCase()}_SECRET_ID`),
    ...(secrets.includes('payments') ? ['PAYMENTS_BASE_URL', 'PAYMENTS_PAY_ORIGINS', 'PAYMENTS_PROFILE'] : []),
    ...(secrets.includes('issuer') ? ['ISSUER_BASE_URL', 'ISSUER_REVEAL_BASE_URL'] : []),
    ...send.map((queue) => `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`),
  ].toSorted();
}
