import { useMemo } from 'preact/hooks';
import { cutPrompt } from '../../../src/base/prompt-parts';
import type { Message } from '../../../src/contract/calls';
import { Board } from '../run/board/board';
import { parseBoard } from '../run/board/grid';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';

export function PromptMessage({ message }: { message: Message }) {
  const parts =
    typeof message.content === 'string'
      ? [{ type: 'text' as const, text: message.content }]
      : message.content;
  return (
    <section class="message" aria-label={termLabel(message.role)}>
      <h3>{termLabel(message.role)}</h3>
      {parts.map((part, i) => {
        const key = `${part.type}-${i}`;
        if (part.type === 'text') return <PromptText key={key} text={part.text} />;
        return (
          <figure class="thumb" key={key}>
            <Board grid={parseBoard(part.cells)} before={null} name={part.label} />
            <figcaption class="quiet">{part.label}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}

function PromptText({ text }: { text: string }) {
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
