import type { PromptUse } from '../../../../src/contract/context';
import { isSection, SECTION_TITLES } from '../../usage/section-titles';
import { LOCALE } from '../../words/languages';
import type { AgentShown } from './fold-backstage';

const percent = (part: number, whole: number): string =>
  `${Math.min(100, Math.round((1000 * part) / Math.max(1, whole)) / 10)}%`;
const count = (n: number): string => n.toLocaleString(LOCALE);

/** An agent's prompt and its budget: the whole window first, then each section and its share. */
export function PromptBars({ agent }: { agent: AgentShown }) {
  const { prompt } = agent;
  if (!prompt) return null;
  return (
    <details class="prompt">
      <summary>
        {agent.name}
        {/^\w+\.2\b/.test(agent.step) && ', second pass'}{' '}
        <span class="quiet">
          {count(prompt.total)} of {count(prompt.window - prompt.reserve)} tokens
        </span>
        {!agent.ok && <span class="status failed">unusable reply</span>}
      </summary>
      <Window prompt={prompt} />
      <table>
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">Tokens of its share</th>
            <th scope="col">Entries</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Fixed parts</th>
            <td>
              {count(prompt.fixed)}
              {prompt.fixedCut && ', shortened'}
            </td>
            <td />
          </tr>
          {Object.entries(prompt.sections).map(([name, use]) =>
            isSection(name) ? (
              <tr key={name}>
                <th scope="row">{SECTION_TITLES[name]}</th>
                <td>
                  <span class="bar" aria-hidden="true">
                    <span class={`fill ${name}`} style={{ width: percent(use.tokens, use.share) }} />
                  </span>
                  {count(use.tokens)} of {count(use.share)}
                </td>
                <td>
                  {use.entries}
                  {use.dropped > 0 && <span class="left-out">, {use.dropped} omitted</span>}
                  {use.cut && <span class="left-out">, cut</span>}
                </td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </details>
  );
}

/** The context window as one bar: fixed parts, sections, free space, reserved reply. */
function Window({ prompt }: { prompt: PromptUse }) {
  const { window, fixed, reserve, total } = prompt;
  return (
    <>
      <div class="bar whole" aria-hidden="true">
        <span class="fill fixed" style={{ width: percent(fixed, window) }} />
        {Object.entries(prompt.sections).map(([name, use]) => (
          <span key={name} class={`fill ${name}`} style={{ width: percent(use.tokens, window) }} />
        ))}
        <span class="fill reserve" style={{ width: percent(reserve, window), marginInlineStart: 'auto' }} />
      </div>
      <p class="quiet small">
        Context window {count(window)}: prompt {count(total)}, reserved for the reply {count(reserve)}, free{' '}
        {count(Math.max(0, window - reserve - total))}.
      </p>
    </>
  );
}
