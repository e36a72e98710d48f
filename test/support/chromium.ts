import { existsSync } from 'node:fs';

/** The installed browser; undefined: none. */
export const CHROMIUM =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
