/**
 * Installs the linters and generators of tools/. Scripts and tests that use them install them on first use;
 * run this to do it ahead, while you have network.
 */
import { installTools } from './lib/tools.mjs';

await installTools();
