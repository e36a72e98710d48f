import { currentPlace, writePlace } from 'story-player/memory';
import type { Block } from '../../../report/document';
import { describeStatus } from '../../../room/run-status';
import { answererNames } from '../../../runs/views';
import type { AdventureState, EpisodeEnd, Objective } from '../../state-types';
import { bestScore, costPerPoint, scoreShare } from '../views';

/** Plain-text phrases shared by parts of a report; the writers escape them. */

export const END_WORDS: Record<EpisodeEnd, string> = {
  won: 'the player won',
  died: 'the player died',
  quit: 'the player quit',
  error: 'the story crashed',
  stuck: 'no progress',
  turns: 'its turns or a budget were used up',
  stopped: 'the run was stopped',
};

const REASON_WORDS: Record<string, string> = {
  ...END_WORDS,
  turn_budget: 'the turn budget is used up',
  call_budget: 'the call budget is used up',
};

export const describeEnd = (state: AdventureState): string => describeStatus(state, REASON_WORDS);

/** Who answered. Marks the understudy, which is not a model. */
export function describeAuthor(state: AdventureState): { name: string; note: string } {
  const names = answererNames(state);
  const name = names.join(' + ');
  if (!names.includes('understudy')) return { name, note: '' };
  const part = names.length > 1 ? ' The cost table lists the agents that it replaced.' : '';
  const how = state.config.options.fair
    ? 'from the text alone'
    : 'and tries commands, which it undoes, before it types one';
  const note = `The understudy is the offline stand-in, not a model: it plays by fixed rules, ${how}.${part}`;
  return { name, note };
}

export const textBlocks = (text: string): Block[] => [{ kind: 'text', text }];

/** `–` for an unknown value. */
export const textOrDash = (value: number | string | null): number | string => value ?? '–';

/** Format: `L12 Kitchen`. */
export const placeText = (state: Pick<AdventureState, 'map'>, place: number | null): string =>
  place === null ? 'unknown' : writePlace(state.map, place);

export const placeNamed = (state: Pick<AdventureState, 'map'>, key: string | null): string =>
  key === null ? '–' : placeText(state, Number(key.slice(1)));

export const byWords = (by: 'adventurer' | 'player'): string =>
  by === 'player' ? 'a person' : 'the adventurer';

export const SOURCE_WORDS: Record<Objective['source'], string> = {
  agent: 'the adventurer',
  discovered: 'the keeper, by discovery',
  player: 'a person',
};

/** The best score, with the maximum if known: `35 of 350 (10 %)`. */
export function describeBest(state: Pick<AdventureState, 'episodes' | 'maximum'>): string {
  const best = bestScore(state);
  const share = scoreShare(state);
  if (best === null) return 'unknown';
  return share === null ? String(best) : `${best} of ${state.maximum} (${Math.round(1000 * share) / 10} %)`;
}

export function listFacts(state: AdventureState): [string, string][] {
  const { config, used } = state;
  const { critic, probe, share, fair } = config.options;
  const others = state.notes.filter(({ id }) => id.startsWith('S')).length;
  return [
    ['Story', `${config.game} (file ${config.story})`],
    ['Run', state.id],
    ...(state.forkedFrom
      ? ([['Fork of', `${state.forkedFrom.run}, turn ${state.forkedFrom.turn}`]] satisfies [string, string][])
      : []),
    ['Best score', describeBest(state)],
    ['Turns', `${used.turns} of ${config.budgets.turns}`],
    ['Calls', `${used.calls} of ${config.budgets.calls}`],
    ['Tokens', `${used.promptTokens} in prompts, ${used.completionTokens} in answers`],
    ['Episodes', `${state.episodes.length} of at most ${config.options.episodes}`],
    ['Location', placeText(state, currentPlace(state))],
    ...(fair
      ? ([['Fair', 'agents read only the text that the story prints']] satisfies [string, string][])
      : []),
    ['Critic', critic.on ? `on, threshold ${critic.threshold}` : 'off'],
    ['Exits', probe ? 'tried and undone at every place' : 'found by walking'],
    ['Other runs of the story', share ? `${others} of their memories were shared` : 'share nothing'],
  ];
}

export function describePointCost(state: AdventureState): string {
  const cost = costPerPoint(state);
  if (!cost) return 'No points were scored, so there is no cost per point.';
  return `Each point of the best score cost ${cost.turns} turns, ${cost.calls} calls and ${cost.tokens} tokens, over all episodes.`;
}

const SURE_WORDS = {
  read: 'read from the story file’s standard fields, or confirmed by two methods',
  inferred: 'inferred by one method; may be wrong',
  unknown: 'not available in this story',
} as const;

/** Sources and limits of the report. */
export function listLimits({ story, maximum, config }: AdventureState): string[] {
  const sure = story?.reading.confidence;
  return [
    ...(sure
      ? [
          `Place: ${SURE_WORDS[sure.location]}. Score: ${SURE_WORDS[sure.score]}. Inventory: ${SURE_WORDS[sure.inventory]}.`,
        ]
      : []),
    maximum === undefined
      ? 'The story does not state a maximum score, so there are no percentages.'
      : 'The maximum score is the one that the story states.',
    ...(config.options.fair
      ? [
          'The run is fair: location, score and inventory come from the status line and the text alone. Places with the same name count as one. The inventory is the one listed last.',
          'A command had an effect if the text shows another place or score, or no refusal. Texts can be misread.',
        ]
      : [
          'A command had an effect if it moved the player, or changed the story’s object table in another way than waiting does. Changes elsewhere are not detected.',
        ]),
    'Deaths and wins are read from the text.',
    ...(config.options.fair
      ? []
      : [
          'Exits that were only tried led there at that time; the map may list places that were never entered.',
        ]),
    'The report covers only what the run has seen.',
  ];
}
