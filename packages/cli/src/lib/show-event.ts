import type { Event, Schemas } from '../../../client/src/index';
import { plain } from './terminal';

/** One or more lines of the transcript; the terminal styles them. */
export interface ShownEvent {
  kind: 'line' | 'whisper' | 'narration' | 'stage' | 'problem' | 'private' | 'story';
  /** The speaker; absent if there is none. */
  name?: string;
  text: string;
  /** Marks a line of the understudy. */
  mark?: string;
}

/** Names by actor: `character:<id>`, `persona:<id>`. */
export type Names = ReadonlyMap<string, string>;

const eventMark = (provider: unknown): { mark?: string } =>
  provider === 'understudy' ? { mark: 'understudy' } : {};
const stage = (text: string): ShownEvent => ({ kind: 'stage', text });

/** Formats an event for people; null for events only programs need. */
export function formatEvent(event: Event, names: Names): ShownEvent | null {
  const nameOf = (id: string): string =>
    names.get(id) ?? names.get(`character:${id}`) ?? names.get(`persona:${id}`) ?? id;
  switch (event.kind) {
    case 'player.spoke':
    case 'line.revealed': {
      const { name, text, whisper, to, toPersonas = [] } = event.payload;
      if (!whisper) return { kind: 'line', name, text };
      const hearers = [
        ...to.map((id) => nameOf(`character:${id}`)),
        ...toPersonas.map((id) => nameOf(`persona:${id}`)),
      ];
      return { kind: 'whisper', name: `${name} to ${hearers.join(', ')}`, text };
    }
    case 'character.spoke': {
      const { name, text, provider, kind } = event.payload;
      if (event.actor === 'narrator' || kind === 'narrate')
        return { kind: 'narration', text, ...eventMark(provider) };
      const isWhisper = !event.audience.includes('*');
      return { kind: isWhisper ? 'whisper' : 'line', name, text, ...eventMark(provider) };
    }
    case 'character.skipped':
      return stage(`${event.payload.name} has no usable answer: ${event.payload.reason}`);
    case 'player.joined':
      return stage(`${event.payload.name} joined${playing(event.payload.personaName)}`);
    case 'player.left':
      return stage(`${event.payload.name} left`);
    case 'dice.rolled': {
      const { name, notation, dice, total } = event.payload;
      return stage(`${name} rolls ${notation}: ${total} (${dice.join(', ')})`);
    }
    case 'player.ready':
      return stage(`${event.payload.name} is ready; waiting for others`);
    case 'player.changed':
      return stage(`${event.payload.name} now plays ${event.payload.personaName ?? 'no persona'}`);
    case 'cast.entered':
      return stage(`${event.payload.name} enters`);
    case 'cast.exited':
      return event.payload.status === 'left' ? stage(`${event.payload.name} leaves`) : null;
    case 'line.edited':
      return stage(`${nameOf(event.actor)} (edited): ${event.payload.text}`);
    case 'line.hidden':
      return stage(event.payload.deleted ? 'a message was deleted' : 'a message was hidden');
    case 'line.shown':
      return stage(`${event.payload.name} (restored): ${event.payload.text}`);
    case 'note.written':
      return { kind: 'private', text: `note: ${event.payload.text}` };
    case 'draft.written':
      return { kind: 'private', text: `draft: ${event.payload.text}` };
    case 'game.dealt':
      return 'word' in event.payload ? { kind: 'private', text: `your word: ${event.payload.word}` } : null;
    case 'judge.ruled':
      return { kind: 'line', name: 'Judge', text: event.payload.text };
    case 'round.completed':
      return event.payload.actors.length === 0
        ? stage(`round ${event.round ?? ''} is complete; no one spoke`)
        : null;
    case 'round.failed':
    case 'turn.failed': {
      const { failure } = event.payload;
      const fix = 'fix' in failure && failure.fix ? ` ${failure.fix}` : '';
      const what = event.kind === 'round.failed' ? 'The round' : `Turn ${event.turn ?? ''}`;
      return { kind: 'problem', text: `${what} failed: ${describeFailure(failure)}${fix}` };
    }
    case 'round.cancelled':
      return stage('the round was cancelled');
    case 'scene.changed':
      if (event.payload.status === 'finished') return stage('the scene is finished');
      return event.payload.status === 'open' ? stage('the scene was reopened') : null;
    case 'autonomy.ended':
      return stage(`auto-play ended (${event.payload.reason})`);
    case 'budget.exhausted':
      return { kind: 'problem', text: 'A budget is exhausted.' };

    case 'run.started':
    case 'run.resumed':
      return stage(event.kind === 'run.started' ? 'the run started' : 'the run resumed');
    case 'run.paused':
      return stage(`the run is paused: ${event.payload.detail}`);
    case 'run.finished':
      return stage(`finished: ${event.payload.reason}`);
    case 'level.completed':
      return stage('level completed');
    case 'episode.started':
      return { kind: 'story', text: event.payload.story.text.trim() };
    case 'command.executed':
      return {
        kind: 'story',
        name: `> ${event.payload.command}${event.payload.by === 'player' ? '  (typed by a person)' : ''}`,
        text: event.payload.story.text.trim(),
      };
    case 'command.given':
      return event.payload.mode === 'suggest' ? stage(`suggested: ${event.payload.command}`) : null;
    case 'objective.completed':
      return stage(`objective ${event.payload.id} completed`);
    case 'action.refused':
      return stage(`turn ${event.turn ?? ''}: ${event.payload.action} was refused: ${event.payload.message}`);
    case 'action.analyzed': {
      const { action, hadEffect, diff } = event.payload;
      return stage(
        `turn ${event.turn ?? ''}: ${action} has ${hadEffect ? 'an' : 'no'} effect. ${diff.summary}`,
      );
    }
    case 'knowledge.updated': {
      const { action, verdict, previousStatus } = event.payload;
      return verdict.status === previousStatus ? null : stage(describeStanding({ action, ...verdict }));
    }
    case 'predictions.checked': {
      const settled = event.payload.actions.filter(({ status }) => status !== 'testing');
      return settled.length === 0 ? null : stage(settled.map(describeStanding).join('\n'));
    }
    default:
      return null;
  }
}

const describeStanding = (action: Schemas['CheckedAction']): string =>
  `${action.action} is ${action.status}${action.definition ? `: ${action.definition}` : ''}`;

/** The cause of a failed round or turn, as a sentence. */
function describeFailure(failure: Schemas['Failure']): string {
  if (failure.code === 'budget_exhausted')
    return `The ${failure.budget} budget does not have enough ${failure.what} left for the next model call.`;
  if (failure.code === 'internal')
    return `An unexpected error occurred. Report it with the reference ${failure.reference}.`;
  const detail = ('detail' in failure && failure.detail) || failure.code.replaceAll('_', ' ');
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? '' : '.'}`;
}

const playing = (persona: string | null): string => (persona === null ? '' : ` as ${persona}`);

/** Continuation rows are marked, so that they cannot look like someone else's line. */
export const joinRows = (text: string): string =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map(plain)
    .join('\n| ');

/** A name on one line. */
export const plainName = (name: string): string => plain(name.replaceAll(/\s+/g, ' '));

/** The text of an event without colors, for a pipe. */
export function plainText({ kind, name, text, mark }: ShownEvent): string {
  const words = kind === 'story' ? plain(text) : joinRows(text.trim());
  const who = name === undefined ? '' : plainName(name);
  const end = mark === undefined ? '' : `  «${mark}»`;
  switch (kind) {
    case 'line':
      return `${who}: ${words}${end}`;
    case 'whisper':
      return `(whisper) ${who}: ${words}${end}`;
    case 'narration':
      return `${words}${end}`;
    case 'story':
      return who === '' ? words : `${who}\n${words}`;
    case 'problem':
      return `! ${words}`;
    default:
      return `* ${words}`;
  }
}
