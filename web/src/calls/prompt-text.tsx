import { useMemo } from 'preact/hooks';
import { cutPrompt } from '../../../src/base/prompt-parts';
import { LOCALE } from '../words/languages';

export function PromptText({ text }: { text: string }) {
  const sections = useMemo(() => cutPrompt(text), [text]);
  if (sections.length < 2) return <pre class="paper">{text}</pre>;
  return (
    <div class="prompt-sections">
      {sections.map(({ title, body }, i) => (
        // A prompt never changes, so the position identifies the section.
        <details key={i} open>
          <summary>
            {title || 'Instructions'}{' '}
            <span class="quiet small">{body.length.toLocaleString(LOCALE)} characters</span>
          </summary>
          {body && <pre class="paper">{body}</pre>}
        </details>
      ))}
    </div>
  );
}
