import { ChevronRight, Dices } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Draft } from '../../../../packages/client/src/index';
import { nameAnswerer, UNDERSTUDY_NAME } from '../../../../src/base/answerer';
import { formatRoll } from '../../../../src/base/dice';
import { Icon } from '../../kit/icon';
import { Markdown } from '../../kit/markdown';
import { Avatar, isOffstage, ProviderMark } from '../../kit/marks';
import { LOCALE } from '../../words/languages';
import { termLabel } from '../../words/terms';
import type { Line } from './fold-scene';

type Speech = Extract<Line, { type: 'speech' }>;
type Rule = Extract<Line, { type: 'round' }>;
type Roll = Extract<Line, { type: 'roll' }>;

interface LineProps {
  line: Line;
  mine: boolean;
  /** The number of a round as people see it. */
  numberOf: (n: number) => number;
  /** The same speaker continues, so omit avatar and name. */
  goesOn?: boolean;
  /** A person's line that stays here until a round answers it. */
  waits?: boolean;
  /** New text that is replacing the line's own. */
  draft?: string | undefined;
  /** The line's tools. */
  children?: ComponentChildren;
}

/** A line of the transcript, without its list item. */
export function LineView({ line, numberOf, children, ...more }: LineProps) {
  switch (line.type) {
    case 'round':
      return (
        <RuleView rule={line} numberOf={numberOf}>
          {children}
        </RuleView>
      );
    case 'note':
      return (
        <>
          {line.text}
          {children}
        </>
      );
    case 'jotting':
      return (
        <div class="said">
          <p class="who">
            <strong>Private note</strong>
            <Time at={line.at} />
          </p>
          <div class="text" dir="auto">
            <Markdown text={line.text} />
          </div>
          {children}
        </div>
      );
    case 'handout':
      return <>{children}</>;
    case 'roll':
      return <RollView roll={line}>{children}</RollView>;
    case 'speech':
      return (
        <SpeechView line={line} {...more}>
          {children}
        </SpeechView>
      );
  }
}

type SpeechProps = Omit<LineProps, 'numberOf' | 'line'> & { line: Speech };

function SpeechView({ line, mine, goesOn, waits, draft, children }: SpeechProps) {
  return (
    <>
      <span class="face">{!goesOn && <Avatar actor={line.actor} name={line.name} />}</span>
      <div class="said">
        {!goesOn && (
          <p class="who">
            <strong dir="auto">{line.name}</strong>
            {mine && <span class="mark you">you</span>}
            {line.whisper ? (
              <span class="mark whispered">
                whispers{line.whisper.length > 0 && ` to ${line.whisper.join(', ')}`}
              </span>
            ) : (
              line.to.length > 0 && <span class="quiet">to {line.to.join(', ')}</span>
            )}
            {line.isHiddenFromPrompts && <span class="mark">hidden from prompts</span>}
            {line.kind !== 'say' && line.actor !== 'narrator' && (
              <span class="mark">{termLabel(line.kind)}</span>
            )}
            {line.provider === UNDERSTUDY_NAME && <ProviderMark {...line} />}
            <Time at={line.at} by={line.provider === '' ? null : nameAnswerer(line)} />
          </p>
        )}
        <div class="text" dir="auto">
          <Markdown text={draft ?? line.text} />
        </div>
        {(line.hidden || waits) && (
          <p class="waits quiet small">
            {line.hidden ? 'hidden until the round begins' : 'Queued for the next round'}
          </p>
        )}
        {children}
      </div>
    </>
  );
}

/** A roll: who rolled which dice, each die, and the total. */
function RollView({ roll, children }: { roll: Roll; children: ComponentChildren }) {
  const { name, actor, notation, dice, modifier, at } = roll;
  return (
    <>
      <span class="face">
        <Avatar actor={actor} name={name} />
      </span>
      <div class="said">
        <p class="who">
          <strong dir="auto">{name}</strong>
          <span class="quiet">rolls dice</span>
          <Time at={at} />
        </p>
        <p class="roll">
          <span class="sr-only">{`${notation}: ${formatRoll(roll)}`}</span>
          <span class="roll-shown" aria-hidden="true">
            <Icon of={Dices} /> <b>{notation}</b>
            {dice.map((one, n) => (
              <span key={n} class="die">
                {one}
              </span>
            ))}
            {modifier !== 0 && <span>{modifier < 0 ? `− ${-modifier}` : `+ ${modifier}`}</span>}
            <span>=</span>
            <b class="roll-total">{roll.total}</b>
          </span>
        </p>
        {children}
      </div>
    </>
  );
}

/** The divider above a round, with its other events collapsed. */
function RuleView(props: { rule: Rule; numberOf: (n: number) => number; children: ComponentChildren }) {
  const { rule, numberOf, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { n, attempt, notices } = rule;
  return (
    <>
      <div class="rule">
        {n !== null && (
          <span>
            Round {numberOf(n)}
            {attempt > 1 ? `, try ${attempt}` : ''}
          </span>
        )}
        {notices.length > 0 && (
          <button
            type="button"
            class="plain notices-toggle"
            aria-expanded={isOpen}
            tabIndex={-1}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={ChevronRight} /> {notices.length} {notices.length === 1 ? 'notice' : 'notices'}
          </button>
        )}
        {children}
      </div>
      {isOpen && (
        <ul class="notices">
          {notices.map(({ seq, text }) => (
            <li key={seq} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A line being written, or a notice that someone is about to speak. */
export function DraftView({ draft, name }: { draft: Pick<Draft, 'actor' | 'text'>; name: string }) {
  return (
    <>
      <span class="face">
        <Avatar actor={draft.actor} name={name} />
      </span>
      <div class="said">
        <p class="who">
          <strong dir="auto">{name}</strong>
        </p>
        {draft.text === '' ? (
          <p class="dots" title={`${name} is about to speak`}>
            <i />
            <i />
            <i />
          </p>
        ) : (
          <div class="text" dir="auto">
            <Markdown text={draft.text} />
          </div>
        )}
      </div>
    </>
  );
}

/** @param props `by` names who wrote the line; null or absent: a person */
export function Time({ at, by = null }: { at: string; by?: string | null }) {
  const date = new Date(at);
  return (
    <time
      class="quiet"
      dateTime={at}
      title={`${date.toLocaleString(LOCALE)}${by === null ? '' : `, written by ${by}`}`}
    >
      {date.toLocaleTimeString(LOCALE, { timeStyle: 'short' })}
    </time>
  );
}

export function lineClass(line: Line, mine: boolean, goesOn = false): string {
  switch (line.type) {
    case 'round':
      return 'round-mark';
    case 'note':
      return `note ${line.tone}`;
    case 'handout':
      return 'line offstage handout';
    case 'roll':
      return `line person rolled${mine ? ' mine' : ''}`;
    case 'jotting':
      // words: keep
      return 'line jotting';
    case 'speech':
      return [
        'line',
        line.actor.startsWith('persona:') && 'person',
        mine && 'mine',
        goesOn && 'goes-on',
        line.whisper && 'whisper',
        isOffstage(line.actor) && 'offstage',
        line.actor === 'narrator' && 'narrated',
        line.isHiddenFromPrompts && 'off-prompt',
      ]
        .filter(Boolean)
        .join(' ');
  }
}

/** Estimates a line's height in pixels before it is drawn. */
export function guessLine(line: Line): number {
  if (line.type === 'note') return 24;
  if (line.type === 'round') return 28;
  if (line.type === 'roll') return 72;
  if (line.type === 'handout') return line.hasPicture ? 200 : 110;
  return 32 + 28 * Math.max(1, Math.ceil(line.text.length / 70), line.text.split('\n').length);
}
