/** The chosen theme: the system's, or always light or dark. */
export type Theme = 'auto' | 'light' | 'dark';

/** The script `public/theme.js` reads the same place, before anything is drawn. */
const STORAGE_KEY = 'proscenium:theme';
const CHANGED = 'proscenium:theme';
const system = () => window.matchMedia('(prefers-color-scheme: dark)');

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/** Shows the page in another theme, and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'auto') {
    localStorage.removeItem(STORAGE_KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(STORAGE_KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Calls back whenever the colours of the page change, by choice or by the system. Returns what stops it. */
export function onThemeChange(changed: () => void): () => void {
  const dark = system();
  dark.addEventListener('change', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    dark.removeEventListener('change', changed);
    window.removeEventListener(CHANGED, changed);
  };
}
