import { useState } from 'react';
import { networksOf, type Coin } from '#shared/catalogue.ts';
import { CoinGrid } from '#web/features/deposits/coin-grid.tsx';
import { isDepositId } from '#web/features/deposits/deposit-stage.ts';
import { DepositTimeline } from '#web/features/deposits/deposit-timeline.tsx';
import { NetworkChoice } from '#web/features/deposits/network-choice.tsx';
import { NextStepsPanel } from '#web/features/dashboard/next-steps-panel.tsx';
import { nextSteps } from '#web/features/dashboard/next-steps.ts';
import { SpendingPanel } from '#web/features/dashboard/spending-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { sampleCards, sampleDeposits, sampleMoments } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;
const steps = nextSteps({ verified: true, hasDeposited: true, hasCard: false, hasLoaded: false }, '$5');

function LiveChoice() {
  const [coin, setCoin] = useState<Coin>('USDT');
  const [network, setNetwork] = useState(networksOf('USDT')[0]);
  return (
    <>
      <CoinGrid
        chosen={coin}
        onChoose={(chosen) => {
          setCoin(chosen);
          setNetwork(networksOf(chosen)[0]);
        }}
      />
      {network && <NetworkChoice coin={coin} network={network} onChoose={setNetwork} />}
    </>
  );
}

/** Deposits: choosing, and the timeline in every state. */
export function DepositChapter() {
  return (
    <Chapter title="Deposits and the dashboard">
      <Specimen state="Coins and networks" wide>
        <LiveChoice />
      </Specimen>
      {sampleDeposits.map((deposit) => (
        <Specimen key={deposit._id} state={`Timeline: ${deposit._id.replace('dep_', '').replaceAll('-', ' ')}`}>
          {isDepositId(deposit._id) && (
            <DepositTimeline depositId={deposit._id} whenCredited={<Button>Create Card</Button>} onNewQuote={nothing} />
          )}
        </Specimen>
      ))}
      <Specimen state="Timeline: failed to load">
        <DepositTimeline depositId="dep_unknown" />
      </Specimen>
      <Specimen state="Get started: half way">
        <NextStepsPanel steps={steps} onStep={() => nothing} />
      </Specimen>
      <Specimen state="The month’s spending">
        <SpendingPanel cards={sampleCards.slice(0, 2)} now={Date.parse(sampleMoments.now)} />
      </Specimen>
    </Chapter>
  );
}
