import { useMemo } from 'preact/hooks';
import type { CallDetails } from '../../../src/contract/calls';
import type { PromptUse } from '../../../src/contract/context';
import { Board } from '../run/board/board';
import { parseBoard } from '../run/board/grid';
import { LOCALE } from '../words/languages';
import {
  GROUP_NAMES,
  groupPrompt,
  type PromptGroup,
  type ShownMessage,
  type ShownPart,
} from './prompt-groups';
import { describePartLoss } from './prompt-losses';

/**
 * Shows a prompt by sections with their token counts.
 *
 * @param use null: not recorded
 */
export function PromptInspector({ call, use }: { call: CallDetails; use: PromptUse | null }) {
  const groups = useMemo(() => groupPrompt(call), [call]);
  return (
    <div class="prompt-groups">
      {groups.map((one, i) => (
        // A record never changes, so the position identifies the group.
        <Group key={i} group={one} use={use} />
      ))}
    </div>
  );
}

function Group({ group, use }: { group: PromptGroup; use: PromptUse | null }) {
  const { name, isTurns, messages, tokens } = group;
  return (
    <section class="message" aria-label={name}>
      <h3>
        {name} <Tokens of={tokens} />
      </h3>
      {isTurns ? (
        <details>
          <summary>
            {messages.length} {messages.length === 1 ? 'turn' : 'turns'}
          </summary>
          <ol class="prompt-turns">
            {messages.map((message, i) => (
              <Turn key={i} message={message} />
            ))}
          </ol>
        </details>
      ) : (
        messages.map((message, i) => (
          <div class="prompt-sections" key={i}>
            {message.parts.map((part, at) => (
              <Part key={at} part={part} untitled={UNTITLED.get(name) ?? 'Instructions'} use={use} />
            ))}
          </div>
        ))
      )}
    </section>
  );
}

/** Names for the text before the first title. */
const UNTITLED: ReadonlyMap<string, string> = new Map([
  [GROUP_NAMES.system, 'Rules'],
  [GROUP_NAMES.last, 'Newest lines'],
]);

function Turn({ message: { role, parts, tokens } }: { message: ShownMessage }) {
  return (
    <li class={role}>
      <span class="quiet small">{role === 'assistant' ? 'its own line' : 'others'}</span>{' '}
      <Tokens of={tokens} />
      {parts.map((part, i) => (
        <pre class="paper" key={i}>
          {part.type === 'text' ? [part.title && `# ${part.title}\n`, part.body].join('') : part.label}
        </pre>
      ))}
    </li>
  );
}

function Part(props: { part: ShownPart; untitled: string; use: PromptUse | null }) {
  const { part, untitled, use } = props;
  if (part.type === 'picture') {
    return (
      <figure class="thumb">
        <Board grid={parseBoard(part.cells)} before={null} name={part.label} />
        <figcaption class="quiet">{part.label}</figcaption>
      </figure>
    );
  }
  const loss = describePartLoss(part.title, use);
  return (
    <details open>
      <summary>
        {part.title ? <span translate={false}>{part.title}</span> : untitled} <Tokens of={part.tokens} />
        {loss && <span class="loss small"> {loss}</span>}
      </summary>
      {part.body && <pre class="paper">{part.body}</pre>}
    </details>
  );
}

function Tokens({ of }: { of: number | null }) {
  if (of === null) return null;
  return (
    <span class="quiet small">
      {of.toLocaleString(LOCALE)} {of === 1 ? 'token' : 'tokens'}
    </span>
  );
}
