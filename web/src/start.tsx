import { render } from 'preact';
import { App } from './app';
import type { Brought } from './brought';
import { storeFirstKey } from './keys/arrival';
import { takeRoute } from './router';
import './style.css';

/** Draws the pages. @param linkSecret the secret of the link that opened them; null: none */
export function start(linkSecret: Brought | null): void {
  takeRoute();
  const isSettled = linkSecret === null || (linkSecret.kind === 'key' && storeFirstKey(linkSecret.secret));
  const root = document.getElementById('app');
  if (root) render(<App brought={isSettled ? null : linkSecret} />, root);
}
