import type { ComponentChildren } from 'preact';
import type { Draft } from '../../../../packages/client/src/index';
import { Markdown } from '../../kit/markdown';
import { Avatar, ProviderMark } from '../../kit/marks';
import type { Line } from './fold-scene';

type Speech = Extract<Line, { type: 'speech' }>;

/** Draws a line of the transcript, without its list item; `children` are its buttons. */
export function LineView({
  line,
  mine,
  children,
}: {
  line: Line;
  mine: boolean;
  children?: ComponentChildren;
}) {
  switch (line.type) {
    case 'round':
      return (
        <span>
          Round {line.n}
          {line.attempt > 1 ? `, try ${line.attempt}` : ''}
          {children}
        </span>
      );
    case 'note':
      return <>{line.text}</>;
    case 'jotting':
      return (
        <div class="said">
          <p class="who">
            <strong>Private note</strong>
            <Time at={line.at} />
            {children}
          </p>
          <div class="text">
            <Markdown text={line.text} />
          </div>
        </div>
      );
    case 'speech':
      return (
        <SpeechView line={line} mine={mine}>
          {children}
        </SpeechView>
      );
  }
}

function SpeechView({ line, mine, children }: { line: Speech; mine: boolean; children: ComponentChildren }) {
  return (
    <>
      <Avatar actor={line.actor} name={line.name} />
      <div class="said">
        <p class="who">
          <strong>{line.name}</strong>
          {mine && <span class="mark you">you</span>}
          {line.whisper ? (
            <span class="mark whispered">
              whispers{line.whisper.length > 0 && ` to ${line.whisper.join(', ')}`}
            </span>
          ) : (
            line.to.length > 0 && <span class="quiet">to {line.to.join(', ')}</span>
          )}
          {line.hidden && <span class="mark">hidden until the round begins</span>}
          {line.kind !== 'say' && <span class="mark">{line.kind}</span>}
          <ProviderMark provider={line.provider} model={line.model} />
          <Time at={line.at} />
          {children}
        </p>
        <div class="text">
          <Markdown text={line.text} />
        </div>
      </div>
    </>
  );
}

/** Draws a line as far as it is written. */
export function DraftView({ draft, name }: { draft: Draft; name: string }) {
  return (
    <>
      <Avatar actor={draft.actor} name={name} />
      <div class="said">
        <p class="who">
          <strong>{name}</strong> <span class="quiet">is speaking…</span>
        </p>
        <div class="text">
          <Markdown text={draft.text} />
        </div>
      </div>
    </>
  );
}

function Time({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time class="quiet" dateTime={at} title={date.toLocaleString()}>
      {date.toLocaleTimeString(undefined, { timeStyle: 'short' })}
    </time>
  );
}

export function classOfLine(line: Line, mine: boolean): string {
  switch (line.type) {
    case 'round':
      return 'round-mark';
    case 'note':
      return `note ${line.tone}`;
    case 'jotting':
      return 'line jotting';
    case 'speech':
      return [
        'line',
        line.actor.startsWith('persona:') && 'person',
        mine && 'mine',
        line.whisper && 'whisper',
        line.actor === 'narrator' && 'narrated',
      ]
        .filter(Boolean)
        .join(' ');
  }
}

/** Estimates a line's height in pixels before it is drawn. */
export function guessLine(line: Line): number {
  if (line.type === 'note') return 24;
  if (line.type === 'round') return 20;
  return 32 + 27 * Math.max(1, Math.ceil(line.text.length / 75), line.text.split('\n').length);
}
