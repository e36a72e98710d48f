import { useState } from 'preact/hooks';
import type { Draft } from '../../../../packages/client/src/index';
import type { Event } from '../../../../src/contract/events/events';
import type { Streaming } from '../../../../src/contract/scenes';
import { isOffstage } from '../../kit/marks';
import { useNow } from '../../kit/use-now';
import { actorId } from '../who';
import type { Line, Names, Progress } from './fold-scene';
import { DraftView } from './line-view';
import { type Outgoing, outgoingPersona } from './outbox';
import { OutgoingView } from './outgoing-view';
import type { Coming, Rewording } from './transcript';
import type { Outbox } from './use-outbox';

interface ComingProps {
  progress: Progress | null;
  drafts: readonly Draft[];
  outbox: Outbox;
  names: Names;
  /** The speaker whose reply is being replaced; null: none. */
  rewords: string | null;
  /** State of streaming replies. */
  streaming: Streaming | undefined;
  onEdit: (one: Outgoing) => void;
}

/**
 * Lists the entries after the lines: who is thinking or about to speak, replies being written, and lines being sent.
 */
export function listComing(props: ComingProps): Coming[] {
  const { progress, drafts, outbox, names, rewords, streaming } = props;
  const nameOf = (id: string) => names.get(id) ?? (id === 'narrator' ? 'The narrator' : id);
  const running = progress?.state === 'running' ? progress : null;
  const steps = running?.steps.filter(({ state }) => state === 'running') ?? [];
  const ids = steps.map(({ key }) => key.slice(0, key.lastIndexOf('.')));
  const texts = new Map<string, string>();
  for (const id of ids) if (id !== 'director') texts.set(id === 'narrator' ? id : `character:${id}`, '');
  for (const { actor, text } of drafts) texts.set(actor, text);
  if (rewords !== null) texts.delete(rewords);
  const thinks = steps.find(({ key }) => key.startsWith('director.'));
  const isBeginning = running && steps.length === 0 && drafts.length === 0 && rewords === null;
  return [
    ...(thinks || isBeginning
      ? [thinking(thinks?.key ?? `round ${running?.n}`, thinks?.label ?? 'The round begins')]
      : []),
    ...[...texts].map(([actor, text]) => ({
      key: `draft ${actor}`,
      class: isOffstage(actor) ? 'line draft offstage' : 'line draft',
      actor,
      hidden: true,
      isNow: true,
      view: (
        <>
          <DraftView draft={{ actor, text }} name={nameOf(actorId(actor))} />
          {text === '' && streaming?.why && <NotStreamedReason why={streaming.why} />}
        </>
      ),
    })),
    ...outbox.outgoing.map((one) => {
      const { said } = one;
      const speaker = outgoingPersona(said) ?? '';
      const whispers = said.type === 'turn' && said.input.whisper === true;
      return {
        key: `out ${one.key}`,
        class: `line outgoing ${one.state} ${said.type === 'note' ? 'jotting' : whispers ? 'person whisper' : 'person'}`,
        actor: speaker ? `persona:${speaker}` : '',
        hidden: false,
        isNow: false,
        view: <OutgoingView one={one} name={nameOf(speaker)} outbox={outbox} onEdit={props.onEdit} />,
      };
    }),
  ];
}

const thinking = (key: string, label: string): Coming => ({
  key: `thinks ${key}`,
  class: 'note thinking',
  actor: '',
  hidden: true,
  isNow: true,
  view: <Thinking label={label} />,
});

/** How long to wait before explaining why no text appears yet. */
const PATIENCE_MS = 2500;

const NOT_STREAMED_REASONS = {
  understudy: '',
  no_clean_answer_yet:
    'The reply appears all at once, because this model has not yet given a clean reply here.',
  last_answer_not_clean: 'The reply appears all at once, because the last one contained more than the line.',
} as const satisfies Record<NonNullable<Streaming['why']>, string>;

function NotStreamedReason({ why }: { why: NonNullable<Streaming['why']> }) {
  const [since] = useState(Date.now);
  const hasWaited = useNow(true) - since > PATIENCE_MS;
  return hasWaited && NOT_STREAMED_REASONS[why] !== '' ? (
    <p class="quiet why-whole">{NOT_STREAMED_REASONS[why]}</p>
  ) : null;
}

/** Shows who is thinking, with elapsed seconds. */
function Thinking({ label }: { label: string }) {
  const [since] = useState(Date.now);
  const seconds = Math.floor((useNow(true) - since) / 1000);
  return (
    <>
      {label}
      {seconds > 0 && <span class="took">, {seconds} s</span>}
    </>
  );
}

/**
 * Returns the line that the current round regenerates or continues, with its progress; null: none, or not visible to
 * this viewer.
 */
export function readRewording(
  events: readonly Event[],
  lines: readonly Line[],
  drafts: readonly Draft[],
  progress: Progress | null,
): (Rewording & { actor: string }) | null {
  if (progress?.state !== 'running') return null;
  const start = events.findLast((event) => event.kind === 'round.started');
  const request = events.findLast(
    (event) =>
      event.kind === 'round.requested' &&
      event.payload.line !== undefined &&
      start?.payload.inputs.includes(event.seq),
  );
  if (request?.kind !== 'round.requested') return null;
  const line = lines.find(({ seq }) => seq === request.payload.line);
  if (line?.type !== 'speech') return null;
  const coming = drafts.find(({ actor }) => actor === line.actor)?.text ?? '';
  const text = request.payload.type === 'continue' ? `${line.text} ${coming || '…'}` : coming || '…';
  return { seq: line.seq, actor: line.actor, text };
}
