import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const tickets = ['domain/tickets/tickets.test.ts'];

/** Faults of the tickets of breaks. */
export const faultsOfTickets: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/tickets/sight-break.ts', tickets, [
    ['a break that an admin closed opens again in each run', "before.closedBy === 'staff' && isSame", 'false'],
    ['a closed break hides a new sum', ' && isSame', ''],
    ['a closed event opens again after two days without a run', 'closedByPeople.has(before.class)', 'false'],
  ]),
  ...faultsIn('functions/domain/tickets/close-gone-breaks.ts', tickets, [
    ['a silent provider closes a break', 'isComplete && !isFound', '!isFound'],
    ['time closes a break that is an event', 'if (closedByPeople.has(ticket.class)) return false;', ''],
    ['a run over a few people closes a break of all', 'return isWhole;', 'return isWhole || true;'],
    ['late money waits after its owner returned', 'return isSentBack(needs, ticket);', 'return false;'],
    ['late money of an account that stays closed is over', 'wallet.closedAtMs === undefined ||', 'true ||'],
  ]),
  ...faultsIn(
    'functions/domain/tickets/close-gone-breaks.ts',
    ['domain/operations/correct-operation.test.ts'],
    [['an event keeps the breaks that it explains open', ' && !closedByPeople.has(kind));', ');']],
  ),
];
