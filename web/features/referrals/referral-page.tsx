import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { useFreshUser, type CurrentUser } from '#web/session/use-user.ts';
import { BackPage } from '#web/ui/back-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EarningsCards } from './earnings-cards.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { ReferralLinkPanel } from './referral-link-panel.tsx';
import styles from './referral-page.module.css';
import { RewardsTab } from './rewards-tab.tsx';

/** /referral-program: what was earned, the link, the rewards and how they come about. */
export function ReferralPage() {
  const { data: user } = useFreshUser();
  const [tab, setTab] = useState('rewards');
  if (!user) return <LoadingScreen />;
  const isActive = user.balance >= limits.referralLinkActiveCents;
  function learnMore(): void {
    setTab('how');
    // The button goes away with its tab: the focus goes on to the tab that is shown.
    document.querySelector<HTMLElement>('[data-tab="how"]')?.focus();
  }

  const link = window.location.origin + href.signup(user._id);
  return (
    <BackPage to={paths.dashboard} back="Back to dashboard" heading="Referral Program">
      {!isActive && <InactiveNotice user={user} />}
      <EarningsCards />
      <ReferralLinkPanel link={link} isActive={isActive} />
      <Panel>
        <Tabs
          label="Referral program"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              key: 'rewards',
              label: 'Rewards',
              content: <RewardsTab isActive={isActive} onLearnMore={learnMore} />,
            },
            { key: 'how', label: 'How it works', content: <HowItWorks /> },
          ]}
        />
      </Panel>
      <p className={styles.spam}>
        <Icon name="info" size={18} />
        <span>Please don’t spam: share your link with people you know. We may suspend accounts that spam.</span>
      </p>
    </BackPage>
  );
}

function InactiveNotice({ user }: { readonly user: Pick<CurrentUser, 'balance'> }) {
  const needed = formatCents(limits.referralLinkActiveCents);
  const missing = formatCents(limits.referralLinkActiveCents - user.balance);
  return (
    <Notice tone="warning" title="Referral Link Not Active">
      <p>
        Your link works while your balance is at least {needed}. You have {formatCents(user.balance)}: add {missing} to
        activate it.
      </p>
      <LinkButton to={`${paths.dashboard}?add-money`} size="sm" className={styles.activate}>
        Add Money
      </LinkButton>
    </Notice>
  );
}
