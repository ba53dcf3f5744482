import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { switchTheme, useTheme } from '#web/ui/theme.ts';

/** Switches between light and dark. */
export function ThemeToggle() {
  const theme = useTheme();
  return (
    <Button
      variant="ghost"
      icon={<Icon name={theme === 'dark' ? 'sun' : 'moon'} />}
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      onClick={switchTheme}
    />
  );
}
