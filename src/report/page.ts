import { REPORT_POLICY } from '../contract/report-policy';
import { inHtml } from './escape';

/** Parts of a report page. Plain-text parameters are escaped here; HTML parameters are not. */

/**
 * A self-contained page: no scripts, and only `data:` pictures.
 *
 * @param page.body lines of HTML
 * @param page.style rules in addition to the shared ones; `policy.ts` has its hash
 */
export const renderPage = (page: { title: string; body: readonly string[]; style?: string }): string =>
  [renderPageStart(page), ...page.body, PAGE_END].join('\n');

/**
 * Start of a page that is written in parts.
 *
 * @param page.base style and policy that replace the shared ones
 */
export const renderPageStart = (page: {
  title: string;
  style?: string;
  base?: { style: string; policy: string };
}): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${page.base?.policy ?? REPORT_POLICY}">`,
    `<title>${inHtml(page.title)}</title><style>${page.base?.style ?? REPORT_STYLE}</style>`,
    // Each style is allowed by its own hash.
    ...(page.style === undefined ? [] : [`<style>${page.style}</style>`]),
    '</head><body>',
  ].join('\n');
export const PAGE_END = '</body></html>\n';

/** Follows the system's light or dark mode; loads no resources. */
const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#231f29, #ece7f0); --paper: light-dark(#faf7f2, #16141b);
  --card: light-dark(#fff, #1f1c26); --quiet: light-dark(#655d6d, #a9a0b3); --line: light-dark(#e2dbd0, #37323f);
  --good: light-dark(#1f6b3a, #7fd39b); --warn: light-dark(#8a5200, #f0b866); --bad: light-dark(#a31d1d, #ff9d94); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 64rem; color: var(--ink); background: var(--paper);
  font: 100%/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; margin: 1.6em 0 .5em; }
h1 { margin-top: 0; }
.author { border-left: .3rem solid var(--warn); background: var(--card); padding: .6rem 1rem; margin: 1rem 0; }
.quiet { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td { min-width: 4rem; }
td:last-child { overflow-wrap: anywhere; min-width: 14rem; }
th, td.n { white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .2rem 1rem 1rem;
  margin: 1rem 0; }
section h3 { margin-top: .8rem; }
th { font-weight: 600; }
.badge { white-space: nowrap; font-size: .8em; font-weight: 600; border: 1px solid; border-radius: 1em; padding: .1em .6em; }
.verified, .fits { color: var(--good); }
.testing, .unobserved, .silent { color: var(--quiet); }
.unverified, .exhausted { color: var(--warn); }
.contradicts { color: var(--bad); }
.triple { display: flex; flex-wrap: wrap; gap: .8rem; margin: .4rem 0 1.2rem; }
figure { margin: 0; }
figure img { display: block; max-width: 100%; image-rendering: pixelated; border: 1px solid var(--line); }
figcaption { font-size: .85em; color: var(--quiet); }
details { margin: .4rem 0; }
summary { cursor: pointer; }
meter { width: 6rem; }
`;
