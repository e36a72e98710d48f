import type { Draft } from '../drafts';
import type { Line, Names } from '../fold-scene';
import { idOfActor } from '../payload';
import { useFollowEnd } from '../use-follow-end';
import { Avatar, hueOf, ProviderMark } from './marks';

interface TranscriptProps {
  lines: Line[];
  /** Lines that are still being written, shown after the others. */
  drafts: readonly Draft[];
  names: Names;
  scenario: string;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
}

/** Everything said so far. Stays at the end while the reader is there; otherwise offers the way back. */
export function Transcript({ lines, drafts, names, scenario, hasEarlier, loadEarlier }: TranscriptProps) {
  const { box, atEnd, onScroll, toEnd } = useFollowEnd<HTMLElement>(lines[0]?.seq);
  return (
    <div class="transcript-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section class="transcript" ref={box} onScroll={onScroll} tabIndex={0} aria-label="Transcript">
        {hasEarlier ? (
          <button type="button" class="earlier" onClick={() => void loadEarlier()}>
            Earlier lines
          </button>
        ) : (
          scenario && <p class="scenario">{scenario}</p>
        )}
        {lines.length === 0 && (
          <p class="quiet centred">Nobody has spoken yet. Say something, or press Continue.</p>
        )}
        <ol>
          {lines.map((line) => (
            <LineView key={line.seq} line={line} />
          ))}
          {drafts.map((draft) => (
            <DraftView
              key={draft.actor}
              draft={draft}
              name={names.get(idOfActor(draft.actor)) ?? idOfActor(draft.actor)}
            />
          ))}
        </ol>
      </section>
      {!atEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          To the latest line ↓
        </button>
      )}
    </div>
  );
}

/** `*smiles*`, as stage directions are written, becomes emphasis. Everything else stays plain text. */
function emphasise(text: string) {
  return text
    .split(/\*([^*\n]+)\*/)
    .map((part, i) => (i % 2 === 1 ? <em key={`${i}-${part}`}>{part}</em> : part));
}

function LineView({ line }: { line: Line }) {
  if (line.type === 'round')
    return (
      <li class="round-mark" id={`seq-${line.seq}`}>
        <span>
          Round {line.n}
          {line.attempt > 1 ? `, try ${line.attempt}` : ''}
        </span>
      </li>
    );
  if (line.type === 'note')
    return (
      <li class={`note ${line.tone}`} id={`seq-${line.seq}`}>
        {line.text}
      </li>
    );
  const person = line.actor.startsWith('persona:');
  return (
    <li
      class={person ? 'line person' : 'line'}
      id={`seq-${line.seq}`}
      style={{ '--hue': String(hueOf(line.actor)) }}
    >
      <Avatar actor={line.actor} name={line.name} />
      <div class="said">
        <p class="who">
          <strong>{line.name}</strong>
          {line.to.length > 0 && <span class="quiet"> to {line.to.join(', ')}</span>}
          {line.kind !== 'say' && <span class="mark">{line.kind}</span>}
          <ProviderMark provider={line.provider} />
          <time class="quiet" dateTime={line.at}>
            {new Date(line.at).toLocaleTimeString(undefined, { timeStyle: 'short' })}
          </time>
        </p>
        <p class="text">{emphasise(line.text)}</p>
      </div>
    </li>
  );
}

/** A line as far as it is written. Hidden from screen readers, which hear it once, when it is whole. */
function DraftView({ draft, name }: { draft: Draft; name: string }) {
  return (
    <li class="line draft" aria-hidden="true" style={{ '--hue': String(hueOf(draft.actor)) }}>
      <Avatar actor={draft.actor} name={name} />
      <div class="said">
        <p class="who">
          <strong>{name}</strong> <span class="quiet">is speaking…</span>
        </p>
        <p class="text">{emphasise(draft.text)}</p>
      </div>
    </li>
  );
}
