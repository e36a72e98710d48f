import type { PromptUse } from '../../../src/contract/context';
import { SectionBars } from '../usage/section-bars';
import { LOCALE } from '../words/languages';
import { listLosses } from './prompt-losses';

/** Shows a prompt's share of the model's window, section by section. */
export function PromptUseTable({ use }: { use: PromptUse }) {
  const rows = Object.entries(use.sections).map(([name, { tokens, share, dropped, cut }]) => ({
    ...{ name, tokens, share, dropped },
    isCut: cut,
  }));
  const losses = listLosses(use);
  return (
    <details class="budget-line" open>
      <summary>
        {use.total.toLocaleString(LOCALE)} of {(use.window - use.reserve).toLocaleString(LOCALE)} tokens
      </summary>
      <p class="quiet small">
        The window has {use.window.toLocaleString(LOCALE)} tokens, of which{' '}
        {use.reserve.toLocaleString(LOCALE)} are kept for the answer; {use.fixed.toLocaleString(LOCALE)} are
        rules, cards and the task
        {use.fixedCut ? ', some of them shortened' : ''}. The rest is shared:
      </p>
      <SectionBars rows={rows} />
      {losses.length === 0 ? (
        <p class="quiet small">Nothing was left out or shortened.</p>
      ) : (
        <>
          <p>Left out or shortened:</p>
          <ul class="losses">
            {losses.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
