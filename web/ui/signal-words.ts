import type { ReplyOf } from '#shared/contract/index.ts';

type Signal = ReplyOf<'admin.held-referrals'>[number]['signals'][number];

const signalNames: Readonly<Record<Signal, string>> = {
  mailbox: 'The same mailbox was referred before',
  disposable: 'Disposable email address',
  ring: 'Signed up from the same network as others here',
  network: 'Many sign-ups from one network that day',
  cycling: 'Loads cards and withdraws again and again',
};

/** Says why a referral is held, from its signals of abuse. One that this build does not know is named as it is. */
export function signalWords(signals: readonly string[]): string {
  return signals.map((signal) => (isKnown(signal) ? signalNames[signal] : signal)).join(' · ');
}

function isKnown(signal: string): signal is Signal {
  return Object.hasOwn(signalNames, signal);
}
