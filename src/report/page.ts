import { REPORT_POLICY } from '../contract/report-policy';
import { inHtml } from './escape';
import { REPORT_STYLE } from './style';

/** Pieces of a report page. What is plain text in a parameter is escaped here; what is called HTML is not. */

/**
 * A whole page that stands alone: no script, nothing loaded but `data:` pictures.
 *
 * @param page.body lines of HTML
 * @param page.style rules beside those that all reports share; `policy.ts` has its hash
 */
export const writePage = (page: { title: string; body: readonly string[]; style?: string }): string =>
  [beginPage(page), ...page.body, PAGE_END].join('\n');

/**
 * The beginning of such a page, for one that is written piece by piece.
 *
 * @param page.base the rules, and the policy that allows them, instead of those that all reports share
 */
export const beginPage = (page: {
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

/** A table that scrolls by itself on a narrow screen. `heads` and `rows` (each a `<tr>`) are HTML. */
export const htmlTable = (heads: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;

/** A list of plain lines; `''` for none. */
export const htmlList = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${inHtml(line)}</li>`).join('')}</ul>`;

/** Facts, as pairs of a name and a value; both plain. */
export const htmlFacts = (facts: readonly (readonly [string, string])[]): string =>
  [
    '<dl class="facts">',
    ...facts.map(([label, value]) => `<dt>${inHtml(label)}</dt><dd>${inHtml(value)}</dd>`),
    '</dl>',
  ].join('\n');
