import { takeBrought } from './brought';
import { loadWords } from './words/say';

// Runs before anything is loaded, so that secrets leave the address and its history first.
const linkSecret = takeBrought();
// Words come before the pages: modules say some of their texts as they load. `build/preload-parts.ts` lets the browser
// fetch both at once.
void loadWords()
  .then(() => import('./start'))
  .then(({ start }) => start(linkSecret));
