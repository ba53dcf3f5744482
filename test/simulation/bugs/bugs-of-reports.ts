import type { PlantedBug } from '../planted-bugs.ts';

/** Defects in statistics, seals and reconciliation. */
export const bugsOfReports: readonly PlantedBug[] = [
  {
    name: 'statistics do not count what was taken back',
    file: 'functions/domain/figures/contribution.ts',
    find: " || record.kind === 'deposit_taken_back'",
    replace: '',
  },
  {
    name: 'statistics count a record as often as the stream tells of it',
    file: 'functions/domain/figures/count-contributions.ts',
    find: '    await commitAnew(store, [...marked, ...ofDays, ...ofPeople]);',
    replace: '    await commitAnew(store, [...ofDays, ...ofPeople]);',
  },
  {
    name: 'reconciliation does not tell of a record that is gone',
    file: 'functions/domain/reconciliation/check-account.ts',
    find: "      tell('GAP', journalId, 0, atMs, { sequence, record: journalId }, restoreFromBackup);\n",
    replace: '',
  },
  {
    name: 'reconciliation does not tell of a record that says something else',
    file: 'functions/domain/reconciliation/check-account.ts',
    find: "      tell('LEGS', journalId, cents, record.atMs, { kind: record.kind, sequence }, restoreFromBackup);\n",
    replace: '',
  },
  {
    name: 'reconciliation does not compare a balance with its entries',
    file: 'functions/domain/reconciliation/check-account.ts',
    find: "    if (cents !== 0)\n      tell('PROJECTION', ownerId",
    replace: "    if (cents < -1_000_000)\n      tell('PROJECTION', ownerId",
  },
  {
    name: 'reconciliation does not tell of a reward that nobody earned',
    file: 'functions/domain/reconciliation/check-rewards.ts',
    find: '    if (isEarned && !isRevoked && !told.has(name) && !isFunded(reward, causes.get(cause))) {',
    replace: '    if (isEarned && isRevoked && !told.has(name) && !isFunded(reward, causes.get(cause))) {',
  },
  {
    name: 'a last entry that is gone does not break a seal',
    file: 'functions/domain/reconciliation/verify-seals.ts',
    find: "  if (entries < head.sequence) return broken(entries + 1, 'it is gone');\n",
    replace: '',
  },
  {
    name: 'an entry that was changed does not break a seal',
    file: 'functions/domain/reconciliation/verify-seals.ts',
    find: "    if (hash !== entryHash(sealed)) return broken(entry.sequence, 'it was changed after it was sealed');\n",
    replace: '',
  },
];
