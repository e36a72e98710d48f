import { render } from 'preact';
import { App } from './app';
import type { Brought } from './brought';
import { tellCutTexts } from './kit/tell-cut';
import { takeRoute } from './router';
import './style.css';

/**
 * Renders the pages.
 *
 * @param linkSecret the secret of the link that opened them, to be handled first; null: none
 */
export function start(linkSecret: Brought | null): void {
  takeRoute();
  tellCutTexts();
  const root = document.getElementById('app');
  if (root) render(<App brought={linkSecret} />, root);
}
