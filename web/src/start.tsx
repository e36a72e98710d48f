import { render } from 'preact';
import { App } from './app';
import type { LinkSecret } from './brought';
import { markTruncatedTexts } from './kit/tell-cut';
import { consumeRoute } from './router';
import './style.css';

/**
 * Renders the pages.
 *
 * @param linkSecret the secret of the link that opened them, to be handled first; null: none
 */
export function start(linkSecret: LinkSecret | null): void {
  consumeRoute();
  markTruncatedTexts();
  const root = document.getElementById('app');
  if (root) render(<App brought={linkSecret} />, root);
}
