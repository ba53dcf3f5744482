import { RestrictedNotice } from '#web/features/public/restricted-notice.tsx';
import { restrictedCountries } from './restricted-countries.ts';

/** People who cannot be served, before anybody signs up: the notice, and the countries behind one click. */
export function RestrictedSection() {
  return (
    <div className="restricted">
      <RestrictedNotice />
      <details className="question">
        <summary>
          <span>Restricted countries</span>
        </summary>
        <p>{restrictedCountries.join(', ')}.</p>
      </details>
    </div>
  );
}
