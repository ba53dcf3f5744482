import type { cardStatuses } from './contract/cards.ts';

/** The statuses of a card with their names, for its owner and for staff. */
export const cardStatusNames: Readonly<Record<(typeof cardStatuses)[number], string>> = {
  active: 'Active',
  pending: 'Being created',
  freezed: 'Frozen',
  blocked: 'Blocked',
  deleted: 'Deleted',
};
