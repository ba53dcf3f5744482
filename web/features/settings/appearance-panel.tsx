import { chooseTheme, useThemeChoice, type ThemeChoice } from '#web/ui/theme.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './appearance-panel.module.css';

const choices: readonly { readonly choice: ThemeChoice; readonly label: string; readonly icon: IconName }[] = [
  { choice: 'system', label: 'System', icon: 'settings' },
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'dark', label: 'Dark', icon: 'moon' },
];

/** Light, dark, or as the system has it. */
export function AppearancePanel() {
  const chosen = useThemeChoice();
  return (
    <Panel title="Appearance">
      <fieldset className={styles.themes}>
        <legend className="visually-hidden">Theme</legend>
        {choices.map(({ choice, label, icon }) => (
          <label key={choice} className={styles.theme}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={chosen === choice}
              onChange={() => chooseTheme(choice)}
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
