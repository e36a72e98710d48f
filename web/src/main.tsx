import { render } from 'preact';
import { App } from './app';
import { storeFirstKey } from './keys/arrival';
import { takeBrought, takeRoute } from './router';
import './style.css';

// Before anything is drawn, so that secrets leave the address and its history first.
const brought = takeBrought();
takeRoute();
const isSettled = brought === null || (brought.kind === 'key' && storeFirstKey(brought.secret));
const root = document.getElementById('app');
if (root) render(<App brought={isSettled ? null : brought} />, root);
