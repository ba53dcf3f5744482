import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import { insist } from './insist.ts';
import type { Before, SoakPerson, SoakWorld } from './soak-world.ts';
import { askUntilAnswered } from './ask-until-answered.ts';

/** A line of the account's activity list, as the API returns it. */
export type Transaction = {
  readonly _id: string;
  readonly kind: string;
  readonly type: 'credit' | 'debit';
  readonly amount: number;
  readonly amountPaid: number;
  readonly status: string;
  readonly description: string;
  readonly cardId: string | null;
};

/** A card as the API returns it. */
export type OurCard = {
  readonly _id: string;
  readonly status: string;
  readonly balance: number;
  readonly held: number;
};

/** A line of a card's history, as the API returns it. */
export type CardLine = {
  readonly card_transaction_type: 'CREDIT' | 'DEBIT';
  readonly status: string;
  readonly amount: number;
};

/** A person's referral earnings, as the API returns them. */
export type ReferralStats = {
  readonly totalEarnings: number;
  readonly totalWithdrawn: number;
  readonly withdrawableAmount: number;
  readonly pendingRequest: { readonly amount: number } | null;
};

/** A reward, as the API returns it to the referrer. */
export type Reward = {
  readonly _id: string;
  readonly event: 'signup' | 'card_created';
  readonly referrerUserReward: number;
  readonly stage: 'pending' | 'matured' | 'cancelled';
};

/** A person's money according to the API. */
export type Account = {
  readonly balance: number;
  readonly held: number;
  readonly transactions: readonly Transaction[];
  readonly cards: readonly OurCard[];
};

/** A card in the issuer's own books. `ref` is our id of it, as sent at its creation. */
export type TheirCard = {
  readonly cardId: string;
  readonly ref: string;
  readonly state: string;
  readonly bookCents: number;
  readonly transfers: readonly {
    readonly reference: string;
    readonly kind: 'create' | 'fund' | 'unload';
    readonly cents: number;
    readonly status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  }[];
  readonly entries: readonly {
    readonly reference: string;
    readonly direction: 'CREDIT' | 'DEBIT';
    readonly cents: number;
  }[];
  readonly purchases: readonly { readonly id: string; readonly approved: boolean }[];
};

/** An invoice in the payment provider's own books. */
export type TheirInvoice = {
  readonly uuid: string;
  readonly order_id: string;
  readonly amount: string;
  readonly payment_amount: string | null;
  readonly payer_amount: string | null;
  readonly status: string;
};

/** Reads one address of the API, which has to answer. */
async function read<T>(world: SoakWorld, person: SoakPerson, path: string): Promise<{ body: T; link: string | null }> {
  const answer = await insist<T>(world, person, { method: 'GET', path });
  if (answer?.status !== 200) {
    throw new Error(`GET ${path} of ${person.email} was answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
  }
  return { body: answer.body, link: answer.headers.get('link') };
}

/** Reads everything that the API shows of a person's money, all pages of each list. */
export async function readAccount(world: SoakWorld, person: SoakPerson): Promise<Account> {
  const user = await read<{ balance: number; held: number }>(world, person, '/user');
  const cards = await read<OurCard[]>(world, person, '/cards');
  const transactions: Transaction[] = [];
  for (let path: string | undefined = '/transactions?limit=1000'; path !== undefined;) {
    const page: { body: Transaction[]; link: string | null } = await read<Transaction[]>(world, person, path);
    transactions.push(...page.body);
    path = /<\/api([^>]+)>; rel="next"/.exec(page.link ?? '')?.[1];
  }
  return { ...user.body, cards: cards.body, transactions };
}

/** Reads a person's referral earnings and all rewards. */
export async function readReferrals(
  world: SoakWorld,
  person: SoakPerson,
): Promise<{ readonly stats: ReferralStats; readonly rewards: readonly Reward[] }> {
  const { body: stats } = await read<ReferralStats>(world, person, '/referrals/stats');
  const { body } = await read<{ referrals: Reward[] }>(world, person, '/referrals?limit=1000');
  return { stats, rewards: body.referrals };
}

/** Reads all lines of a card's history. */
export async function readHistory(world: SoakWorld, person: SoakPerson, cardId: string): Promise<readonly CardLine[]> {
  const lines: CardLine[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await read<{ transactions: CardLine[]; meta: { pages: number } }>(
      world,
      person,
      `/cards/${cardId}/transactions?page_no=${page}`,
    );
    lines.push(...body.transactions);
    pages = body.meta.pages;
  }
  return lines;
}

/** Reads the content of the providers' books before the first request of the soak. */
export async function readBefore(stack: StackAddresses): Promise<Before> {
  const [cards, invoices, floatCents] = await Promise.all([
    listTheirCards(stack),
    listTheirInvoices(stack),
    readFloat(stack),
  ]);
  return {
    theirCards: new Set(cards.map(({ cardId }) => cardId)),
    theirInvoices: new Set(invoices.map(({ uuid }) => uuid)),
    floatCents,
  };
}

/** Reads our money at the issuer that is on no card, in cents. */
export async function readFloat({ issuer }: StackAddresses): Promise<number> {
  return (await askUntilAnswered<{ amountCents: number }>(`${issuer}/sandbox/wallet`, undefined, 'GET')).amountCents;
}

/** Reads the cards that were made during the soak from the issuer's books. */
export async function readTheirCards({ stack, before }: SoakWorld): Promise<readonly TheirCard[]> {
  const cards = (await listTheirCards(stack)).filter(({ cardId }) => !before.theirCards.has(cardId));
  const { issuer } = stack;
  return Promise.all(
    cards.map(async ({ cardId }) => {
      type Shown = Omit<TheirCard, 'ref' | 'bookCents' | 'entries'> & {
        readonly metaData: { readonly card_ref?: string };
        readonly balances: { readonly bookCents: number };
        readonly transactions: TheirCard['entries'];
      };
      const shown = await askUntilAnswered<Shown>(`${issuer}/sandbox/cards/${cardId}`, undefined, 'GET');
      const { metaData, balances, transactions } = shown;
      return { ...shown, ref: metaData.card_ref ?? '', bookCents: balances.bookCents, entries: transactions };
    }),
  );
}

/** Reads the invoices that were opened during the soak from the payment provider's books. */
export async function readTheirInvoices({ stack, before }: SoakWorld): Promise<readonly TheirInvoice[]> {
  return (await listTheirInvoices(stack)).filter(({ uuid }) => !before.theirInvoices.has(uuid));
}

async function listTheirCards({ issuer }: StackAddresses): Promise<readonly { readonly cardId: string }[]> {
  return (await askUntilAnswered<{ cards: { cardId: string }[] }>(`${issuer}/sandbox/cards`, undefined, 'GET')).cards;
}

function listTheirInvoices({ payments }: StackAddresses): Promise<readonly TheirInvoice[]> {
  return askUntilAnswered(`${payments}/sandbox/invoices`, undefined, 'GET');
}

/**
 * Returns the worth of a deposit by the provider's books, in cents: floor(invoice × received / asked), or 0 when it was
 * not paid.
 */
export function worthOf({ status, amount, payment_amount, payer_amount }: TheirInvoice): number {
  if (!['paid', 'paid_over', 'wrong_amount', 'refund_fail'].includes(status)) return 0;
  const [invoice, received, asked] = [units(amount), units(payment_amount), units(payer_amount)];
  return asked === 0n ? 0 : Number((invoice * received * 100n) / (asked * scale));
}

/** Number of digits of an amount: more than any coin has. */
const digits = 18;
const scale = 10n ** BigInt(digits);

function units(decimal: string | null): bigint {
  const [whole = '0', fraction = ''] = (decimal ?? '0').split('.');
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}
