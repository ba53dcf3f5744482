import { bugsOfAccounts } from './bugs/bugs-of-accounts.ts';
import { bugsOfCards } from './bugs/bugs-of-cards.ts';
import { bugsOfDefinition } from './bugs/bugs-of-definition.ts';
import { bugsOfDeposits } from './bugs/bugs-of-deposits.ts';
import { bugsOfDesk } from './bugs/bugs-of-desk.ts';
import { bugsOfLedger } from './bugs/bugs-of-ledger.ts';
import { bugsOfOperations } from './bugs/bugs-of-operations.ts';
import { bugsOfReferrals } from './bugs/bugs-of-referrals.ts';
import { bugsOfReports } from './bugs/bugs-of-reports.ts';
import { bugsOfStore } from './bugs/bugs-of-store.ts';
import { bugsOfWebhooks } from './bugs/bugs-of-webhooks.ts';
import { faultsOfAutoLoad } from './bugs/faults-of-auto-load.ts';
import { faultsOfSteering } from './bugs/faults-of-steering.ts';
import { faultsOfFloat } from './bugs/faults-of-float.ts';
import { faultsOfSubscriptions } from './bugs/faults-of-subscriptions.ts';
import { faultsOfNotifications } from './bugs/faults-of-notifications.ts';
import { faultsOfListedSessions } from './bugs/faults-of-listed-sessions.ts';
import { faultsOfSessions } from './bugs/faults-of-sessions.ts';
import { faultsOfShells } from './bugs/faults-of-shells.ts';
import { faultsOfDataExport } from './bugs/faults-of-data-export.ts';
import { faultsOfCases } from './bugs/faults-of-cases.ts';
import { faultsOfAdjustments } from './bugs/faults-of-adjustments.ts';
import { faultsOfTickets } from './bugs/faults-of-tickets.ts';
import { faultsOfClosing } from './bugs/faults-of-closing.ts';
import { faultsOfCheckpoints } from './bugs/faults-of-checkpoints.ts';
import { faultsOfCodes } from './bugs/faults-of-codes.ts';
import { faultsOfDeposits } from './bugs/faults-of-deposits.ts';
import { faultsOfJobs } from './bugs/faults-of-jobs.ts';
import { faultsOfFactors } from './bugs/faults-of-factors.ts';
import { faultsOfReferrals } from './bugs/faults-of-referrals.ts';
import { faultsOfSignIn } from './bugs/faults-of-sign-in.ts';
import { faultsOfSite } from './bugs/faults-of-site.ts';
import { faultsOfStaff } from './bugs/faults-of-staff.ts';
import { faultsOfStatements } from './bugs/faults-of-statements.ts';
import { faultsOfTemplates } from './bugs/faults-of-templates.ts';
import { faultsOfTransport } from './bugs/faults-of-transport.ts';
import type { PlantedBug } from './planted-bug.ts';

/** Defects that the suite must find; `bin/plant-bugs.ts` plants each and shows which test finds it. */
export const plantedBugs: readonly PlantedBug[] = [
  ...bugsOfAccounts,
  ...bugsOfLedger,
  ...bugsOfOperations,
  ...bugsOfCards,
  ...bugsOfDeposits,
  ...bugsOfDesk,
  ...bugsOfReferrals,
  ...bugsOfWebhooks,
  ...bugsOfStore,
  ...bugsOfReports,
  ...bugsOfDefinition,
  ...faultsOfCheckpoints,
  ...faultsOfFactors,
  ...faultsOfReferrals,
  ...faultsOfSignIn,
  ...faultsOfSessions,
  ...faultsOfListedSessions,
  ...faultsOfShells,
  ...faultsOfCases,
  ...faultsOfDataExport,
  ...faultsOfTickets,
  ...faultsOfAdjustments,
  ...faultsOfClosing,
  ...faultsOfCodes,
  ...faultsOfDeposits,
  ...faultsOfJobs,
  ...faultsOfTransport,
  ...faultsOfStaff,
  ...faultsOfAutoLoad,
  ...faultsOfFloat,
  ...faultsOfSteering,
  ...faultsOfSubscriptions,
  ...faultsOfNotifications,
  ...faultsOfStatements,
  ...faultsOfTemplates,
  ...faultsOfSite,
];
