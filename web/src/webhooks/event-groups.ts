import type { EventKind } from '../../../src/contract/events/catalogue';
import { lower } from '../words/say';

export interface EventGroup {
  name: string;
  kinds: readonly EventKind[];
}

/** All stored event kinds in groups to choose from; a test ensures that none is missing. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  { name: 'Lines', kinds: ['player.spoke', 'character.spoke'] },
  { name: 'Dice and handouts', kinds: ['dice.rolled', 'handout.shown'] },
  { name: 'Rounds ending', kinds: ['round.completed', 'round.failed', 'round.cancelled'] },
  {
    name: 'People joining and leaving',
    kinds: ['player.joined', 'player.left', 'player.changed', 'player.ready', 'seat.changed'],
  },
  {
    name: 'Cast and world',
    kinds: ['cast.entered', 'cast.exited', 'cast.called', 'state.updated', 'world.updated'],
  },
  {
    name: 'Edits to lines',
    kinds: [
      ...(['line.edited', 'line.chosen', 'line.hidden', 'line.shown', 'line.revealed'] as const),
      ...(['draft.written', 'round.rolledback'] as const),
    ],
  },
  {
    name: 'How rounds are played',
    kinds: [
      ...([
        'round.requested',
        'round.started',
        'round.audited',
        'director.started',
        'director.cued',
        'plan.proposed',
        'plan.approved',
      ] as const),
      ...(['director.completed', 'character.started', 'character.skipped'] as const),
      ...(['character.thought', 'autonomy.started', 'autonomy.limited', 'autonomy.ended'] as const),
    ],
  },
  {
    name: 'Memories, summaries and notes',
    kinds: ['memory.recalled', 'memory.written', 'summary.written', 'card.summarized', 'note.written'],
  },
  { name: 'Games in scenes', kinds: ['game.dealt', 'judge.ruled'] },
  {
    name: 'Runs starting and ending',
    kinds: ['run.started', 'run.paused', 'run.resumed', 'run.finished'],
  },
  {
    name: 'Turns of runs',
    kinds: ['turn.started', 'turn.completed', 'turn.failed', 'turn.cancelled', 'answer.failed'],
  },
  {
    name: 'Levels and episodes',
    kinds: ['level.completed', 'episode.started', 'episode.completed', 'game.reset', 'game.replayed'],
  },
  {
    name: 'Actions and frames',
    kinds: [
      ...(['action.suggested', 'action.requested', 'action.executed', 'action.refused'] as const),
      ...(['observation.received', 'frame.captured', 'move.given'] as const),
    ],
  },
  {
    name: 'Knowledge of runs',
    kinds: [
      ...(['hud.learned', 'action.analyzed', 'predictions.checked', 'world.revised'] as const),
      ...(['knowledge.updated', 'knowledge.written', 'stuck.warned'] as const),
    ],
  },
  {
    name: 'Story commands',
    kinds: [
      ...(['command.given', 'command.proposed', 'critic.rejected', 'critic.accepted'] as const),
      ...(['command.executed', 'agent.answered', 'story.saved', 'story.restored'] as const),
    ],
  },
  {
    name: 'Story objectives',
    kinds: [
      ...(['objective.added', 'objective.completed', 'objective.merged', 'objective.dropped'] as const),
      ...(['objective.changed', 'objective.refused'] as const),
    ],
  },
  {
    name: 'Budgets and failures',
    kinds: ['budget.exhausted', 'webhook.disabled'],
  },
  { name: 'Experiments ending and pausing', kinds: ['experiment.finished', 'experiment.paused'] },
  { name: 'New and changed rooms', kinds: ['scene.created', 'scene.changed', 'run.created', 'run.changed'] },
];

/** Formats an event kind: `character.spoke` becomes “character spoke”. */
export const kindLabel = (kind: string): string =>
  kind === 'webhook.test' ? 'test' : kind.replaceAll('.', ' ').replace('rolledback', 'rolled back');

/** Describes a webhook's events: complete groups, then single kinds. No kinds: all events. */
export function kindLabels(kinds: readonly string[]): string {
  if (kinds.length === 0) return 'All events';
  const whole = EVENT_GROUPS.filter((group) => group.kinds.every((kind) => kinds.includes(kind)));
  const rest = kinds.filter((kind) => !whole.some((group) => group.kinds.some((one) => one === kind)));
  const [first = '', ...others] = [...whole.map(({ name }) => name), ...rest.map(kindLabel)];
  const words = [first, ...others.map((name) => lower(name))].join(', ');
  return words[0]?.toUpperCase() + words.slice(1);
}
