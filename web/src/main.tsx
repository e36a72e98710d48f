import { storeFirstKey } from './api/credentials';
import { takeBrought } from './brought';
import { loadWords } from './words/say';

// Runs before anything is loaded: a secret leaves the address and its history first, and a key is stored at once, as
// nobody could open the link again.
const linkSecret = takeBrought();
const isStored = linkSecret?.kind === 'key' && storeFirstKey(linkSecret.secret);
// Words come before the pages: modules say some of their texts as they load. `build/preload-parts.ts` lets the browser
// fetch both at once.
void loadWords()
  .then(() => import('./start'))
  .then(({ start }) => start(isStored ? null : linkSecret));
