import type { Block, Section } from '../../../report/document';
import { cutMiddle } from '../../lines';
import type { AdventureRecord } from './record';
import { drawScore } from './score-drawing';
import { byWords, describePointCost, END_WORDS, placeText, textBlocks, textOrDash } from './words';

/** Rows of a long list; the newest. */
const SHOWN_LINES = 100;
/** In characters. */
const MAX_ANSWER = 400;

export const listPlayed = (record: AdventureRecord): Section[] => [
  { title: 'Episodes', blocks: writeEpisodes(record) },
  { title: 'Score', blocks: writeScore(record) },
  { title: 'Cost', blocks: writeCosts(record) },
  { title: 'Deaths', blocks: writeDeaths(record) },
];

export const listTroubles = (record: AdventureRecord): Section[] => [
  { title: 'Critic', blocks: writeCritic(record) },
  { title: 'Stuck', blocks: writeWarnings(record) },
  { title: 'People', blocks: writePeople(record) },
  { title: 'Failures', blocks: writeFailures(record) },
];

/** The newest items, with a note about the others. */
function newest<T>(all: readonly T[], write: (shown: readonly T[]) => Block): Block[] {
  const shownItems = all.slice(-SHOWN_LINES);
  const hiddenCount = all.length - shownItems.length;
  const note: Block[] = hiddenCount > 0 ? textBlocks(`${hiddenCount} earlier ones are in the ledger.`) : [];
  return [...note, write(shownItems)];
}

const buildTable = <T>(
  items: readonly T[],
  empty: string,
  heads: string[],
  row: (item: T) => (string | number)[],
): Block[] =>
  items.length === 0
    ? textBlocks(empty)
    : newest(items, (shown) => ({ kind: 'table', heads, rows: shown.map(row) }));

const writeEpisodes = ({ state }: AdventureRecord): Block[] =>
  buildTable(
    state.episodes,
    'None has begun.',
    ['episode', 'since turn', 'turns', 'deaths', 'score', 'best score', 'how it ended'],
    ({ n, turn, turns, deaths, score, best, end, why }) => {
      const outcome = end === null ? 'it is being played' : [END_WORDS[end], why].filter(Boolean).join(': ');
      return [n, turn, turns, deaths, textOrDash(score), textOrDash(best), outcome];
    },
  );

function writeScore({ state, scored, curves }: AdventureRecord): Block[] {
  const cost = describePointCost(state);
  const drawing = drawScore(curves);
  if (scored.length === 0) return textBlocks(`The score never changed. ${cost}`);
  return [
    ...textBlocks(cost),
    ...(drawing === '' ? [] : ([{ kind: 'drawing', draw: () => drawing }] satisfies Block[])),
    ...textBlocks('What changed it:'),
    ...buildTable(
      scored,
      '',
      ['turn', 'episode', 'command', 'typed by', 'place', 'points', 'score'],
      ({ turn, episode, command, by, from, points, score }) => {
        return [turn, episode, command, byWords(by), placeText(state, from), points, score];
      },
    ),
  ];
}

const writeCosts = ({ costs }: AdventureRecord): Block[] =>
  buildTable(
    costs,
    'Nobody was asked.',
    ['agent', 'answered by', 'answers', 'of them unusable', 'calls', 'prompt tokens', 'answer tokens'],
    ({ role, answeredBy, answers, unusable, calls, promptTokens, completionTokens }) => {
      return [role, answeredBy.join(' + '), answers, unusable, calls, promptTokens, completionTokens];
    },
  );

const writeDeaths = ({ state, deaths }: AdventureRecord): Block[] =>
  buildTable(
    deaths,
    'The player did not die.',
    ['turn', 'episode', 'place', 'command', 'typed by', 'what the story said'],
    ({ turn, episode, from, command, by, story }) => {
      const text = cutMiddle(story.text.trim(), MAX_ANSWER);
      return [turn, episode, placeText(state, from), command, byWords(by), text];
    },
  );

const OVERRIDE_WORDS: Readonly<Record<string, string>> = {
  stuck: 'the run was stuck',
  out_of_tries: 'it was the last proposal of the turn',
  no_answer: 'the critic gave no usable answer',
};

function writeCritic({ state, critic }: AdventureRecord): Block[] {
  const { proposals, accepted, rejections, overrides } = critic;
  const isOn = state.config.options.critic.on;
  if (!isOn && rejections.length === 0) return textBlocks('It was switched off.');
  const byMachine = rejections.filter(({ by }) => by === 'machine').length;
  const unruledCount = proposals - rejections.length - accepted;
  const counts = [
    `Of ${proposals} proposals, the story’s own state ruled out ${byMachine} without a call, and the critic’s score`,
    `rejected ${rejections.length - byMachine}. It let ${accepted} pass, ${overrides.length} of them although its score`,
    'said no or it gave none.',
    ...(unruledCount > 0
      ? [
          `${unruledCount} went without its ruling: the last proposal of a turn does, whatever the story’s state says, and a single key.`,
        ]
      : []),
  ].join(' ');
  const rejectedBlocks =
    rejections.length === 0
      ? []
      : buildTable(
          joinRepeats(rejections),
          '',
          ['turn', 'command', 'times', 'rejected by', 'score', 'why'],
          ({ turn, command, times, by, score, reason }) => {
            const judge = by === 'machine' ? 'the story’s state' : 'score';
            return [turn, command, times, judge, textOrDash(score), reason];
          },
        );
  const overruledBlocks =
    overrides.length === 0
      ? []
      : newest(overrides, (shown) => ({
          kind: 'list',
          items: shown.map(({ turn, command, score, override }) => {
            const scoreText = score === null ? '' : `, score ${score}`;
            return `turn ${turn}: “${command}” was typed all the same${scoreText}: ${OVERRIDE_WORDS[override ?? '']}`;
          }),
        }));
  return [...textBlocks(counts), ...rejectedBlocks, ...overruledBlocks];
}

type Rejections = AdventureRecord['critic']['rejections'];

/** Merges equal rejections of one turn. */
function joinRepeats(rejections: Rejections): (Rejections[number] & { times: number })[] {
  const keyOf = ({ turn, command, by, score, reason }: Rejections[number]) =>
    JSON.stringify([turn, command, by, score, reason]);
  return [...Map.groupBy(rejections, keyOf).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, times: same.length }] : [];
  });
}

const writeWarnings = ({ warnings }: AdventureRecord): Block[] =>
  buildTable(
    warnings,
    'No warning was given.',
    ['turn', 'kind', 'for turns', 'what the adventurer was told'],
    ({ turn, kind, turns, message }) => [turn, kind.replace('_', ' '), turns, message],
  );

const writePeople = ({ people }: AdventureRecord): Block[] =>
  buildTable(
    people,
    'Nobody stepped in.',
    ['after turn', 'what a person did', 'what came of it'],
    ({ turn, what, outcome }) => [turn, what, outcome],
  );

function writeFailures({ fallbacks, failures }: AdventureRecord): Block[] {
  const items = [
    ...failures.map(({ turn, why }) => `turn ${turn} failed: ${why}`),
    ...fallbacks.map((turn) => `turn ${turn}: nothing usable was proposed, and “look” stood in`),
  ];
  return items.length === 0
    ? textBlocks('None.')
    : newest(items, (shown) => ({ kind: 'list', items: [...shown] }));
}
