import type { Event, PayloadOf } from '../../../src/contract/events/events';
import { say } from '../words/say';
import { termLabel } from '../words/terms';

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
  stuck: 'no progress for a while',
  out_of_tries: 'no attempts left',
  no_answer: "the critic's answer was unusable",
};
const ENDINGS: Record<PayloadOf<'episode.completed'>['end'], string> = {
  won: say('won'),
  died: 'the player died',
  quit: 'the player quit',
  error: 'the story crashed',
  stuck: 'no more progress',
  turns: 'out of turns',
  stopped: say('stopped'),
};

/**
 * Formats an event as a note between the moves of a transcript; null for events without one.
 *
 * @param objectives known texts of objectives by ID
 * @param undone commands that the event undid, oldest first
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
        plain(`Critic overruled (${OVERRULED[payload.override] ?? payload.override}): ${payload.reason}`)
      );
    case 'command.given':
      return payload.mode === 'suggest' ? plain(`Suggested by a person: “${payload.command}”.`) : null;
    case 'story.saved':
      return plain(`Saved as “${payload.name}”.`);
    case 'story.restored':
      return plain([describeRestored(payload, undone), describePlace(payload)].filter(Boolean).join(' '));
    case 'objective.added':
      return plain(
        `New objective from ${SOURCES[payload.source] ?? payload.source}: ${payload.id} “${payload.text}”`,
      );
    case 'objective.completed':
      return good(`Objective done: ${name(payload.id)}${withReason(payload.why)}`);
    case 'objective.dropped':
      return plain(`Objective dropped: ${name(payload.id)}${withReason(payload.why)}`);
    case 'objective.merged':
      return plain(`Objectives ${payload.from.map(name).join(', ')} were merged into ${name(payload.into)}`);
    case 'objective.refused': {
      const why = `${termLabel(payload.why)}${payload.of ? ` of ${payload.of}` : ''}`;
      return plain(`Objective not added (${why}): “${payload.text}”`);
    }
    case 'memory.written':
      return 'category' in payload ? plain(`Memory (${termLabel(payload.category)}): ${payload.text}`) : null;
    case 'knowledge.written':
      return plain('The knowledge of the story was rewritten.');
    case 'stuck.warned':
      return bad(payload.message);
    case 'episode.completed': {
      const { n, turns, end, score } = payload;
      const text = `Episode ${n} ended after ${turns === 1 ? '1 turn' : `${turns} turns`}: ${ENDINGS[end] ?? end}${score === null ? '' : `, score ${score}`}.`;
      return end === 'won' ? good(text) : plain(text);
    }
    case 'turn.failed':
      return bad(`Turn ${event.turn} failed.`);
    case 'turn.cancelled':
      return plain(`Turn ${payload.n} was stopped.`);
    case 'run.finished':
      return plain(`Run finished: ${termLabel(payload.reason)}.`);
    default:
      return null;
  }
}

/** Most commands to name in a note about an undo. */
const MAX_NAMED = 5;

function describeRestored(
  { to, save, file }: PayloadOf<'story.restored'>,
  undone: readonly string[],
): string {
  if (file || to < 0) return 'Restored from a save file.';
  if (save !== null) return `Restored “${save}”.`;
  if (undone.length === 0) return `Restored to the end of turn ${to}.`;
  const names = undone.slice(0, MAX_NAMED).map((command) => `“${command || 'Enter'}”`);
  const more = undone.length - names.length;
  return more > 0 ? `Undone: ${names.join(', ')} and ${more} more.` : `Undone: ${names.join(', ')}.`;
}

function describePlace({ story }: PayloadOf<'story.restored'>): string {
  const { location } = story.reading;
  return location?.name ? `Now at “${location.name}”.` : '';
}

const withReason = (why: string): string => (why ? ` (${why})` : '');
