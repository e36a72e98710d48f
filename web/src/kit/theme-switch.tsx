import { Moon, Sun, SunMoon } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from './icon';
import { chooseTheme, readTheme, type Theme } from './theme';

const THEMES: Record<Theme, { icon: typeof Sun; name: string; next: Theme }> = {
  auto: { icon: SunMoon, name: 'Theme: system', next: 'light' },
  light: { icon: Sun, name: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, name: 'Theme: dark', next: 'auto' },
};

/** One button that cycles from system to light to dark. */
export function ThemeSwitch(props: { class?: string }) {
  const [theme, setTheme] = useState(readTheme);
  const { icon, name, next } = THEMES[theme];
  return (
    <button
      type="button"
      class={props.class ? `plain icon-button ${props.class}` : 'plain icon-button'}
      aria-label={`${name}; change`}
      title={name}
      onClick={() => {
        chooseTheme(next);
        setTheme(next);
      }}
    >
      <Icon of={icon} />
    </button>
  );
}
