import { render } from 'preact';
import { App } from './app';
import { storeFirstKey } from './keys/arrival';
import { takeBrought, takeRoute } from './router';
import './style.css';

// Runs before anything is drawn, so that secrets leave the address and its history first.
const linkSecret = takeBrought();
takeRoute();
const isSettled = linkSecret === null || (linkSecret.kind === 'key' && storeFirstKey(linkSecret.secret));
const root = document.getElementById('app');
if (root) render(<App brought={isSettled ? null : linkSecret} />, root);
