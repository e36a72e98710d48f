import type { Event } from '../../../src/events/events';
import { listOf, numberOf, textOf } from '../api/payload';

export interface Note {
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

const plain = (text: string): Note => ({ text, tone: 'plain' });
const good = (text: string): Note => ({ text, tone: 'good' });
const bad = (text: string): Note => ({ text, tone: 'bad' });

const SOURCES: Record<string, string> = {
  agent: 'the adventurer',
  discovered: 'the keeper',
  player: 'a person',
};
const OVERRULED: Record<string, string> = {
  stuck: 'nothing has gone forward for long',
  out_of_tries: 'there are no more tries',
  no_answer: 'it gave no usable answer',
};
const ENDINGS: Record<string, string> = {
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
 */
export function describeNote(event: Event, objectives: Readonly<Record<string, string>>): Note | null {
  const { kind, payload } = event;
  const say = (...names: string[]) => textOf(payload, ...names);
  const name = (id: string) => (objectives[id] ? `${id} “${objectives[id]}”` : id);
  switch (kind) {
    case 'critic.accepted': {
      const override = say('override');
      return override
        ? plain(`The critic is overruled, for ${OVERRULED[override] ?? override}: ${say('reason')}`)
        : null;
    }
    case 'command.given':
      return say('mode') === 'suggest' ? plain(`A person suggests “${say('command')}”.`) : null;
    case 'objective.added':
      return plain(
        `New objective of ${SOURCES[say('source')] ?? say('source')}: ${say('id')} “${say('text')}”`,
      );
    case 'objective.completed':
      return good(`Objective done: ${name(say('id'))}${because(say('why'))}`);
    case 'objective.dropped':
      return plain(`Objective dropped: ${name(say('id'))}${because(say('why'))}`);
    case 'objective.merged':
      return plain(
        `Objectives ${listOf(payload, 'from').map(name).join(', ')} are now part of ${name(say('into'))}`,
      );
    case 'objective.refused':
      return plain(
        `Not taken as an objective (${say('why').replaceAll('_', ' ')}${say('of') && ` of ${say('of')}`}): “${say('text')}”`,
      );
    case 'memory.written':
      return say('text') ? plain(`Remembered (${say('category') || 'note'}): ${say('text')}`) : null;
    case 'knowledge.written':
      return plain('What is known of the story was written down anew.');
    case 'stuck.warned':
      return bad(say('message') || 'Nothing goes forward.');
    case 'episode.completed': {
      const end = say('end');
      const score = numberOf(payload, 'score');
      const text = `Episode ${say('n')} is over after ${count(numberOf(payload, 'turns') ?? 0, 'turn')}: ${ENDINGS[end] ?? end}${score === null ? '' : `, with score ${score}`}.`;
      return end === 'won' ? good(text) : plain(text);
    }
    case 'turn.failed':
      return bad(`Turn ${event.turn ?? say('n')} failed.`);
    case 'turn.cancelled':
      return plain(`Turn ${event.turn ?? say('n')} was stopped.`);
    case 'run.finished':
      return plain(`The run is finished: ${say('reason').replaceAll('_', ' ') || 'no reason given'}.`);
    default:
      return null;
  }
}

const because = (why: string): string => (why ? ` (${why})` : '');

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
