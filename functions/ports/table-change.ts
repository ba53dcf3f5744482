import type { EntityKeys } from './entities.ts';
import type { AuditRecord } from './entities/audit.ts';
import type { Wallet } from './entities/books.ts';
import type { Card } from './entities/cards.ts';
import type { Case } from './entities/cases.ts';
import type { Deposit } from './entities/deposits.ts';
import type { ReferralAccount } from './entities/referrals.ts';

/** The key of a new item in the table's stream. Its fields are read from the table. */
export type TableChange =
  | { readonly kind: 'journal'; readonly key: EntityKeys['journal'] }
  | { readonly kind: 'user'; readonly key: EntityKeys['user'] }
  | { readonly kind: 'reward'; readonly key: EntityKeys['reward'] }
  | { readonly kind: 'cardTransaction'; readonly key: EntityKeys['cardTransaction'] };

type Changed<Kind extends string, Entity> = {
  readonly kind: Kind;
  readonly before: Entity;
  readonly after: Entity;
};

/** A committed write in the table's stream: the entity before and after it. */
export type EntityChange =
  | Changed<'card', Card>
  | Changed<'deposit', Deposit>
  | Changed<'wallet', Wallet>
  | Changed<'referralAccount', ReferralAccount>
  | Changed<'case', Case>
  | { readonly kind: 'audit'; readonly after: AuditRecord };

export type ChangeOf<Kind extends EntityChange['kind']> = Extract<EntityChange, { readonly kind: Kind }>;
