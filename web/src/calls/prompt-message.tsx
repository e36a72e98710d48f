import type { Message } from '../../../src/contract/calls';
import { Board } from '../run/board/board';
import { gridOf } from '../run/board/grid';
import { tellTerm } from '../words/terms';
import { PromptText } from './prompt-text';

export function PromptMessage({ message }: { message: Message }) {
  const parts =
    typeof message.content === 'string'
      ? [{ type: 'text' as const, text: message.content }]
      : message.content;
  return (
    <section class="message" aria-label={tellTerm(message.role)}>
      <h3>{tellTerm(message.role)}</h3>
      {parts.map((part, i) => {
        const key = `${part.type}-${i}`;
        if (part.type === 'text') return <PromptText key={key} text={part.text} />;
        return (
          <figure class="thumb" key={key}>
            <Board grid={gridOf(part.cells)} before={null} name={part.label} />
            <figcaption class="quiet">{part.label}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
