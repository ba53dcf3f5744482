import { call } from '#web/lib/api.ts';
import { forgetEverything, seedRead } from '#web/lib/use-api.ts';

/** Finishes a sign-in: forgets everything of an earlier person, and stores the new one before the next page shows. */
export async function enterSession(): Promise<void> {
  const user = await call('user.read');
  await forgetEverything();
  await seedRead('user.read', {}, user);
}
