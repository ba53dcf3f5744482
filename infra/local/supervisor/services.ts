import type { LocalSecrets } from './local-secrets.ts';
import type { StackPorts } from './ports.ts';
import type { StackSettings } from './stack-settings.ts';

/** A login of the demo. */
export type DemoLogin = { readonly email: string; readonly password: string };

/** The content of `$DATA_DIR/services.json`: everything needed to use the stack from outside. */
export type Services = {
  readonly site: string;
  readonly api: string;
  readonly mail: string;
  readonly payments: string;
  readonly issuer: string;
  readonly dynamodb: string;
  readonly table: string;
  readonly sqs: string;
  readonly control: string;
  /** `{token}` stands for the path token of one deposit; the issuer has one fixed address. */
  readonly webhooks: { readonly payments: string; readonly issuer: string };
  /** The secrets shared with the simulators, or with the providers that run instead. */
  readonly keys: {
    readonly merchant: string;
    readonly payment: string;
    readonly payout: string;
    readonly issuerAccess: string;
    readonly issuerSecret: string;
    readonly issuerWebhook: string;
  };
  readonly demo: { readonly user: DemoLogin; readonly admin: DemoLogin } | null;
  /** Process numbers by part, as they were when the stack became ready. */
  readonly pids: Readonly<Record<string, number>>;
};

/** The only default passwords there are: they exist in a local data directory and nowhere else. */
const demo = {
  user: { email: 'demo@satchel.test', password: 'Demo-Satchel-1' },
  admin: { email: 'admin@satchel.test', password: 'Admin-Satchel-1' },
};

/** Describes the services of a stack. Everything but the pids is known before anything runs. */
export function describeServices(
  ports: StackPorts,
  secrets: LocalSecrets,
  { port, seed, outside, tableName }: StackSettings,
  sitePort = port,
): Omit<Services, 'pids'> {
  const site = at(sitePort);
  const api = `${at(port)}/api`;
  return {
    site,
    api,
    mail: at(ports.mail),
    payments: outside.payments ?? at(ports.payments),
    issuer: outside.issuer?.api ?? at(ports.issuer),
    dynamodb: at(ports.dynamodb),
    table: tableName,
    sqs: at(ports.sqs),
    control: at(ports.control),
    webhooks: {
      payments: `${api}/webhooks/payments/{token}`,
      issuer: `${api}/webhooks/issuer/${secrets.issuer.webhookPathToken}`,
    },
    keys: {
      merchant: secrets.payments.merchantId,
      payment: secrets.payments.paymentKey,
      payout: secrets.payments.payoutKey,
      issuerAccess: secrets.issuer.accessToken,
      issuerSecret: secrets.issuer.secretKey,
      issuerWebhook: secrets.issuer.webhookSecret,
    },
    demo: seed === 'demo' ? demo : null,
  };
}

function at(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Returns the banner of a ready stack. Its first line is for programs: it begins with `ready `. */
export function announce(
  services: Services,
  elapsedMs: number,
  dataDirectory: string,
  more: readonly string[] = [],
): string {
  /** Only our simulators have a page to use. */
  const use = (name: string, what: string) => (services.pids[name] === undefined ? 'from elsewhere' : what);
  const lines = [
    `ready ${services.site} (${(elapsedMs / 1000).toFixed(1)} s)`,
    '',
    `  Satchel     ${services.site}`,
    `  API         ${services.api}/docs`,
    `  Mails       ${services.mail}`,
    `  Payments    ${services.payments}  (${use('payments', 'pay an invoice')})`,
    `  Issuer      ${services.issuer}  (${use('issuer', 'buy something with a card')})`,
    `  Control     ${services.control}  (jobs, clock, health)`,
    `  Data        ${dataDirectory}`,
    ...more,
  ];
  if (services.demo) {
    const { user, admin } = services.demo;
    lines.push(
      '',
      '  Look around as',
      `  user        ${user.email}  ${user.password}`,
      `  admin       ${admin.email}  ${admin.password}`,
    );
  }
  return [...lines, '', '  Ctrl-C stops everything; the data stays.', ''].join('\n');
}
