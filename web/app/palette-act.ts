import { call } from '#web/lib/api.ts';
import { refresh } from '#web/lib/use-api.ts';
import type { ToastApi } from '#web/ui/toast.tsx';

import type { PaletteAct } from './palette-entries.ts';

/** Does what an entry of the palette does in place, and says how it ended. */
export async function doPaletteAct(act: PaletteAct, toast: ToastApi): Promise<void> {
  try {
    await (act.kind === 'copy-number' ? copyNumber(act, toast) : unfreeze(act, toast));
  } catch (error) {
    toast.error(error);
  }
}

async function unfreeze({ card: { _id, name } }: PaletteAct, toast: ToastApi): Promise<void> {
  await call('cards.unfreeze', { params: { id: _id }, body: {} });
  toast.success(`“${name}” is unfrozen.`);
  await refresh(['cards', 'transactions.list', 'user']);
}

/**
 * Puts the card's number on the clipboard and nowhere else. The clipboard is given a promise at once: a browser allows
 * writing to it only while it remembers the key or click, and the proof that the owner is there may take longer.
 */
async function copyNumber({ card: { _id, name } }: PaletteAct, toast: ToastApi): Promise<void> {
  const number = call('cards.reveal', { params: { id: _id } }).then(
    (card) => new Blob([card.cardNumber.replaceAll(/\D/g, '')], { type: 'text/plain' }),
  );
  // A rejection is handled below. This line covers a browser that refuses at once and never waits for the number.
  number.catch(() => undefined);
  const isWritten = await navigator.clipboard.write([new ClipboardItem({ 'text/plain': number })]).then(
    () => true,
    () => false,
  );
  // Throws when the API refused to reveal the number.
  await number;
  if (isWritten) toast.success(`Number of “${name}” copied.`);
  else toast.error('Your browser did not allow copying. Show the number on the card’s page.');
}
