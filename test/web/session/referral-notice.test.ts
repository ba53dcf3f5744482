import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  letReferralNoticeShow,
  referralToShow,
  referralWasShown,
  rememberReferral,
} from '#web/session/referral-notice.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const applied = { attempted: true, eligible: true } as const;

it('the outcome of a referral is shown once, and again only after another verification', () => {
  rememberReferral(applied);
  expect(referralToShow()).toEqual(applied);
  referralWasShown();
  expect(referralToShow()).toBeUndefined();
  rememberReferral(applied);
  expect(referralToShow()).toBeUndefined();
  letReferralNoticeShow();
  expect(referralToShow()).toEqual(applied);
});

it('nothing is shown to a person whom nobody referred, or without storage', () => {
  rememberReferral({ attempted: false, eligible: false });
  expect(referralToShow()).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  rememberReferral(applied);
  letReferralNoticeShow();
  expect(referralToShow()).toBeUndefined();
});
