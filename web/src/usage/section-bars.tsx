import type { SectionUse } from '../../../src/contract/context';
import { LOCALE } from '../words/languages';
import { isSection, SECTION_TITLES } from './section-titles';

interface SectionRow extends Pick<SectionUse, 'tokens' | 'share' | 'dropped'> {
  name: string;
  isCut: boolean;
}

/** Each section's share of its part of the prompt, as bars in a table. */
export function SectionBars({ rows }: { rows: readonly SectionRow[] }) {
  const most = Math.max(1, ...rows.map(({ share, tokens }) => Math.max(share, tokens)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
    <section class="scrolls" aria-label="Sections" tabIndex={0}>
      <table class="usage-table">
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
            <th scope="col">Omitted</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tokens, share, dropped, isCut }) => (
            <tr key={name}>
              <th scope="row">
                {isSection(name) ? SECTION_TITLES[name] : name}
                <span class="bar track" aria-hidden="true" style={{ width: `${(100 * share) / most}%` }}>
                  <span
                    class="bar"
                    style={{ width: `${share > 0 ? (100 * Math.min(tokens, share)) / share : 0}%` }}
                  />
                </span>
              </th>
              <td>{tokens.toLocaleString(LOCALE)}</td>
              <td>{share.toLocaleString(LOCALE)}</td>
              <td>
                {dropped > 0 ? dropped.toLocaleString(LOCALE) : '–'}
                {isCut && <span class="quiet small"> and one shortened</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
