import type { Event, PayloadOf } from '../../../contract/events/events';
import { cutMiddle } from '../../lines';

/** Plain text. */
export interface Intervention {
  /** Newest turn at that time; 0: before the first. */
  turn: number;
  what: string;
  outcome: string;
}

interface SuggestedObjective {
  seq: number;
  command: string;
  line: Intervention;
}

/** In characters. */
const MAX_ANSWER = 200;

/** All actions of people, oldest first: typed or suggested commands, and objectives. */
export function listInterventions(events: readonly Event[]): Intervention[] {
  const lines: Intervention[] = [];
  const byTurn = new Map<number, Intervention>();
  let waiting: SuggestedObjective[] = [];
  let turn = 0;
  let heardUpTo = 0;
  for (const event of events) {
    const add = (what: string, outcome: string): Intervention => {
      const line = { turn, what, outcome };
      lines.push(line);
      return line;
    };
    switch (event.kind) {
      case 'turn.started': {
        turn = event.turn ?? turn;
        heardUpTo = event.payload.inputSeq;
        break;
      }
      case 'command.given': {
        const { command, mode } = event.payload;
        if (mode === 'take') byTurn.set(event.seq, add(`took over: “${command}”`, 'it waits'));
        else waiting.push({ seq: event.seq, command, line: add(`suggested “${command}”`, 'it waits') });
        break;
      }
      case 'command.proposed':
        recordFollowed(waiting, heardUpTo, turn, event.payload);
        break;
      case 'command.executed': {
        const { given, story } = event.payload;
        const line = given === null ? undefined : byTurn.get(given);
        if (line) line.outcome = `typed in turn ${turn}: ${cutMiddle(story.text.trim(), MAX_ANSWER)}`;
        break;
      }
      case 'turn.completed': {
        for (const { seq, line } of waiting) {
          if (seq <= heardUpTo && line.outcome === 'it waits')
            line.outcome = `not told: turn ${turn} was taken over`;
        }
        waiting = waiting.filter(({ seq }) => seq > heardUpTo);
        break;
      }
      default: {
        const description = describeObjective(event);
        if (description) add(description, '');
      }
    }
  }
  return lines;
}

/** Records if the adventurer followed the newest suggestion: its first proposal shows it. */
function recordFollowed(
  waiting: readonly SuggestedObjective[],
  heardUpTo: number,
  turn: number,
  { commands }: PayloadOf<'command.proposed'>,
): void {
  const shownSuggestions = waiting.filter(({ seq, line }) => seq <= heardUpTo && line.outcome === 'it waits');
  for (const [i, { command, line }] of shownSuggestions.entries()) {
    const isNewest = i === shownSuggestions.length - 1;
    const follows = commands.some((typed) => typed === command.trim().toLowerCase());
    const outcome = `told in turn ${turn}, and the adventurer proposed ${follows ? 'it' : `“${commands.join(', ')}”`}`;
    line.outcome = isNewest ? outcome : 'not told: a newer one took its place';
  }
}

function describeObjective(event: Event): string | null {
  switch (event.kind) {
    case 'objective.added': {
      const { id, text, source, priority } = event.payload;
      return source === 'player' ? `added objective ${id} (${priority}): ${text}` : null;
    }
    case 'objective.changed': {
      const { id, text, priority, parent, order } = event.payload;
      const changes = [
        ...(text === null ? [] : [`reworded it: ${text}`]),
        ...(priority === null ? [] : [`made it ${priority}`]),
        ...(parent === undefined
          ? []
          : [parent === null ? 'took it out of its parent' : `put it under ${parent}`]),
        ...(order === null ? [] : [`put the objectives in order: ${order.join(', ')}`]),
      ];
      return order === null ? `objective ${id}: ${changes.join('; ')}` : changes.join('; ');
    }
    case 'objective.completed':
    case 'objective.dropped': {
      const { id, by } = event.payload;
      const what = event.kind === 'objective.completed' ? 'declared done' : 'dropped';
      return by === 'player' ? `${what}: objective ${id}` : null;
    }
    default:
      return null;
  }
}
