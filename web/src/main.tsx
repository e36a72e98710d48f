import { storeFirstKey } from './api/credentials';
import { consumeLinkSecret } from './brought';
import { loadWords } from './words/say';

// Runs before anything loads: a secret must leave the URL and history first. A key is stored at once, because the link
// cannot be opened again.
const linkSecret = consumeLinkSecret();
const isStored = linkSecret?.kind === 'key' && storeFirstKey(linkSecret.secret);
// Words load before the pages, because modules use some texts when they load. `build/preload-parts.ts` lets the browser
// fetch both at once.
void loadWords()
  .then(() => import('./start'))
  .then(({ start }) => start(isStored ? null : linkSecret));
