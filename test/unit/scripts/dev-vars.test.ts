import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ensureKey,
  OTHER_NAMES,
  readVars,
  VARIABLES,
  warnUnknownVariables,
} from '../../../packages/cli/src/lib/dev-vars';
import * as config from '../../../src/config';
import { apiKey } from '../../../src/contract/access';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proscenium-vars-'));
  file = join(folder, 'vars');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the key of npm start', () => {
  it('is made once, and has the form that the Worker takes', () => {
    const { key, made } = ensureKey(file);
    expect(made).toBe(true);
    expect(apiKey.safeParse(key).success).toBe(true);
    expect(ensureKey(file)).toEqual({ key, made: false });
  });

  it('takes the place of the placeholder alone', () => {
    writeFileSync(file, 'MODEL=m\nBOOTSTRAP_KEY=ps_local_replace-with-at-least-32-random-characters\n');
    expect(ensureKey(file).made).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('MODEL=m');
  });

  it.each([
    'secret-but-wrong',
    'ps_local_tooshort',
    `ps_Local_${'x'.repeat(32)}`,
    `ps_x_${'x'.repeat(32)}`,
    `ps_local_${'x'.repeat(65)}`,
    `ps_local_${'x'.repeat(30)}_x`,
    `ps_local_${'x'.repeat(24)}`,
    `ps_a1_${'X-'.repeat(32)}`,
  ])('is refused by name at the start exactly when the Worker would refuse it: %s', (key) => {
    const line = `BOOTSTRAP_KEY=${key}\n`;
    writeFileSync(file, line);
    if (apiKey.safeParse(key).success) {
      expect(ensureKey(file)).toEqual({ key, made: false });
    } else {
      expect(() => ensureKey(file)).toThrow('BOOTSTRAP_KEY');
      expect(() => ensureKey(file)).not.toThrow(key);
    }
    expect(readFileSync(file, 'utf8')).toBe(line);
  });
});

describe('a variable that nothing reads', () => {
  it('is named at the start, with the name that was meant, and never its value', () => {
    const lines = ['MODEL=m', 'OPENAI_MODEL=qwen', 'MODELL=qwen', 'ARC_API_KEY=k', 'CLOUDFLARE_ACCOUNT_ID=a'];
    writeFileSync(file, [...lines, 'OPENAI_API_BASE=', '# OTHER=x'].join('\n'));
    const said = warnUnknownVariables(readVars(file));
    expect(said).toHaveLength(2);
    expect(said[0]).toBe('OPENAI_MODEL is not used: the name is MODEL.');
    expect(said[1]).toMatch(/^MODELL is not used: see docs\/operate\.md/);
    expect(said.join()).not.toContain('qwen');
  });

  it('is none of those that the Worker reads', () => {
    expect(OTHER_NAMES).toEqual(config.OTHER_NAMES);
    expect([...VARIABLES, ...Object.keys(OTHER_NAMES)].toSorted()).toEqual(config.VARIABLES.toSorted());
  });
});
