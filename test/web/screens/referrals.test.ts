import { afterEach, describe, expect, it } from 'vitest';
import { button, buttons, hide, linkTo, show, textOf, texts } from '#test/support/screen.ts';
import { inMinutes, replies, stats, user } from '#test/support/screens/dashboard-replies.ts';
import { EarningsCards } from '#web/features/referrals/earnings-cards.tsx';
import { ReferralLinkPanel } from '#web/features/referrals/referral-link-panel.tsx';
import { ReferralNoticeModal } from '#web/features/referrals/referral-notice-modal.tsx';
import { ReferralPage } from '#web/features/referrals/referral-page.tsx';
import { RewardsTab } from '#web/features/referrals/rewards-tab.tsx';

const nothing = (): void => undefined;
afterEach(hide);

describe('the referral program', () => {
  const page = (balance: number) => show(ReferralPage, {}, { ...replies, 'GET /user': { ...user, balance } });

  it('has an active link from exactly $50 on, and says below it what is missing', async () => {
    await page(5_000);
    expect(buttons('Copy referral link')[0]?.disabled).toBe(false);
    await page(4_999);
    expect(button('Copy referral link').disabled).toBe(true);
    expect(textOf()).toContain('You have $49.99: add $0.01 to activate it.');
  });

  it('promises what it pays', async () => {
    await show(ReferralLinkPanel, { link: 'https://satchel.test/signup?ref=usr_1', isActive: false });
    expect(texts()).toContain(
      'You earn $1.00 for every sign-up and $5.00 for every first card. Your friend gets $5.00 too.',
    );
    expect(button('Copy referral link').disabled).toBe(true);
  });

  it('shows earned, withdrawn and available sums, and takes one request at a time', async () => {
    await show(EarningsCards, {}, replies);
    expect(textOf()).toContain('Total Earnings$31.00$6.00 withdrawn so far');
    expect(textOf()).toContain('Available to Withdraw$25.00');
    expect(button('Withdraw').disabled).toBe(false);
    const pendingRequest = { amount: 5_000, requestedAt: inMinutes(-3) };
    await show(EarningsCards, {}, { ...replies, 'GET /referrals/stats': { ...stats, pendingRequest } });
    expect(textOf()).toContain('$50.00 requested');
    expect(button('Withdraw').disabled).toBe(true);
  });

  it('says which bonus is earned and which waits', async () => {
    const tab = (earned: boolean, referrals: readonly object[] = []) =>
      show(
        RewardsTab,
        { isActive: true, onLearnMore: nothing },
        {
          ...replies,
          'GET /referrals': { firstCardCreationReward: { earned, amount: 500 }, referrals },
        },
      );
    await tab(true);
    expect(texts()).toContain('$5.00 was added to your balance when you created your first card.');
    expect(textOf()).not.toContain('Credit Pending');
    await tab(false);
    expect(texts()).toContain('$5.00 Credit Pending');
    expect(textOf()).not.toContain('First card bonus earned');
  });

  it('gives the reason why a referral does not count, and offers what the balance allows', async () => {
    const notice = (outcome: object, balance: number) =>
      show(
        ReferralNoticeModal,
        { outcome: { attempted: true, ...outcome } as never, balance, onClose: nothing },
        replies,
      );
    await notice({ eligible: false, reason: 'The link was not active.' }, 0);
    expect(textOf()).toContain('The link was not active. You can still use your account as usual.');
    await notice({ eligible: true }, 1_501);
    expect(linkTo('Create Card')).toBe('/dashboard?create-card');
    await notice({ eligible: true }, 1_500);
    expect(linkTo('Add Money')).toBe('/dashboard?add-money');
  });
});
