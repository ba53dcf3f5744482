import { buttonClass } from '#web/ui/button.tsx';
import { supportAddress } from './contact.ts';
import { cardQuestions, depositQuestions, QuestionList, referralQuestions, spendingQuestions } from './faq.tsx';
import { ProsePage } from './prose-page.tsx';
import styles from './prose-page.module.css';

const sections = [
  { id: 'start', title: 'Cards and account', questions: cardQuestions },
  { id: 'deposits', title: 'Adding money', questions: depositQuestions },
  { id: 'using', title: 'Using a card', questions: spendingQuestions },
  { id: 'referrals', title: 'Referrals and us', questions: referralQuestions },
] as const;

/** /faq. */
export function FaqPage() {
  return (
    <ProsePage
      title="Frequently asked questions"
      lead="Answers to the questions we hear most."
      sections={sections.map(({ questions, ...section }) => ({
        ...section,
        body: <QuestionList questions={questions} />,
      }))}
    >
      <section className={styles.proseMore} aria-labelledby="more">
        <div className={styles.proseMoreBox}>
          <div>
            <h2 id="more">Didn’t find your answer?</h2>
            <p>Real people read and answer every message, 24/7.</p>
          </div>
          <a href={`mailto:${supportAddress}`} className={buttonClass({ size: 'lg' })}>
            {supportAddress}
          </a>
        </div>
      </section>
    </ProsePage>
  );
}
