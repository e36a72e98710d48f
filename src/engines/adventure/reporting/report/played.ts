import type { Block, Section } from '../../../report/document';
import { cutMiddle } from '../../lines';
import type { AdventureRecord, Rejection } from './record';
import { drawScore } from './score-drawing';
import { byWords, describePointCost, END_WORDS, orDash, placeOf } from './words';

/** Most lines of a long list in a report; the newest. */
const SHOWN_LINES = 100;
/** Most characters of a story's answer that a line quotes. */
const MAX_ANSWER = 400;

/** Lists the sections of a report on how the run was played and what it took. */
export const listPlayed = (record: AdventureRecord): Section[] => [
  { title: 'Episodes', blocks: writeEpisodes(record) },
  { title: 'Score', blocks: writeScore(record) },
  { title: 'Cost', blocks: writeCosts(record) },
  { title: 'Deaths', blocks: writeDeaths(record) },
];

/** Lists the sections on troubles: rejections, warnings, people, failures. */
export const listTroubles = (record: AdventureRecord): Section[] => [
  { title: 'Critic', blocks: writeCritic(record) },
  { title: 'Stuck', blocks: writeWarnings(record) },
  { title: 'People', blocks: writePeople(record) },
  { title: 'Failures', blocks: writeFailures(record) },
];

const none = (text: string): Block[] => [{ kind: 'text', text }];

/** Returns the newest of many, and a line that says so. */
function newest<T>(all: readonly T[], write: (shown: readonly T[]) => Block): Block[] {
  const shownItems = all.slice(-SHOWN_LINES);
  const hiddenCount = all.length - shownItems.length;
  const note: Block[] = hiddenCount > 0 ? none(`${hiddenCount} earlier ones are in the ledger.`) : [];
  return [...note, write(shownItems)];
}

function writeEpisodes({ state }: AdventureRecord): Block[] {
  if (state.episodes.length === 0) return none('None has begun.');
  const rows = state.episodes.map(({ n, turn, turns, deaths, score, best, end }) => [
    n,
    turn,
    turns,
    deaths,
    orDash(score),
    orDash(best),
    end === null ? 'it is being played' : END_WORDS[end],
  ]);
  const heads = ['episode', 'since turn', 'turns', 'deaths', 'score', 'best score', 'how it ended'];
  return [{ kind: 'table', heads, rows }];
}

function writeScore({ state, scored, curves }: AdventureRecord): Block[] {
  const cost = describePointCost(state);
  const drawing = drawScore(curves);
  const drawingBlocks: Block[] = drawing === '' ? [] : [{ kind: 'drawing', html: drawing }];
  if (scored.length === 0) return none(`The score never changed. ${cost}`);
  const heads = ['turn', 'episode', 'command', 'typed by', 'place', 'points', 'score'];
  const table = newest(scored, (shown) => ({
    kind: 'table',
    heads,
    rows: shown.map(({ turn, episode, command, by, place, points, score }) => [
      turn,
      episode,
      command,
      byWords(by),
      placeOf(state, place),
      points,
      score,
    ]),
  }));
  return [...none(cost), ...drawingBlocks, ...none('What changed it:'), ...table];
}

function writeCosts({ costs }: AdventureRecord): Block[] {
  if (costs.length === 0) return none('Nobody was asked.');
  const rows = costs.map((one) => [
    one.role,
    one.providers.join(' + '),
    one.answers,
    one.unusable,
    one.calls,
    one.promptTokens,
    one.completionTokens,
  ]);
  const heads = [
    'agent',
    'answered by',
    'answers',
    'of them unusable',
    'calls',
    'prompt tokens',
    'answer tokens',
  ];
  return [{ kind: 'table', heads, rows }];
}

function writeDeaths({ state, deaths }: AdventureRecord): Block[] {
  if (deaths.length === 0) return none('The player did not die.');
  const heads = ['turn', 'episode', 'place', 'command', 'typed by', 'what the story said'];
  return newest(deaths, (shown) => ({
    kind: 'table',
    heads,
    rows: shown.map(({ turn, episode, place, command, by, text }) => [
      turn,
      episode,
      placeOf(state, place),
      command,
      byWords(by),
      cutMiddle(text.trim(), MAX_ANSWER),
    ]),
  }));
}

const OVERRIDE_WORDS: Readonly<Record<string, string>> = {
  stuck: 'the run was stuck',
  out_of_tries: 'it was the last proposal of the turn',
  no_answer: 'the critic gave no usable answer',
};

function writeCritic({ state, critic }: AdventureRecord): Block[] {
  const { proposals, accepted, rejections, overrides } = critic;
  const isOn = state.config.options.critic.on;
  if (!isOn && rejections.length === 0) return none('It was switched off.');
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
  const heads = ['turn', 'command', 'times', 'rejected by', 'score', 'why'];
  const rejectedBlocks: Block[] =
    rejections.length === 0
      ? []
      : newest(joinRepeats(rejections), (shown) => ({
          kind: 'table',
          heads,
          rows: shown.map(({ turn, command, times, by, score, reason }) => [
            turn,
            command,
            times,
            by === 'machine' ? 'the story’s state' : 'score',
            orDash(score),
            reason,
          ]),
        }));
  const overruledBlocks: Block[] =
    overrides.length === 0
      ? []
      : newest(overrides, (shown) => ({
          kind: 'list',
          items: shown.map(({ turn, command, score, why }) => {
            const scoreText = score === null ? '' : `, score ${score}`;
            return `turn ${turn}: “${command}” was typed all the same${scoreText}: ${OVERRIDE_WORDS[why] ?? why}`;
          }),
        }));
  return [...none(counts), ...rejectedBlocks, ...overruledBlocks];
}

/** Joins rejections of the same proposal in one turn for the same reason. */
function joinRepeats(rejections: readonly Rejection[]): (Rejection & { times: number })[] {
  const keyOf = ({ turn, command, by, score, reason }: Rejection) =>
    JSON.stringify([turn, command, by, score, reason]);
  return [...Map.groupBy(rejections, keyOf).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, times: same.length }] : [];
  });
}

function writeWarnings({ warnings }: AdventureRecord): Block[] {
  if (warnings.length === 0) return none('No warning was given.');
  const heads = ['turn', 'kind', 'for turns', 'what the adventurer was told'];
  return newest(warnings, (shown) => ({
    kind: 'table',
    heads,
    rows: shown.map(({ turn, kind, turns, message }) => [turn, kind.replace('_', ' '), turns, message]),
  }));
}

function writePeople({ people }: AdventureRecord): Block[] {
  if (people.length === 0) return none('Nobody stepped in.');
  const heads = ['after turn', 'what a person did', 'what came of it'];
  return newest(people, (shown) => ({
    kind: 'table',
    heads,
    rows: shown.map(({ turn, what, outcome }) => [turn, what, outcome]),
  }));
}

function writeFailures({ fallbacks, failures }: AdventureRecord): Block[] {
  const items = [
    ...failures.map(({ turn, why }) => `turn ${turn} failed: ${why}`),
    ...fallbacks.map((turn) => `turn ${turn}: nothing usable was proposed, and “look” stood in`),
  ];
  return items.length === 0 ? none('None.') : newest(items, (shown) => ({ kind: 'list', items: [...shown] }));
}
