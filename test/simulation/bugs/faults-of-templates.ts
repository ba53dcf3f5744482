import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const stacks = ['infra/aws/templates.test.ts'];
const web = ['infra/aws/web-stack.test.ts', ...stacks];
const api = ['infra/aws/api-stack.test.ts', ...stacks];
const workers = ['infra/aws/worker-stack.test.ts', ...stacks];
const alarms = ['infra/aws/alarms.test.ts', ...stacks];
const data = ['infra/aws/{data-stack,restored-table}.test.ts', ...stacks];
const backups = ['infra/aws/backup-stack.test.ts'];
const deploying = ['bin/deploy/{smoke,deploy-stage}.test.ts'];
const definition = ['infra/definition/*.test.ts', 'infra/aws/{api,worker}-stack.test.ts'];

/** Faults of what is deployed: templates, and the definition that they are made of. */
export const faultsOfTemplates: readonly PlantedBug[] = [
  ...faultsIn('infra/aws/alarms.ts', workers, [
    ['no alarm may publish', "      actions: ['sns:Publish'],\n", "      actions: ['sns:Subscribe'],\n"],
    ['alarms of every account may publish', "        StringEquals: { 'aws:SourceAccount': account },\n", ''],
    ['an alarm does not report its end', '    alarm.addOkAction(action);\n', ''],
    ['an alarm notifies nobody', '    alarm.addAlarmAction(action);\n', ''],
    [
      'silence is never an alarm',
      'silenceIsBad ? TreatMissingData.BREACHING :',
      'silenceIsBad ? TreatMissingData.IGNORE :',
    ],
    [
      'too little is never an alarm',
      '? ComparisonOperator.LESS_THAN_THRESHOLD',
      '? ComparisonOperator.GREATER_THAN_THRESHOLD',
    ],
    ['the topic is spoken to in the clear', ', enforceSSL: true });\n  const { account }', ' });\n  const { account }'],
  ]),
  ...faultsIn('infra/aws/removal.ts', data, [
    [
      'a first deployment that failed leaves its names behind',
      'RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE',
      'RemovalPolicy.RETAIN',
    ],
    [
      'production is deleted with its stacks',
      'RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;',
      'RemovalPolicy.DESTROY : RemovalPolicy.DESTROY;',
    ],
    [
      'dev is kept when its stacks are deleted',
      'RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;',
      'RemovalPolicy.RETAIN : RemovalPolicy.RETAIN;',
    ],
  ]),
  ...faultsIn('infra/aws/job-schedules.ts', workers, [
    [
      'the group of schedules is kept after a rollback',
      ', { removalPolicy: RemovalPolicy.DESTROY }',
      ', { removalPolicy: RemovalPolicy.RETAIN }',
    ],
    ['anybody’s schedules may start jobs', "            'aws:SourceArn': this.#group.scheduleGroupArn,\n", ''],
    ['a start that is lost is lost', 'deadLetterQueue: this.#lost, ', ''],
    ['a job is started an hour late', 'maxEventAge: Duration.minutes(2)', 'maxEventAge: Duration.hours(2)'],
  ]),
  ...faultsIn('infra/aws/backup-stack.ts', backups, [
    ['a backup is deleted at will', '      lockConfiguration: { minRetention: retention },\n', ''],
    ['the list of erasures is not backed up', ', BackupResource.fromArn(data.erasures.tableArn)', ''],
    ['backups stay where they are', 'copyActions: copies.map(', 'copyActions: copies.slice(1).map('],
    ['nobody learns that backups stopped', '      silenceIsBad: true,\n', ''],
    ['exports outlive the people in them', '{ expiration: retention, ', '{ '],
  ]),
  ...faultsIn('infra/aws/data-stack.ts', data, [
    [
      'a restored table cannot be deployed while the old one is imported',
      'own.tableName, own.tableArn, own.tableStreamArn]',
      'own.tableName]',
    ],
    ['the table cannot be restored', 'pointInTimeRecoveryEnabled: true', 'pointInTimeRecoveryEnabled: false'],
    [
      'production’s table can be deleted by a slip',
      'deletionProtection: !config.isDisposable',
      'deletionProtection: false',
    ],
    ['the table forgets nothing', '      timeToLiveAttribute: ttlAttribute,\n', ''],
    ['the stream carries only keys', 'StreamViewType.NEW_AND_OLD_IMAGES', 'StreamViewType.KEYS_ONLY'],
    ['mail identity has another id', "'MailIdentity'", "'Mail'"],
    [
      'mail leaves from another domain',
      'Identity.domain(props.config.mail.domain)',
      'Identity.domain(`mail.${props.config.mail.domain}`)',
    ],
    ['the table has another id', "new Table(this, 'Table', {", "new Table(this, 'Records', {"],
    ['the table is paid by the hour', 'BillingMode.PAY_PER_REQUEST', 'BillingMode.PROVISIONED'],
  ]),
  ...faultsIn('infra/aws/secrets.ts', data, [
    ['both stages share secrets', 'secretName: `satchel/${stage}/${name}`', 'secretName: `satchel/${name}`'],
    ['keys are short', 'passwordLength: 64', 'passwordLength: 16'],
    ['a session key is drawn with punctuation', 'excludePunctuation: true', 'excludePunctuation: false'],
  ]),
  ...faultsIn('infra/aws/web-stack.ts', web, [
    ['the site’s bucket has another id', "new Bucket(this, 'Site', {", "new Bucket(this, 'Pages', {"],
    [
      'access logs are kept for ever',
      '      lifecycleRules: [{ expiration: Duration.days(config.logRetention) }],\n',
      '',
    ],
    [
      'older files of the site are kept for ever',
      '      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],\n',
      '',
    ],
    ['the site keeps no older files', '      versioned: true,\n', ''],
    ['the site is served in the clear', 'ViewerProtocolPolicy.REDIRECT_TO_HTTPS', 'ViewerProtocolPolicy.ALLOW_ALL'],
    ['the API is served in the clear', 'ViewerProtocolPolicy.HTTPS_ONLY', 'ViewerProtocolPolicy.ALLOW_ALL'],
    ['replies of the API are cached', 'CachePolicy.CACHING_DISABLED', 'CachePolicy.CACHING_OPTIMIZED'],
    [
      'the API does not see cookies and queries',
      'OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER',
      'OriginRequestPolicy.CORS_CUSTOM_ORIGIN',
    ],
    [
      'the API does not know CloudFront',
      'customHeaders: { [originHeader]: originSecret.secretValue.unsafeUnwrap() },',
      'customHeaders: {},',
    ],
    [
      'a reply of the API may take five seconds',
      'readTimeout: Duration.seconds(30)',
      'readTimeout: Duration.seconds(5)',
    ],
    ['no firewall stands before the site', '      webAclId: firewall.attrArn,\n', ''],
    ['buckets are open to the public', 'BlockPublicAccess.BLOCK_ALL', 'BlockPublicAccess.BLOCK_ACLS_ONLY'],
    ['buckets take files in the clear', '    enforceSSL: true,\n', ''],
    [
      'old TLS is spoken under the site’s name',
      'SecurityPolicyProtocol.TLS_V1_2_2021',
      'SecurityPolicyProtocol.TLS_V1_2016',
    ],
    ['the API may be called twice for one request', 'connectionAttempts: 2', 'connectionAttempts: 3'],
  ]),
  ...faultsIn('infra/aws/edge/firewall.ts', web, [
    [
      'the rule for sign-ins looks at a path that no request has',
      "pathOf('STARTS_WITH', '/api/auth/')",
      "pathOf('STARTS_WITH', '/auth/')",
    ],
    [
      'the rule for requests counts the site’s only',
      "rateRule('TooManyRequests', 1, requestsPerAddress, not(ofWebhooks))",
      "rateRule('TooManyRequests', 1, requestsPerAddress, not(pathOf('STARTS_WITH', '/api/')))",
    ],
    ['an encoded path goes round the firewall', "        { priority: 0, type: 'URL_DECODE' },\n", ''],
    ['a path with dots goes round the firewall', "        { priority: 1, type: 'NORMALIZE_PATH' },\n", ''],
    ['a refresh is a sign-in', ", not(pathOf('EXACTLY', '/api/auth/refresh'))", ''],
    ['webhooks have no limit', "      rateRule('TooManyWebhooks', 3, webhooksPerAddress, ofWebhooks),\n", ''],
    [
      'a provider may not quote an attack',
      "KnownBadInputsRuleSet',\n        scopeDownStatement: not(ofWebhooks),\n",
      "KnownBadInputsRuleSet',\n",
    ],
    [
      'a provider may not send from a shared address',
      "IpReputationList',\n        scopeDownStatement: not(ofWebhooks),\n",
      "IpReputationList',\n",
    ],
    ['refusals are written down with their paths', '      { uriPath: {} },\n', ''],
    ['refusals are written down with their queries', '      { queryString: {} },\n', ''],
    [
      'refusals are written down with their cookies',
      "'authorization', 'cookie', 'referer'",
      "'authorization', 'referer'",
    ],
    ['everything is written down', "DefaultBehavior: 'DROP'", "DefaultBehavior: 'KEEP'"],
    ['an address may sign in ten times as often', 'const signInsPerAddress = 100;', 'const signInsPerAddress = 1_000;'],
    [
      'an address may ask ten times as often',
      'const requestsPerAddress = 3_000;',
      'const requestsPerAddress = 30_000;',
    ],
    [
      'too many requests are only counted',
      'action: { block: { customResponse: { responseCode: 429 } } }',
      'action: { count: {} }',
    ],
    ['the firewall refuses everybody', 'defaultAction: { allow: {} }', 'defaultAction: { block: {} }'],
    ['the firewall shows what it saw', 'sampledRequestsEnabled: false', 'sampledRequestsEnabled: true'],
    [
      'addresses that are known as bad are only counted',
      'overrideAction: { none: {} }',
      'overrideAction: { count: {} }',
    ],
    ['everybody together is limited', "aggregateKeyType: 'IP'", "aggregateKeyType: 'CONSTANT'"],
    ['a limit is for ten minutes', 'evaluationWindowSec: 300', 'evaluationWindowSec: 600'],
  ]),
  ...faultsIn('infra/aws/edge/access-logs.ts', web, [
    ['an access log holds queries', "  'cs-method',\n", "  'cs-method',\n  'cs-uri-query',\n"],
    ['the log of CloudFront holds paths', "  'cs-method',\n", "  'cs-method',\n  'cs-uri-stem',\n"],
    ['anybody’s logs may be written to our bucket', "'aws:SourceAccount': account", "'s3:TlsVersion': '1.2'"],
  ]),
  ...faultsIn(
    'infra/aws/edge/authorize.ts',
    ['infra/aws/edge/authorize.test.ts'],
    [
      [
        'who does not know the word is let through',
        'isAuthorized: said !== undefined && (await',
        'isAuthorized: said === undefined || (await',
      ],
      [
        'any word is the word',
        '.some((known) => timingSafeEqual(digest, known))',
        '.some((known) => known.length === digest.length)',
      ],
      ['an empty word is a word', "word !== undefined && word !== ''", 'word !== undefined'],
      ['each wrong word is looked up', 'keptForMs : decidesForMs', 'keptForMs : 0'],
      ['words that come at once are looked up apart', 'this.#reading ??= this', 'this.#reading = this'],
      ['a new word is unknown for five minutes', 'keptForMs : decidesForMs', 'keptForMs : keptForMs'],
      [
        'nobody is let through while the word cannot be read',
        'if (this.#digests === undefined) throw error;',
        'throw error;',
      ],
      ['a word that cannot be read lets everybody through', '    throw error;\n', "    return '';\n"],
      ['the word before is not known', "readVersion('AWSPREVIOUS')", 'undefined'],
    ],
  ),
  ...faultsIn('infra/aws/edge/origin-guard.ts', api, [
    [
      'the guard looks at another header',
      'identitySource: [`$request.header.${originHeader}`]',
      "identitySource: ['$request.header.authorization']",
    ],
    [
      'a word that was changed is good for a day',
      'resultsCacheTtl: Duration.minutes(5)',
      'resultsCacheTtl: Duration.minutes(30)',
    ],
    [
      'a flood of wrong words takes the concurrency of all',
      'options: { reservedConcurrentExecutions: config.guardConcurrency },',
      '',
    ],
  ]),
  ...faultsIn('infra/aws/functions-stack.ts', api, [
    [
      'hashing has no concurrency of its own',
      '{ options: { reservedConcurrentExecutions: hashingConcurrency } }',
      '{}',
    ],
  ]),
  ...faultsIn('infra/aws/api-stack.ts', api, [
    ['routes ask nobody who calls', '          authorizer: guard.authorizer,\n        }),', '        }),'],
    ['the API may invoke no function', "['lambda:InvokeFunction']", "['lambda:GetFunction']"],
    ['no route has a limit', '(stage.node.defaultChild as CfnStage).routeSettings = ', 'const limits = '],
    ['an access log holds paths', "route: '$context.routeKey'", "route: '$context.path'"],
  ]),
  ...faultsIn('infra/aws/api-alarms.ts', alarms, [
    [
      'errors of the API ring late',
      'threshold: 5,\n    evaluationPeriods: 2,',
      'threshold: 5_000,\n    evaluationPeriods: 2,',
    ],
    ['what staff have switched off rings', 'SUM([errors, FILL(paused, 0) * -1])', 'SUM([errors])'],
    [
      'a slow API does not ring',
      'threshold: Duration.seconds(10).toMilliseconds()',
      'threshold: Duration.minutes(10).toMilliseconds()',
    ],
    ['a crowded table does not ring while nobody reads it', '`FILL(${name}, 0)`', 'name'],
    ['a crowded index does not ring', '[undefined, ...indexNames]', '[undefined]'],
    [
      'a wrong word rings nothing',
      "FilterPattern.stringValue('$.status', '=', '403')",
      "FilterPattern.stringValue('$.status', '=', '503')",
    ],
    ['one wrong word among many calls rings', 'refused > 0 AND answered == 0', 'refused > 0'],
    [
      'a refusal by a function rings as one at the door',
      "FilterPattern.stringValue('$.functionMs', '=', '-'), isRefused",
      'isRefused',
    ],
  ]),
  ...faultsIn('infra/aws/job-alarms.ts', alarms, [
    ['a job of every hour has to fail three times', 'everyMinutes <= 5 ? 2 : 1', 'everyMinutes <= 5 ? 2 : 3'],
    [
      'a job that is silent does not ring',
      '    threshold: 1,\n    below: true,\n    silenceIsBad: true,\n  } as const',
      '    threshold: 1,\n    below: true,\n  } as const',
    ],
    [
      'a job that starts and dies each time is not silent',
      "countedOf(job, 'job done', 'job')",
      '(period) => job.lambda.metricInvocations({ period })',
    ],
    ['a job of every day is never silent', 'everyMinutes / 60 + 2', '7 * 24'],
    ['a reconciliation that never ends does not ring', "'reconciliation ended', 'mode'", "'job done', 'mode'"],
    ['a nightly reconciliation may take a week', 'withinHours: 30', 'withinHours: 168'],
  ]),
  ...faultsIn('infra/aws/canary.ts', alarms, [
    ['the canary comes once a day', "'rate(5 minutes)'", "'rate(1 day)'"],
    ['a canary that does not come is no silence', '    silenceIsBad: true,\n', ''],
    ['a visit that was not served counts as one', "'site answers'", "'site does not answer'"],
  ]),
  ...faultsIn(
    'infra/aws/edge/visit-site.ts',
    ['infra/aws/edge/visit-site.test.ts'],
    [
      ['any refusal of the API is a good visit', " && codeOf(text) === 'InvalidAccessToken'", ''],
      ['any page is the home page', " && text.includes('<title>Satchel')", ''],
      ['the canary follows to another place', "        redirect: 'error',\n", ''],
    ],
  ),
  ...faultsIn('infra/aws/line-alarms.ts', alarms, [
    [
      'an error that was logged does not ring',
      "period: soon,\n      label: 'Lines of a defect, and crashes',\n    }),\n    threshold: 1,",
      "period: soon,\n      label: 'Lines of a defect, and crashes',\n    }),\n    threshold: 1_000,",
    ],
    ['a crash rings nothing while no defect is logged', 'FILL(defects, 0)', 'defects'],
    ['money rings with ordinary retries only', "linesOf(stage, 'money', soon)", "linesOf(stage, 'retry', soon)"],
    ['ordinary retries can never ring', 'threshold: 10,', 'threshold: 20,'],
    ['each ordinary retry rings', 'threshold: 10,', 'threshold: 1,'],
  ]),
  ...faultsIn('infra/aws/log-lines.ts', alarms, [
    ['lines are counted without their concern', "    dimensions: { concern: '$.concern' },\n", ''],
    [
      'crashes are not counted',
      "FilterPattern.stringValue('$.level', '=', 'ERROR')",
      "FilterPattern.stringValue('$.level', '=', 'FATAL')",
    ],
  ]),
  ...faultsIn('infra/aws/route-throttles.ts', api, [
    ['sign-ins are limited ten times as high', 'const hashingCallMs = 150;', 'const hashingCallMs = 15;'],
    [
      'sign-ins come in bursts that Lambda refuses',
      'ThrottlingBurstLimit: concurrency,',
      'ThrottlingBurstLimit: 2_000,',
    ],
    ['ten addresses keep a route from everybody', 'ThrottlingRateLimit: 1_000,', 'ThrottlingRateLimit: 100,'],
    ['routes come in bursts', 'ThrottlingBurstLimit: 2_000 }', 'ThrottlingBurstLimit: 20_000 }'],
    ['a thousand calls a second wait for the issuer', 'waitsForProvider(fn) ? waiting : ordinary', 'ordinary'],
    ['webhooks are limited as what waits for a provider', " || id.startsWith('webhooks.')", ''],
  ]),
  ...faultsIn(
    'infra/aws/product-function.ts',
    ['infra/aws/product-function.test.ts', ...api],
    [
      ['traces carry what providers are sent', 'tracing: Tracing.DISABLED', 'tracing: Tracing.ACTIVE'],
      ['no line of a function is counted', '    countLines(logGroup, stage);\n', ''],
      ['a function may ask for every resource', " && resources.includes('*')", " && resources.includes('**')"],
      ['logs are kept for ever', '      retention: config.logRetention,\n', ''],
      ['roles take what constructs add', 'return role.withoutPolicyUpdates();', 'return role;'],
    ],
  ),
  ...faultsIn('infra/aws/worker-stack.ts', workers, [
    [
      'a dead letter does not ring',
      "      kind: 'dead-letters',\n      subject: name,\n      metric: depthOf(deadLetters),\n      threshold: 1,",
      "      kind: 'dead-letters',\n      subject: name,\n      metric: depthOf(deadLetters),\n      threshold: 100,",
    ],
    [
      'one bad message fails its batch',
      'batchSize, maxConcurrency, reportBatchItemFailures: true',
      'batchSize, maxConcurrency',
    ],
    ['a job that fails is tried again', 'retryAttempts: 0, maxEventAge', 'retryAttempts: 2, maxEventAge'],
    ['a stream’s bad record stops its shard', '      bisectBatchOnError: true,\n', ''],
    ['a stream begins with what is new', 'StartingPosition.TRIM_HORIZON', 'StartingPosition.LATEST'],
    ['a stream’s change that failed is away', '      onFailure: new SqsDlq(failures),\n', ''],
    [
      'queues are spoken to in the clear',
      'encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true',
      'encryption: QueueEncryption.SQS_MANAGED',
    ],
    [
      'queues are not encrypted',
      'encryption: QueueEncryption.SQS_MANAGED, enforceSSL',
      'encryption: QueueEncryption.UNENCRYPTED, enforceSSL',
    ],
    [
      'a function that is throttled does not ring',
      "      kind: 'throttles',\n      subject: id,\n      metric: product.lambda.metricThrottles({ period: Duration.minutes(5) }),\n      threshold: 1,",
      "      kind: 'throttles',\n      subject: id,\n      metric: product.lambda.metricThrottles({ period: Duration.minutes(5) }),\n      threshold: 1_000,",
    ],
    [
      'messages that wait for hours do not ring',
      'threshold: definition.visibilityTimeoutSeconds * 2,',
      'threshold: definition.visibilityTimeoutSeconds * 200,',
    ],
  ]),
  ...faultsIn(
    'infra/aws/site-stack.ts',
    ['infra/aws/web-stack.test.ts'],
    [
      ['assets of an older page are deleted', 'prune: false,', 'prune: true,'],
      ['pages come before their assets', '    pages.node.addDependency(assets);\n', ''],
      [
        'CloudFront keeps the older pages',
        "      distributionPaths: ['/*'],\n",
        "      distributionPaths: ['/index.html'],\n",
      ],
    ],
  ),
  ...faultsIn(
    'infra/aws/stacks.ts',
    ['infra/aws/stacks.test.ts', ...web, ...api],
    [
      [
        'production can be deleted by a slip',
        'const isKept = !config.isDisposable;',
        'const isKept = config.isDisposable;',
      ],
      [
        'a stage is deployed with what nobody filled in',
        'completeConfig(stage, deployment.config);',
        'deployment.config;',
      ],
      ['the site is deployed before the API', '  site.addStackDependency(api);\n', ''],
    ],
  ),
  ...faultsIn('infra/aws/deployment.ts', api, [
    [
      'functions send mail under another name',
      'mailFrom: `Satchel <${config.mail.address}>`',
      'mailFrom: config.mail.address',
    ],
    [
      'functions may send mail as anybody of the domain',
      'mailAddress: config.mail.address,',
      'mailAddress: `*@${config.mail.domain}`,',
    ],
  ]),
  ...faultsIn('infra/aws/grant-access.ts', api, [
    [
      'a function may send mail as anybody',
      "    conditions: { StringEquals: { 'ses:FromAddress': mailAddress } },\n",
      '',
    ],
    ['a read may write', "access === 'read' ? readActions :", 'access === undefined ? readActions :'],
    ['a scan is not denied', "'dynamodb:Scan', 'dynamodb:PartiQLSelect'", "'dynamodb:PartiQLSelect'"],
  ]),
  ...faultsIn('infra/definition/index.ts', definition, [
    [
      'a message is worked on twice because of a slow run',
      'visibilityTimeoutSeconds: 180',
      'visibilityTimeoutSeconds: 30',
    ],

    [
      'dead letters are gone after a day',
      'retentionDays: 4,\n  deadLetterRetentionDays: 14',
      'retentionDays: 4,\n  deadLetterRetentionDays: 1',
    ],
    ['passwords are hashed on half a core', 'hashing.has(id) ? 1024 : 512', 'hashing.has(id) ? 512 : 512'],
    ['a request may take longer than the gateway waits', 'timeoutSeconds: 29,', 'timeoutSeconds: 60,'],
    ['a function without mail has a sender', "if (grant.mail) environment['MAIL_FROM']", "environment['MAIL_FROM']"],
    [
      'the worker of statistics hears nothing of rewards',
      "newEntities: ['user', 'journal', 'reward', 'cardTransaction']",
      "newEntities: ['user', 'journal', 'cardTransaction']",
    ],
    ['a first deployment mails people about yesterday', "startsAt: 'latest'", "startsAt: 'oldest'"],
    [
      'nobody is notified of deposits',
      "changedEntities: ['card', 'deposit', 'wallet', 'referralAccount', 'case']",
      "changedEntities: ['card', 'wallet', 'referralAccount', 'case']",
    ],
  ]),
  ...faultsIn(
    'infra/definition/site.ts',
    ['infra/aws/web-stack.test.ts', 'infra/local/gateway/*.test.ts', 'infra/definition/*.test.ts'],
    [
      ['scripts of anybody may run', `"script-src 'self'",\n  "style`, `"script-src 'self' https:",\n  "style`],
      ['the site may be framed', `"frame-ancestors 'none'",`, `"frame-ancestors *",`],
      ['the site may be asked in the clear', "'max-age=63072000; includeSubDomains; preload'", "'max-age=0'"],
      ['an address is sent to other sites', "'referrer-policy': 'no-referrer'", "'referrer-policy': 'unsafe-url'"],
      [
        'a page is kept for a year',
        "'public, max-age=0, must-revalidate, s-maxage=31536000'",
        "'public, max-age=31536000'",
      ],
      ['CloudFront asks for each page again', 'must-revalidate, s-maxage=31536000', 'no-cache'],
      ['forms may be sent anywhere', `"form-action 'self'",`, `"form-action *",`],
      ['a type may be guessed', "'x-content-type-options': 'nosniff'", "'x-content-type-options': ''"],
      ['a page in another letter case is the app', 'const lowerCase = page.toLowerCase();', 'const lowerCase = page;'],
    ],
  ),
  ...faultsIn(
    'infra/aws/stacks.ts',
    [...stacks, 'infra/aws/stacks.test.ts'],
    [['routes are deployed before their functions', '  api.addStackDependency(functions);\n', '']],
  ),
  ...faultsIn('infra/definition/index.ts', definition, [
    ['a password reset hashes with the memory of a read', "  'auth.reset-password',\n  'user", "  'user"],
  ]),
  ...faultsIn(
    'infra/aws/complete-config.ts',
    ['infra/aws/complete-config.test.ts'],
    [
      [
        'no backup may go to another account of the region',
        '!arn.startsWith(`arn:aws:backup:${region}:${account}:`)',
        '!arn.startsWith(`arn:aws:backup:${region}:`)',
      ],
    ],
  ),
  ...faultsIn('bin/deploy/smoke.ts', deploying, [
    ['no answer of the API passes the smoke', `holds: '"InvalidAccessToken"'`, `holds: '"error"'`],
  ]),
  ...faultsIn('bin/deploy/watch-health.ts', deploying, [
    [
      'an alarm that rings is acted on at the end of the watch only',
      'if (troubles.length > 0 || needs.clock.now() >= untilMs)',
      'if (needs.clock.now() >= untilMs)',
    ],
  ]),
  ...faultsIn(
    'infra/definition/grants.ts',
    ['infra/definition/grants.test.ts'],
    [
      ['a list of cases may write', "'cases.list': { table: 'read'", "'cases.list': { table: 'write'"],
      [
        'a card’s look has the secret of the issuer',
        "'cards.look': { table: 'write', secrets: ['session'] }",
        "'cards.look': { table: 'write', secrets: ['session', 'issuer'] }",
      ],
      [
        'the worker of statistics may send mail',
        "aggregates: { table: 'write', secrets: ['session'] }",
        "aggregates: { table: 'write', secrets: ['session'], mail: true }",
      ],
    ],
  ),
  ...faultsIn(
    'infra/definition/index.ts',
    ['infra/definition/grants.test.ts'],
    [['a proof by password is hashed on half a core', "  'auth.prove',\n", '']],
  ),
  ...faultsIn(
    'infra/definition/index.ts',
    ['infra/definition/times.test.ts'],
    [
      ['the closing of the books is cut off', "  'close-books': 900,\n", ''],
      ['a reconciliation of the night is cut off', "  'reconcile-fully': 900,\n", "  'reconcile-fully': 600,\n"],
    ],
  ),
  ...faultsIn(
    'infra/definition/site.ts',
    ['infra/definition/site.test.ts'],
    [
      ['a page may send anywhere', `"connect-src 'self'",`, `"connect-src 'self' https:",`],
      ['a page may move its own addresses', `"base-uri 'none'",`, `"base-uri 'self'",`],
      ['a page may use the camera', 'camera=(), ', ''],
    ],
  ),
  ...faultsIn('infra/aws/worker-stack.ts', workers, [
    ['starts that were lost are forgotten after a day', "('missed-schedules', 14)", "('missed-schedules', 1)"],
  ]),
  ...faultsIn('infra/aws/data-stack.ts', data, [
    [
      'lists show items without their fields',
      '        sortKey: text(index.sortKey),\n',
      "        sortKey: text(index.sortKey),\n        projectionType: 'KEYS_ONLY' as never,\n",
    ],
  ]),
  ...faultsIn('infra/aws/api-stack.ts', api, [
    ['changed routes are never deployed', 'autoDeploy: true', 'autoDeploy: false'],
    ['the stage names routes that do not exist yet', '    stage.node.addDependency(...routes);\n', ''],
  ]),
  ...faultsIn('infra/aws/edge/site-headers.ts', web, [
    ['a header of the origin wins', '({ header, value, override: true })', '({ header, value, override: false })'],
  ]),
  ...faultsIn(
    'infra/aws/watch-stack.ts',
    ['infra/aws/watch-stack.test.ts'],
    [['the budget mails at 80 dollars', "thresholdType: 'PERCENTAGE'", "thresholdType: 'ABSOLUTE_VALUE'"]],
  ),
  ...faultsIn(
    'infra/aws/config.ts',
    ['infra/aws/complete-config.test.ts'],
    [
      [
        'production orders cards of the sandbox',
        "issuerBaseUrl: 'https://issuecards.api.bridgecard.co/v1/issuing',",
        "issuerBaseUrl: 'https://issuecards.api.bridgecard.co/v1/issuing/sandbox',",
      ],
      [
        'production reveals cards as the issuer encrypted them',
        "issuerRevealBaseUrl: 'https://issuecards-api-bridgecard-co.relay.evervault.com/v1/issuing',",
        "issuerRevealBaseUrl: 'https://issuecards.api.bridgecard.co/v1/issuing',",
      ],
    ],
  ),
  ...faultsIn(
    'infra/definition/grants.ts',
    ['infra/definition/grants.test.ts'],
    [
      [
        'erasures are noted in the table that a restore replaces',
        "{ table: 'write', erasures: true, secrets",
        "{ table: 'write', secrets",
      ],
      [
        'the desk may take dead letters off their queue',
        "'admin.desk': { table: 'read', secrets: ['session'], deadLetters: 'read' }",
        "'admin.desk': { table: 'read', secrets: ['session'], deadLetters: 'move' }",
      ],
    ],
  ),
  ...faultsIn('infra/definition/index.ts', definition, [
    [
      'the notifications’ worker is ended amid its mails',
      "  timeoutSeconds: 60,\n  trigger: {\n    kind: 'stream'",
      "  timeoutSeconds: 10,\n  trigger: {\n    kind: 'stream'",
    ],
  ]),
  ...faultsIn(
    'bin/deploy/preflight.ts',
    ['bin/deploy/preflight.test.ts'],
    [
      [
        'a restored table may expire by any attribute',
        'found.expiresBy === tableDefinition.ttlAttribute',
        'found.expiresBy !== undefined',
      ],
    ],
  ),
  ...faultsIn(
    'bin/deploy/deploy-stage.ts',
    ['bin/deploy/deploy-stage.test.ts'],
    [['nobody reads the notes of the preflight', '  for (const each of notes) say(`    note: ${each}`);\n', '']],
  ),
];
