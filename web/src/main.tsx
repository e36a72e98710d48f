import { render } from 'preact';
import { App } from './app';
import { takeKeyFromAddress } from './router';
import './style.css';

takeKeyFromAddress();
const root = document.getElementById('app');
if (root) render(<App />, root);
