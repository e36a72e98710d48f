import type { Block } from '../../../report/document';
import { describeStatus } from '../../../room/run-status';
import { answererNames } from '../../../runs/views';
import { writePlace } from '../../map/map';
import { currentPlace } from '../../state';
import type { AdventureState, EpisodeEnd, Objective } from '../../state-types';
import { bestScore, costPerPoint, scoreShare } from '../views';

/** Plain-text phrases shared by parts of a report; the writers escape them. */

export const END_WORDS: Record<EpisodeEnd, string> = {
  won: 'the story says it was won',
  died: 'the player died, and the story was over',
  quit: 'the story was quit',
  error: 'the story broke down',
  stuck: 'nothing went forward any more',
  turns: 'the turns it was given, or a budget of the run, were spent',
  stopped: 'the run was stopped',
};

const REASON_WORDS: Record<string, string> = {
  ...END_WORDS,
  turn_budget: 'the turn budget is spent',
  call_budget: 'the call budget is spent',
};

export const describeEnd = (state: AdventureState): string => describeStatus(state, REASON_WORDS);

/** Who answered. Marks the understudy, which is not a model. */
export function describeAuthor(state: AdventureState): { name: string; note: string } {
  const names = answererNames(state);
  const name = names.join(' + ');
  if (!names.includes('understudy')) return { name, note: '' };
  const part = names.length > 1 ? ' The table of costs says which agents it stood in for.' : '';
  const how = state.config.options.fair
    ? 'by the text alone'
    : 'tries commands on the story and takes them back before it types one';
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
  if (best === null) return 'none that can be read';
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
    ['Stands at', placeText(state, currentPlace(state))],
    ...(fair
      ? ([['Fair', 'the agents had what the story prints, and nothing else']] satisfies [string, string][])
      : []),
    ['Critic', critic.on ? `on, threshold ${critic.threshold}` : 'off'],
    ['Ways out', probe ? 'tried and taken back at every place' : 'only by walking'],
    [
      'Other runs of the story',
      share ? `${others} memories of theirs were known` : 'nothing is shared with them',
    ],
  ];
}

export function describePointCost(state: AdventureState): string {
  const cost = costPerPoint(state);
  if (!cost) return 'No point was scored, so there is no cost of one.';
  return `A point of the best score cost ${cost.turns} turns, ${cost.calls} calls and ${cost.tokens} tokens, those of all episodes together.`;
}

const SURE_WORDS = {
  read: 'read as the machine’s standard has it, or by two readers that agree',
  inferred: 'inferred by one reader; it may be wrong',
  unknown: 'not to be had from this story',
} as const;

/** Sources and limits of the report. */
export function listLimits({ story, maximum, config }: AdventureState): string[] {
  const sure = story?.reading.confidence;
  return [
    ...(sure
      ? [
          `Place: ${SURE_WORDS[sure.location]}. Score: ${SURE_WORDS[sure.score]}. What is carried: ${SURE_WORDS[sure.inventory]}.`,
        ]
      : []),
    maximum === undefined
      ? 'The story does not say which score is the highest possible, so nothing here is a share of it.'
      : 'The highest score possible is what the story itself says when it is asked for the score.',
    ...(config.options.fair
      ? [
          'The run is fair: place, score and what is carried are told by the status line and the text alone. Places of one name are one place; what is carried is what the story listed last.',
          'A command had an effect when its answer shows another place or score, or does not refuse it. A text may say either wrongly.',
        ]
      : [
          'A command had an effect when it moved the player, or changed the tables of the story’s objects otherwise than waiting does. What a story keeps elsewhere is not seen.',
        ]),
    'Deaths and wins are told by what the story prints.',
    ...(config.options.fair
      ? []
      : [
          'Ways that were only tried led there in the state the world was in then; the map names places that nobody may have entered.',
        ]),
    'It holds what the story printed and what was found by playing and trying: nothing of what was never come upon.',
  ];
}
