import { cardQuestions, moneyQuestions, QuestionList } from './faq.tsx';
import { ProsePage } from './prose-page.tsx';

/** /faq. */
export function FaqPage() {
  return (
    <ProsePage title="Frequently asked questions" lead="What people ask us most, answered in plain words.">
      <h2>Cards and account</h2>
      <QuestionList questions={cardQuestions} />
      <h2>Money</h2>
      <QuestionList questions={moneyQuestions} />
    </ProsePage>
  );
}
