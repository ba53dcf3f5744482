import { bugsOfAccounts } from './bugs/bugs-of-accounts.ts';
import { bugsOfCards } from './bugs/bugs-of-cards.ts';
import { bugsOfDefinition } from './bugs/bugs-of-definition.ts';
import { bugsOfDeposits } from './bugs/bugs-of-deposits.ts';
import { bugsOfLedger } from './bugs/bugs-of-ledger.ts';
import { bugsOfOperations } from './bugs/bugs-of-operations.ts';
import { bugsOfReferrals } from './bugs/bugs-of-referrals.ts';
import { bugsOfReports } from './bugs/bugs-of-reports.ts';
import { bugsOfStore } from './bugs/bugs-of-store.ts';
import { bugsOfWebhooks } from './bugs/bugs-of-webhooks.ts';

/** A defect that somebody could write, as a change of one place in the money code. */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};

/** The suite must turn red on each of these; `bin/plant-bugs.ts` shows that it does, and by what. */
export const plantedBugs: readonly PlantedBug[] = [
  ...bugsOfAccounts,
  ...bugsOfLedger,
  ...bugsOfOperations,
  ...bugsOfCards,
  ...bugsOfDeposits,
  ...bugsOfReferrals,
  ...bugsOfWebhooks,
  ...bugsOfStore,
  ...bugsOfReports,
  ...bugsOfDefinition,
];
