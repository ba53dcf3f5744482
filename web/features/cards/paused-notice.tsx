import { useRead } from '#web/lib/use-api.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Titles for the parts of the platform that can be paused under a card's dialogs. */
const titles = {
  cardCreation: 'New cards are paused for now',
  load: 'Loading cards is paused for now',
  withdrawal: 'Withdrawing from cards is paused for now',
} as const;

type Part = keyof typeof titles;

/** True while a part is switched off, or our float is short for it: the API would refuse. */
export function usePaused(part: Part): boolean {
  const { data } = useRead('status.read', {});
  return data?.parts.some(({ name, state }) => name === part && state === 'paused') ?? false;
}

/** Says in a dialog that its part is paused; nothing while it works. */
export function PausedNotice({ part }: { readonly part: Part }) {
  return usePaused(part) ? (
    <Notice tone="warning" title={titles[part]} live>
      <p>What’s under way continues. Please try again later.</p>
    </Notice>
  ) : null;
}
