import { loadWords } from './words/say';

// Words come first: modules say some of their texts as they load. `build/preload-start.ts` lets the browser fetch both at once.
void loadWords().then(() => import('./start'));
