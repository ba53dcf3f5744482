import type { Id } from '#shared/ids.ts';
import type { SessionTokens } from './session-tokens.ts';

/** A browser that is signed in. */
export type SignedIn = {
  readonly userId: Id<'user'>;
  readonly tokens: SessionTokens;
  /** Makes this browser known for the next time. */
  readonly deviceToken: string;
};
