import { render } from 'preact';
import '../style.css';
import { Reference } from './reference';

const root = document.getElementById('app');
if (root) render(<Reference />, root);
