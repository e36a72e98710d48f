import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyFaults } from '../../support/header-rules';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The headers in `_headers` for all files (the part under `/*`). */
const everywhere = new Map(
  (/^\/\*\n((?: {2}.+\n?)+)/.exec(read('web/public/_headers'))?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const [, name = '', value = ''] = /^ +([^:]+): (.*)$/.exec(line) ?? [];
      return [name, value];
    }),
);

describe('the files of the pages', () => {
  it('have the headers of everything else', () => {
    expect(policyFaults(everywhere.get('Content-Security-Policy') ?? '')).toEqual([]);
    expect(Object.fromEntries(everywhere)).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=31536000',
    });
  });

  it('have no script or style that the policy would have to be loosened for', () => {
    expect(read('web/index.html')).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|javascript:/i);
    const sources = readdirSync(new URL('../../../web/src', import.meta.url), { recursive: true })
      .map(String)
      .filter((name) => /\.tsx?$/.test(name));
    expect(sources.length).toBeGreaterThan(10);
    for (const name of sources)
      expect([name, read(`web/src/${name}`)]).not.toEqual([
        name,
        expect.stringMatching(
          /dangerouslySetInnerHTML|\.innerHTML|outerHTML|document\.write|\beval\(|insertAdjacentHTML/,
        ),
      ]);
  });
});
