import type { PlantedBug } from '../planted-bug.ts';

/** Defects in what staff ask of the providers, in the float and in our own money, which only stories find. */
export const bugsOfDesk: readonly PlantedBug[] = [
  {
    name: 'the issuer is asked no more about an operation that staff asked about',
    file: 'functions/domain/desk/waiting-operation.ts',
    find: '{ dueAtMs: nextReviewAtMs(operation, clock.now()) }',
    replace: '{ dueAtMs: undefined }',
  },
  {
    name: 'a load in review takes nothing from the float',
    file: 'functions/domain/float/read-float.ts',
    find: "state !== 'settled' && state !== 'released';",
    replace: "state !== 'settled' && state !== 'released' && state !== 'review';",
  },
  {
    name: 'a link freezes no card that was unfrozen since its mail, and says that it did',
    file: 'functions/domain/notifications/freeze-link.ts',
    find: "desired: 'frozen', wordsForOwner: byLink",
    replace: "desired: 'frozen', recordedAtMs: link.expiresAtMs - freezeLinkMs, wordsForOwner: byLink",
  },
];
