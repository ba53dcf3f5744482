import { Icon } from '#web/ui/icon.tsx';
import { passwordRules } from './password-strength.ts';
import styles from './auth-form.module.css';

/** The rules of a password, each ticked when it is met. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  return (
    <ul className={styles.passwordRules} id={id} aria-label="Your password needs">
      {passwordRules.map((rule) => {
        const met = rule.test(password);
        return (
          <li key={rule.label} className={met ? styles.met : undefined}>
            {met ? (
              <Icon name="check" size={16} />
            ) : (
              <span className={styles.passwordRuleDot} aria-hidden="true">
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
