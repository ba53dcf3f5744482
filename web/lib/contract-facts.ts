import { passwordPattern as pattern, weakPassword as sentence } from '#shared/contract/fields.ts';
import { callFacts, isCalledLater } from './call-facts.ts';

/**
 * The facts of the contract that the site uses, without those of staff and of the settings (`later-facts.ts`). The build
 * writes this module's values as literals (web/build/contract-facts.ts), so that no schema and no zod reaches a browser;
 * tests read it as it stands.
 */
export const calls = callFacts((id) => !isCalledLater(id));

/** Pattern of a new password. */
export const passwordPattern = pattern;

/** Text for a password that does not match it. */
export const weakPassword = sentence;
