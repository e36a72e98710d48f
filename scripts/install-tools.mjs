/**
 * Installs the linters and generators of tools/. The scripts and tests that use them also do this on first use; run it
 * yourself while you have network.
 */
import { installTools } from './lib/tools.mjs';

await installTools();
