import { answererKind } from '../../../../src/base/answerer';
import type { Event, EventOf, PayloadOf } from '../../../../src/contract/events/events';
import { readAlternatives, readChange, withEdits } from '../../../../src/contract/events/fold/edits';
import { inputSeq, withRevealed } from '../../../../src/contract/events/fold/hidden';
import { withoutHidden } from '../../../../src/contract/events/fold/hidden-lines';
import { roundEnd } from '../../../../src/contract/events/fold/progress';
import { roundsByInput, withoutUndone } from '../../../../src/contract/events/fold/undone';
import { readOr } from '../../api/event';
import { describeAutonomy } from '../direct/fold-pace';
import { actorId } from '../who';

/** An entry of the transcript. */
export type Line =
  | {
      type: 'speech';
      seq: number;
      at: string;
      /** `character:<id>` or `persona:<id>`; decides the colour. */
      actor: string;
      name: string;
      text: string;
      /** Kind of a character's line, such as `say`. */
      kind: string;
      /** Names of the characters addressed. */
      to: string[];
      /** Names of a whisper's audience, without the speaker. null: everyone. */
      whisper: string[] | null;
      /** Others see the line only when its round starts. */
      hidden: boolean;
      /** A whisper among players, which no round answers. Absent: false. */
      isAside?: true;
      /** The line's round, or the round that answers it; null: none yet. */
      round: number | null;
      /** Empty for people. */
      provider: string;
      /** Absent: not written by a model, or not visible. */
      model?: string;
      /** Hidden from prompts: the owner alone sees it. */
      isHiddenFromPrompts?: true;
      /** Number of versions, and the current one from 0. Absent: one version. */
      wordings?: { count: number; chosen: number };
    }
  /** Rolled dice. */
  | ({
      type: 'roll';
      seq: number;
      at: string;
      actor: string;
      round: number | null;
    } & Pick<PayloadOf<'dice.rolled'>, 'name' | 'notation' | 'dice' | 'modifier' | 'total'>)
  /** A text or a picture that the owner shows. */
  | {
      type: 'handout';
      seq: number;
      at: string;
      round: number | null;
      title: string;
      text: string;
      /** Names of the players who see it. null: everyone. */
      to: string[] | null;
      knownToCast: boolean;
      hasPicture: boolean;
    }
  /** A person's note for themselves. */
  | { type: 'jotting'; seq: number; at: string; text: string }
  /**
   * An event. `plain` is folded into its round's divider; `stage` is part of the story, such as an entrance; `bad`
   * needs attention.
   */
  | {
      type: 'note';
      seq: number;
      text: string;
      tone: 'plain' | 'stage' | 'bad';
      /** The round to retry. */
      retry?: number;
    }
  /** The divider above a round. Only the newest stretch before the first round has no number. */
  | { type: 'round'; seq: number; n: number | null; attempt: number; notices: readonly Notice[] };

/** A plain note folded into its round's divider. */
export interface Notice {
  seq: number;
  text: string;
}

/** Names by actor id, as far as they are known. */
export type Names = ReadonlyMap<string, string>;

/** Events that name their actor. */
type NamedActor = EventOf<
  | 'player.ready'
  | 'player.spoke'
  | 'line.revealed'
  | 'character.started'
  | 'character.spoke'
  | 'character.skipped'
  | 'cast.entered'
  | 'cast.exited'
>;

const actorName = (actor: string, names: Names): string => names.get(actorId(actor)) ?? actorId(actor);
const speakerName = ({ actor, payload }: NamedActor, names: Names): string =>
  payload.name || actorName(actor, names);

/**
 * Turns an event into a line of the transcript, or null.
 *
 * @param round the round that answers an input; of other events their own
 */
export function toLine(event: Event, names: Names, round = event.round ?? null): Line | null {
  const { seq, at, actor } = event;
  const note = (text: string, tone: 'plain' | 'stage' | 'bad' = 'plain'): Line => ({
    type: 'note',
    seq,
    text,
    tone,
  });
  switch (event.kind) {
    case 'round.started':
      return {
        type: 'round',
        seq,
        n: eventRound(event),
        attempt: event.payload.echo?.attempt ?? event.payload.attempt,
        notices: [],
      };
    case 'player.ready':
      return note(`${speakerName(event, names)} is ready.`);
    case 'player.spoke':
    case 'line.revealed': {
      const { text, to } = event.payload;
      const name = speakerName(event, names);
      if (!text) return note(`${name} passes.`);
      return {
        type: 'speech',
        seq,
        at,
        actor,
        name,
        text,
        kind: 'say',
        to: to.map((id) => names.get(id) ?? id),
        whisper: listRecipients(event, names),
        hidden: isHidden(event),
        ...(isAside(event) && { isAside: true }),
        round,
        provider: '',
      };
    }
    case 'handout.shown': {
      const { title, text, to, knownToCast, picture } = event.payload;
      const people = to?.map((id) => names.get(id) ?? id) ?? null;
      const hasPicture = picture !== null;
      return { type: 'handout', seq, at, round, title, text, to: people, knownToCast, hasPicture };
    }
    case 'dice.rolled': {
      const { name, notation, dice, modifier, total } = event.payload;
      return { type: 'roll', seq, at, actor, round, name, notation, dice, modifier, total };
    }
    case 'character.spoke': {
      const { text, kind } = event.payload;
      const name = speakerName(event, names);
      const whisper = listRecipients(event, names);
      return {
        type: 'speech',
        seq,
        at,
        actor,
        name,
        text,
        kind,
        to: [],
        whisper,
        hidden: false,
        round,
        ...answererKind(event.payload),
      };
    }
    case 'round.requested': {
      const { type } = event.payload;
      if (type === 'draft' || type === 'judgement') return null;
      if (type === 'regenerate') return note('A reply was regenerated.');
      if (type === 'continue') return note('A reply was continued.');
      return note(type === 'narration' ? 'Narration requested.' : 'The scene continues.');
    }
    // The line itself shows its current version; listing every switch would flood the page.
    case 'line.edited':
      return note(`A line by ${actorName(actor, names)} was edited.`);
    case 'judge.ruled':
      return { type: 'speech', seq, at, actor, name: 'The judge', round, ...ruling(event) };
    case 'run.finished':
      return 'reveal' in event.payload ? note(describeOutcome(event.payload, names), 'stage') : null;
    case 'character.skipped':
      return note(
        `${speakerName(event, names)}'s reply could not be used: ${event.payload.reason || 'no reason given'}`,
      );
    case 'cast.entered':
      return note(`${speakerName(event, names)} enters.`, 'stage');
    case 'cast.exited':
      return note(
        `${speakerName(event, names)} ${event.payload.status === 'leaving' ? 'is about to leave' : 'leaves'}.`,
        'stage',
      );
    case 'director.completed':
      return event.payload.rung === 'unusable' ? note(describeUnusable(event)) : null;
    case 'round.failed': {
      const isUnanswered = event.payload.failure.code === 'model_unreachable';
      return note(
        `Round ${eventRound(event)} ${isUnanswered ? 'failed: the model did not respond.' : 'failed.'}`,
        'bad',
      );
    }
    case 'round.cancelled':
      return note(`Round ${eventRound(event)} was cancelled.`);
    case 'round.rolledback':
      return note(`Round ${eventRound(event)} was removed.`);
    case 'autonomy.started':
    case 'autonomy.ended':
      return note(describeAutonomy(event));
    case 'note.written':
      return { type: 'jotting', seq, at, text: event.payload.text };
    case 'player.joined':
      return note(`${linePerson(event.payload)} is here.`);
    case 'player.left':
      return note(`${linePerson(event.payload)} has left.`);
    case 'player.changed': {
      const { name, personaName } = event.payload;
      return note(`${name} ${personaName ? `now plays ${personaName}` : 'is now watching'}.`);
    }
    case 'budget.exhausted':
      return note('The budget is spent. Rounds resume when the owner raises it.', 'bad');
    case 'scene.changed':
      return event.payload.status === 'finished' ? note('The scene is finished.', 'stage') : null;
    default:
      return null;
  }
}

/** Describes an unusable reply of the director, shown only to the owner. */
const describeUnusable = ({ payload }: EventOf<'director.completed'>): string =>
  payload.pass === 2
    ? 'The director’s second plan could not be used. The lines stay.'
    : 'The director’s plan could not be used, so the rule chose who acts.';

/** True for a whisper that no character can hear. */
const isAside = ({ audience, payload }: Event): boolean =>
  'whisper' in payload && payload.whisper === true && !audience.some((who) => who.startsWith('character:'));

const isHidden = (event: Event): boolean => event.kind === 'player.spoke' && event.payload.hidden === true;

/** Returns the audience of a whisper without the speaker; null: everyone. */
function listRecipients(event: Event, names: Names): string[] | null {
  const { actor, audience, payload } = event;
  const isWhisper = 'whisper' in payload && payload.whisper === true;
  if (audience.includes('*') || (isHidden(event) && !isWhisper)) return null;
  return audience
    .filter((who) => who !== actor && /^(character|persona):/.test(who))
    .map((who) => actorName(who, names));
}

/** Names the person on a seat, and their persona. */
const linePerson = ({ name, personaName }: PayloadOf<'player.joined'>): string =>
  personaName && personaName !== name ? `${name}, who plays ${personaName},` : name;

/** Until the game ends, only the owner sees the judge's thoughts. */
const ruling = ({ payload, audience }: EventOf<'judge.ruled'>) => ({
  text: payload.text,
  kind: audience.includes('*') ? 'verdict' : 'so far',
  to: [],
  whisper: null,
  hidden: false,
  ...answererKind(payload),
});

/** Describes the end of a table game: winner, scores and secret words. */
function describeOutcome(
  { winner, scores, reveal }: Extract<PayloadOf<'run.finished'>, { reveal: object }>,
  names: Names,
): string {
  const nameFor = (id: string) => names.get(id) ?? id;
  const results = Object.entries(scores).map(([id, score]) => `${nameFor(id)} ${score}`);
  const [word, oddWord] = reveal.words;
  return [
    winner ? `${nameFor(winner)} wins.` : 'No one wins.',
    results.length > 0 ? `Scores: ${results.join(', ')}.` : '',
    `The word was “${word}”; ${nameFor(reveal.odd)} had “${oddWord}”.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * Builds lines from events with a cache, so that an event in a long room builds one line. The cache lives as long as
 * the names. `later` holds known events after an old position, which may edit or remove its lines.
 *
 * @param isOwner keeps hidden lines, marked
 */
export function lineMaker(
  names: Names,
  isOwner = false,
): (events: readonly Event[], later?: readonly Event[]) => Line[] {
  const lineByEvent = new WeakMap<Event, Line | null>();
  const make = (event: Event, round: number | null): Line | null => {
    const madeBefore = lineByEvent.get(event);
    // A waiting line now has a round.
    if (madeBefore !== undefined && (madeBefore?.type !== 'speech' || madeBefore.round === round))
      return madeBefore;
    const line = readOr(null, () => toLine(event, names, round));
    lineByEvent.set(event, line);
    return line;
  };
  return (events, later = []) => {
    const visible = withoutHidden([...events, ...later], isOwner ? 'hidden' : null);
    const uneditedEvents = withoutUndone(withRevealed(visible.events));
    const countingEvents = withoutRepaired(withEdits(uneditedEvents));
    const wordings = readAlternatives(uneditedEvents.flatMap((event) => readChange(event) ?? []));
    const [next] = later;
    const shownEvents = next ? countingEvents.filter(({ seq }) => seq < next.seq) : countingEvents;
    const rounds = roundsByInput(countingEvents);
    const empty = listEmptyRounds(shownEvents, make);
    const silent = listSilentRounds(shownEvents);
    return shownEvents.flatMap((event) => {
      if (empty.has(event.seq)) return [];
      if (silent.has(event.seq)) return describeSilence(event);
      const line = make(event, rounds.get(inputSeq(event)) ?? event.round ?? null);
      if (line?.type !== 'speech') return line ?? [];
      const { texts = [], chosen = 0 } = wordings.get(event.seq) ?? {};
      const isHiddenNow = visible.hidden[inputSeq(event)] === 'hidden';
      if (texts.length < 2 && !isHiddenNow) return line;
      return {
        ...line,
        ...(texts.length > 1 && { wordings: { count: texts.length, chosen } }),
        ...(isHiddenNow && { isHiddenFromPrompts: true }),
      };
    });
  };
}

/** Removes failures of rounds that a later retry completed. */
function withoutRepaired(events: readonly Event[]): Event[] {
  const completedAt = new Map(
    events.flatMap((event) =>
      event.kind === 'round.completed' ? [[eventRound(event), event.seq] as const] : [],
    ),
  );
  return events.filter(
    (event) => event.kind !== 'round.failed' || event.seq > (completedAt.get(eventRound(event)) ?? 0),
  );
}

/**
 * Lists the start seqs of rounds that need no divider because nothing of them is shown: drafts and new versions of
 * lines. A running round gets a divider when an agent starts working.
 */
function listEmptyRounds(
  events: readonly Event[],
  make: (event: Event, round: number | null) => Line | null,
): Set<number> {
  const empty = new Set<number>();
  const filled = new Set<number>();
  let isLast = true;
  let isOver = false;
  for (const event of events.toReversed()) {
    const { kind, round } = event;
    if (kind === 'round.started') {
      if (!filled.has(eventRound(event))) empty.add(event.seq);
      filled.clear();
      isLast = false;
    } else if (round !== undefined && !filled.has(round)) {
      if (isLast && roundEnd(event)) isOver = true;
      const isWork = isLast && !isOver && isStep(event);
      // The line with the new version belongs to an earlier round.
      if (isWork || (kind !== 'line.edited' && make(event, round) !== null)) filled.add(round);
    }
  }
  return empty;
}

/** Lists the end seqs of rounds in which no character gave a usable line. */
function listSilentRounds(events: readonly Event[]): Set<number> {
  const silent = new Set<number>();
  let hasSkips = false;
  let hasLines = false;
  for (const { kind, seq } of events) {
    if (kind === 'round.started') hasSkips = hasLines = false;
    else if (kind === 'character.skipped') hasSkips = true;
    else if (kind === 'character.spoke') hasLines = true;
    else if (kind === 'round.completed' && hasSkips && !hasLines) silent.add(seq);
  }
  return silent;
}

function describeSilence(event: Event): Line {
  const n = eventRound(event);
  return {
    ...{ type: 'note', seq: event.seq, tone: 'bad', retry: n },
    text: `Round ${n} has no usable lines: the model responded, but its replies could not be shown.`,
  };
}

export type StepState = 'waiting' | 'running' | 'done' | 'skipped' | 'failed';
export interface Step {
  key: string;
  label: string;
  state: StepState;
}
export interface Progress {
  n: number;
  attempt: number;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  steps: Step[];
}

export const STEP_STATE = {
  'director.started': 'running',
  'director.completed': 'done',
  'character.started': 'running',
  'character.spoke': 'done',
  'character.skipped': 'skipped',
} as const;
type StepEvent = EventOf<keyof typeof STEP_STATE>;

export const isStep = (event: Event): event is StepEvent => event.kind in STEP_STATE;

const isDirectorStep = (event: StepEvent): event is EventOf<'director.started' | 'director.completed'> =>
  event.kind.startsWith('director.');

/** Returns the key of the step that an event begins or ends, e.g. `director.1` or `mara.2`. */
export const stepKey = (event: StepEvent): string =>
  `${isDirectorStep(event) ? 'director' : actorId(event.actor)}.${event.payload.pass}`;

/** Returns the characters that a plan names, with their guidance; none when it leaves the choice to the service. */
export const listDirectives = (plan: PayloadOf<'director.completed'>['plan']) =>
  ('actingCharacters' in plan ? plan.actingCharacters : plan.remainingActors) ?? [];

/** Reads the progress of the newest round: director, each character, wrap-up, done. null before the first. */
export function readProgress(events: readonly Event[], names: Names): Progress | null {
  const roundStart = events.findLast((event) => event.kind === 'round.started');
  if (!roundStart) return null;
  const n = eventRound(roundStart);
  // A resumed retry keeps the finished steps of the failed attempt, so collect the steps of all attempts.
  const opening = events.findIndex((event) => event.kind === 'round.started' && eventRound(event) === n);
  const steps = new Map<string, Step>();
  const setStep = (key: string, label: string, state: StepState) => {
    const step = steps.get(key);
    if (step) step.state = state;
    else steps.set(key, { key, label, state });
  };
  // Narrations, drafts, regenerated lines, table games and scenes without a director skip this.
  const isDirected = events
    .slice(opening)
    .some((event) => event.round === n && event.kind === 'director.started');
  let state: Progress['state'] = 'running';
  for (const event of events.slice(opening)) {
    if (event.round !== undefined && event.round !== n) continue;
    if (isStep(event)) {
      const { pass } = event.payload;
      if (!isDirectorStep(event)) {
        // The director's reply may be hidden from this viewer, but an acting character was called on.
        const director = steps.get(`director.${pass}`);
        if (director?.state === 'running') director.state = 'done';
      }
      const label = pass === 1 ? 'The director is thinking' : 'The director wraps up the round';
      setStep(
        stepKey(event),
        isDirectorStep(event) ? label : speakerName(event, names),
        STEP_STATE[event.kind],
      );
      if (event.kind !== 'director.completed') continue;
      for (const { id } of listDirectives(event.payload.plan))
        if (!steps.has(`${id}.${pass}`)) setStep(`${id}.${pass}`, names.get(id) ?? id, 'waiting');
    } else if (event.kind === 'plan.proposed') {
      const label = 'Waiting for your approval';
      steps.set('director.1', { key: 'director.1', label, state: 'running' });
    } else if (event.kind === 'round.started') {
      state = 'running';
      for (const step of steps.values()) if (step.state === 'failed') step.state = 'running';
    } else if (roundEnd(event)) {
      state = roundEnd(event) ?? state;
      for (const step of steps.values())
        if (step.state === 'running') step.state = state === 'completed' ? 'done' : 'failed';
    }
  }
  if (state === 'running' && isDirected && !steps.has('director.2'))
    setStep('director.2', 'The director wraps up the round', 'waiting');
  const sortedSteps = [...steps.values()].sort((a, b) => rank(a.key) - rank(b.key));
  const last: Step = { key: 'end', label: 'Done', state: state === 'completed' ? 'done' : 'waiting' };
  return { n, attempt: roundStart.payload.attempt, state, steps: [...sortedSteps, last] };
}

const eventRound = (event: Event): number => event.round ?? 0;

/** Orders the steps: director, first actors, wrap-up, remaining actors. */
function rank(key: string): number {
  const pass = key.endsWith('.2') ? 2 : 0;
  return key.startsWith('director.') ? pass : pass + 1;
}

/** True for events after which the scene (cast, moods, world, rounds) should reload. */
export const changesScene = (event: Event): boolean =>
  /^(round|plan|scene|state|world|cast|player|autonomy|game|run)\./.test(event.kind);
