import type { Event, PayloadOf } from '../../../src/contract/events/events';
import { tellTerm } from '../words/terms';

export interface Note {
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

const plain = (text: string): Note => ({ text, tone: 'plain' });
const good = (text: string): Note => ({ text, tone: 'good' });
const bad = (text: string): Note => ({ text, tone: 'bad' });

const SOURCES: Record<PayloadOf<'objective.added'>['source'], string> = {
  agent: 'the adventurer',
  discovered: 'the keeper',
  player: 'a person',
};
const OVERRULED: Record<NonNullable<PayloadOf<'critic.accepted'>['override']>, string> = {
  stuck: 'nothing has gone forward for long',
  out_of_tries: 'there are no more tries',
  no_answer: 'it gave no usable answer',
};
const ENDINGS: Record<PayloadOf<'episode.completed'>['end'], string> = {
  won: 'it is won',
  died: 'the player died',
  quit: 'the story was quit',
  error: 'the story broke down',
  stuck: 'nothing went forward any more',
  turns: 'its turns are used up',
  stopped: 'it was stopped',
};

/**
 * Words an event as a note between the moves of a transcript; null for events without one.
 *
 * @param objectives texts of objectives by id, as far as they are known
 * @param undone the commands that it took back, oldest first
 */
export function describeNote(
  event: Event,
  objectives: Readonly<Record<string, string>>,
  undone: readonly string[] = [],
): Note | null {
  const { kind, payload } = event;
  const name = (id: string) => (objectives[id] ? `${id} “${objectives[id]}”` : id);
  switch (kind) {
    case 'critic.accepted':
      return (
        payload.override &&
        plain(
          `The critic is overruled, for ${OVERRULED[payload.override] ?? payload.override}: ${payload.reason}`,
        )
      );
    case 'command.given':
      return payload.mode === 'suggest' ? plain(`A person suggests “${payload.command}”.`) : null;
    case 'story.saved':
      return plain(`Saved as “${payload.name}”.`);
    case 'story.restored':
      return plain([describeRestored(payload, undone), describePlace(payload)].filter(Boolean).join(' '));
    case 'objective.added':
      return plain(
        `New objective of ${SOURCES[payload.source] ?? payload.source}: ${payload.id} “${payload.text}”`,
      );
    case 'objective.completed':
      return good(`Objective done: ${name(payload.id)}${because(payload.why)}`);
    case 'objective.dropped':
      return plain(`Objective dropped: ${name(payload.id)}${because(payload.why)}`);
    case 'objective.merged':
      return plain(`Objectives ${payload.from.map(name).join(', ')} are now part of ${name(payload.into)}`);
    case 'objective.refused': {
      const why = `${tellTerm(payload.why)}${payload.of ? ` of ${payload.of}` : ''}`;
      return plain(`Not taken as an objective (${why}): “${payload.text}”`);
    }
    case 'memory.written':
      return 'category' in payload
        ? plain(`Remembered (${tellTerm(payload.category)}): ${payload.text}`)
        : null;
    case 'knowledge.written':
      return plain('What is known of the story was written down anew.');
    case 'stuck.warned':
      return bad(payload.message);
    case 'episode.completed': {
      const { n, turns, end, score } = payload;
      const text = `Episode ${n} is over after ${turns === 1 ? '1 turn' : `${turns} turns`}: ${ENDINGS[end] ?? end}${score === null ? '' : `, with score ${score}`}.`;
      return end === 'won' ? good(text) : plain(text);
    }
    case 'turn.failed':
      return bad(`Turn ${event.turn} failed.`);
    case 'turn.cancelled':
      return plain(`Turn ${payload.n} was stopped.`);
    case 'run.finished':
      return plain(`The run is finished: ${tellTerm(payload.reason)}.`);
    default:
      return null;
  }
}

/** Most commands that a note of an undo names. */
const MOST_NAMED = 5;

function describeRestored(
  { to, save, file }: PayloadOf<'story.restored'>,
  undone: readonly string[],
): string {
  if (file || to < 0) return 'Back to a saved game from a file.';
  if (save !== null) return `Back to “${save}”.`;
  if (undone.length === 0) return `Back to where the story stood after turn ${to}.`;
  const names = undone.slice(0, MOST_NAMED).map((command) => `“${command || 'Enter'}”`);
  const more = undone.length - names.length;
  return more > 0 ? `Taken back: ${names.join(', ')} and ${more} more.` : `Taken back: ${names.join(', ')}.`;
}

function describePlace({ story }: PayloadOf<'story.restored'>): string {
  const { location } = story.reading;
  return location?.name ? `The story stands at “${location.name}”.` : '';
}

const because = (why: string): string => (why ? ` (${why})` : '');
