import { CardActions } from '#web/features/cards/card-actions.tsx';
import { CardFace } from '#web/features/cards/card-face.tsx';
import { ColourChoice } from '#web/features/cards/colour-choice.tsx';
import { HistoryRow } from '#web/features/cards/history-row.tsx';
import { NameForm } from '#web/features/cards/name-form.tsx';
import { LimitsPanel } from '#web/features/cards/limits-panel.tsx';
import { MyCardsPanel } from '#web/features/cards/my-cards-panel.tsx';
import { CardDrawing } from '#web/ui/card-drawing.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './gallery.module.css';
import { sampleCard, sampleCards, sampleFailure, sampleHistory } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;
const refuse = async (): Promise<boolean> => false;
const panelActions = { onRetry: nothing, onCreate: nothing, onPrepareCreate: nothing, onAddMoney: nothing };
const hidden = { secrets: undefined, secondsLeft: 0, busy: false, show: async () => {}, hide: nothing, keep: nothing };
/** The network's own test number. */
const secrets = { cardNumber: '4242424242424242', expiry: '09/30', cvv: '123' };

/** Cards: the face in each state, what can be done, what happened. */
export function CardChapter() {
  return (
    <Chapter title="Cards">
      {sampleCards.map((card) => (
        <Specimen key={card._id} state={`Face: ${card.statusReason ?? card.status}`}>
          <CardFace card={card} secrets={undefined} />
        </Specimen>
      ))}
      <Specimen state="Face: revealed">
        <CardFace card={sampleCard} secrets={secrets} />
      </Specimen>
      <Specimen state="Face: another colour, a long name">
        <CardFace
          card={{ ...sampleCard, colour: 'wine', name: 'For the long summer in Tuscany with all' }}
          secrets={undefined}
        />
      </Specimen>
      <Specimen state="Nickname">
        <NameForm name="Household" onSave={refuse} />
      </Specimen>
      <Specimen state="Colours">
        <ColourChoice card={sampleCard} onChoose={nothing} />
      </Specimen>
      <Specimen state="Drawing for guests">
        <CardDrawing />
      </Specimen>
      <Specimen state="Actions: active card">
        <CardActions
          card={sampleCard}
          revealed={hidden}
          isBusy={false}
          onOpen={nothing}
          onUnfreeze={nothing}
          onPrepare={nothing}
        />
      </Specimen>
      <Specimen state="Actions: frozen card">
        <CardActions
          card={sampleCards[1] ?? sampleCard}
          revealed={hidden}
          isBusy={false}
          onOpen={nothing}
          onUnfreeze={nothing}
          onPrepare={nothing}
        />
      </Specimen>
      <Specimen state="Limits">
        <LimitsPanel card={sampleCard} />
      </Specimen>
      <Specimen state="My Cards: filled">
        <MyCardsPanel cards={sampleCards} error={undefined} blocker={undefined} isReady {...panelActions} />
      </Specimen>
      <Specimen state="My Cards: none yet">
        <MyCardsPanel cards={[]} error={undefined} blocker={undefined} isReady {...panelActions} />
      </Specimen>
      <Specimen state="My Cards: loading">
        <MyCardsPanel cards={undefined} error={undefined} blocker={undefined} isReady={false} {...panelActions} />
      </Specimen>
      <Specimen state="My Cards: failed">
        <MyCardsPanel cards={undefined} error={sampleFailure} blocker={undefined} isReady={false} {...panelActions} />
      </Specimen>
      <Specimen state="Transactions of a card: every kind" wide>
        <Panel title="Transaction history">
          <ul className={styles.rows}>
            {sampleHistory.map((transaction) => (
              <HistoryRow
                key={transaction._id}
                transaction={transaction}
                card={sampleCard}
                onUnfreeze={nothing}
                onLoad={nothing}
                onReport={nothing}
              />
            ))}
          </ul>
        </Panel>
      </Specimen>
    </Chapter>
  );
}
