import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/run.mjs';

/**
 * Tells whether the command line runs from a checkout. As an installed package it has no stage to start and nothing to
 * measure; it then talks to stages that run elsewhere.
 */
export const IN_REPOSITORY =
  existsSync(join(ROOT, 'wrangler.toml')) && existsSync(join(ROOT, 'packages/cli/bin.mjs'));
