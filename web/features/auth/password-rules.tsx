import { Icon } from '#web/ui/icon.tsx';
import { passwordRules } from './password-strength.ts';

/** The rules of a password, each ticked when it is met. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  return (
    <ul className="password-rules" id={id} aria-label="Your password needs">
      {passwordRules.map((rule) => {
        const met = rule.test(password);
        return (
          <li key={rule.label} className={met ? 'met' : undefined}>
            {met ? (
              <Icon name="check" size={16} />
            ) : (
              <span className="password-rule-dot" aria-hidden="true">
                •
              </span>
            )}
            {rule.label}
            <span className="visually-hidden">{met ? ' (met)' : ' (not met yet)'}</span>
          </li>
        );
      })}
    </ul>
  );
}
