import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SCORE_STYLE } from '../adventure/reporting/report/score-drawing';
import { REPORT_POLICY, STORY_POLICY, TRANSCRIPT_POLICY } from '../contract/report-policy';
import { STORY_STYLE } from '../scene/transcript/story-style';
import { renderPage, renderPageStart } from './page';

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
const stylesIn = (page: string) =>
  [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, s = '']) => s);

describe('the policy of report pages', () => {
  it('allows exactly the styles that they have', () => {
    const pages = [
      renderPage({ title: 'A run', body: [] }),
      renderPage({ title: 'An adventure', body: [], style: SCORE_STYLE }),
      renderPageStart({ title: 'A scene', base: { style: STORY_STYLE, policy: STORY_POLICY } }),
    ];
    const hashes = new Set(pages.flatMap(stylesIn).map(hashOf));
    expect([...hashes].join(' ')).toBe(/style-src ([^;]+)/.exec(TRANSCRIPT_POLICY)?.[1]);
    expect(TRANSCRIPT_POLICY).toBe(`${REPORT_POLICY} ${/style-src (.+)/.exec(STORY_POLICY)?.[1]}`);
    expect(hashes.size).toBe(3);
    for (const page of pages.slice(0, 2)) expect(page).toContain(`content="${REPORT_POLICY}"`);
    expect(pages[2]).toContain(`content="${STORY_POLICY}"`);
  });

  it('allows nothing else: no script, no style of an element, nothing that is loaded', () => {
    expect(REPORT_POLICY).not.toContain('unsafe');
    expect(REPORT_POLICY).toMatch(/^default-src 'none'; img-src data:; style-src /);
    expect(renderPage({ title: '"><style>*{}</style>', body: [] })).not.toContain('*{}</style>');
  });
});
