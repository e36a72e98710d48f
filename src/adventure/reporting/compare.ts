import { placeName } from 'story-player/memory';
import { sha256 } from '../../base/hash';
import type { AdventureComparison, AdventureDigest } from '../../contract/adventure-comparisons';
import type { Event } from '../../contract/events/events';
import type { RunTally } from '../../contract/experiments';
import { isFair } from '../fair/play';
import { shorten } from '../lines';
import { currentEpisode } from '../state';
import type { AdventureState } from '../state-types';
import { tallyAdventure } from './tally';
import { transcript } from './transcript';

type Step = AdventureDigest['steps'][number];
type Curve = AdventureDigest['curve'];

/**
 * Characters of a reply in a digest and in a comparison. A digest of the longest run (25,000 commands) must fit an RPC
 * of 32 MiB.
 */
const DIGEST_TEXT = 600;
const SHOWN_TEXT = 200;
/** Characters of common text to show before a difference. */
const SHARED_TEXT = 60;

/**
 * Digests a text adventure for {@link compareAdventures}. Digests are sent to another room, so replies are shortened
 * and identified by a key.
 * @param events the whole ledger of the run, in order
 * @param costs of its calls
 */
export async function digestAdventure(
  state: AdventureState,
  events: readonly Event[],
  costs: Pick<RunTally, 'tokens' | 'money'>,
): Promise<AdventureDigest> {
  const { id, title, config, finishReason, episodes, objectives, declared } = state;
  const places = state.map.rooms.filter(({ visits }) => visits > 0);
  const tally = tallyAdventure(state, () => events);
  const steps = await listSteps(events);
  return {
    run: {
      ...{ id, title, game: config.game, story: config.story, seed: config.seed },
      ...{ status: tally.status, finishReason, answeredBy: tally.answeredBy },
      end: currentEpisode(state) ? null : (episodes.at(-1)?.end ?? null),
      player: config.options.player,
      fair: isFair(state),
      ...{ score: tally.score, maximum: tally.maximum, shareOfMaximum: tally.shareOfMaximum },
      ...{ turns: state.used.turns, moves: steps.length, episodes: episodes.length },
      ...{ deaths: tally.deaths ?? 0, places: places.length, calls: state.used.calls },
      objectives: {
        declared: declared.agent + declared.discovered + declared.player,
        active: objectives.filter(({ status }) => status === 'active').length,
        completed: objectives.filter(({ status }) => status === 'completed').length,
      },
      ...{ tokens: costs.tokens, money: costs.money },
    },
    places: places.map(({ id, name, firstTurn }) => ({ id: placeName(id), name, firstTurn })),
    objectives: objectives.map(({ id, text, status }) => ({ id, text, status })),
    steps,
    curve: drawCurve(steps),
  };
}

/** Hexadecimal digits of a reply's SHA-256 used as its key. */
const KEY_DIGITS = 16;

const listSteps = (events: readonly Event[]): Promise<Step[]> =>
  Promise.all(
    [...transcript(events)].flatMap(({ turn, episode, command, place, score, text }) =>
      command === null
        ? []
        : [digestStep({ turn, episode, command, place: place?.name ?? null, score, text })],
    ),
  );

async function digestStep(step: Omit<Step, 'key'>): Promise<Step> {
  const text = shorten(step.text.trim(), DIGEST_TEXT);
  return { ...step, text, key: (await sha256(step.text)).slice(0, KEY_DIGITS) };
}

/** The score at each move that changed it, and at the last move. Skips moves without a score. */
function drawCurve(steps: readonly Step[]): Curve {
  const points: Curve = [];
  let last: number | null = null;
  for (const [i, { score }] of steps.entries()) {
    if (score === null || score === last) continue;
    points.push([i + 1, score]);
    last = score;
  }
  if (last !== null && points.at(-1)?.[0] !== steps.length) points.push([steps.length, last]);
  return points;
}

/**
 * Compares two text adventures: results and costs, places, objectives, and the first different move. Skips places and
 * moves for different stories. Fair runs number places by discovery, so match their places by name.
 */
export function compareAdventures(a: AdventureDigest, b: AdventureDigest): AdventureComparison {
  const sameGame = a.run.story === b.run.story;
  return {
    kind: 'adventure',
    ...{ a: a.run, b: b.run, sameGame, sameSeed: a.run.seed === b.run.seed },
    curves: { a: a.curve, b: b.curve },
    places: sameGame ? comparePlaces(a.places, b.places, a.run.fair || b.run.fair ? 'name' : 'id') : null,
    objectives: compareObjectives(a.objectives, b.objectives),
    diverge: sameGame ? findDivergence(a.steps, b.steps) : null,
  };
}

const whose = (a: unknown, b: unknown): 'both' | 'only_a' | 'only_b' =>
  a === undefined ? 'only_b' : b === undefined ? 'only_a' : 'both';

/** Common places first, then those only in A, then in B; each in order of the first visit. */
function comparePlaces(
  a: AdventureDigest['places'],
  b: AdventureDigest['places'],
  key: 'id' | 'name',
): AdventureComparison['places'] {
  const byKey = (places: AdventureDigest['places']) => {
    const byFirst = new Map<string, AdventureDigest['places'][number]>();
    // Of places with the same name, use the first visited.
    for (const place of places) if (!byFirst.has(place[key])) byFirst.set(place[key], place);
    return byFirst;
  };
  const [ofA, ofB] = [byKey(a), byKey(b)];
  const places = [...new Map([...ofB, ...ofA]).values()].map((place) => {
    const [one, other] = [ofA.get(place[key]), ofB.get(place[key])];
    return {
      id: place.id,
      name: place.name,
      in: whose(one, other),
      a: one?.firstTurn ?? null,
      b: other?.firstTurn ?? null,
    };
  });
  const order = ['both', 'only_a', 'only_b'];
  return places.sort(
    (x, y) => order.indexOf(x.in) - order.indexOf(y.in) || (x.a ?? x.b ?? 0) - (y.a ?? y.b ?? 0),
  );
}

/** Normalizes case, articles, spacing and closing punctuation. */
const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(?:a|an|the)\s+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!\s]+$/, '');

function compareObjectives(
  a: AdventureDigest['objectives'],
  b: AdventureDigest['objectives'],
): AdventureComparison['objectives'] {
  const byText = (list: AdventureDigest['objectives']) =>
    new Map(list.map((one) => [plainText(one.text), one]));
  const [ofA, ofB] = [byText(a), byText(b)];
  return [...new Map([...ofA, ...ofB]).keys()].map((key) => {
    const [one, other] = [ofA.get(key), ofB.get(key)];
    return {
      text: (one ?? other)?.text ?? key,
      in: whose(one, other),
      ...{ a: one?.status ?? null, b: other?.status ?? null },
    };
  });
}

function findDivergence(a: readonly Step[], b: readonly Step[]): AdventureComparison['diverge'] {
  const show = (step: Step | undefined, from = 0) => {
    if (!step) return null;
    const { key: _, ...shown } = step;
    const text = step.text.slice(from);
    return { ...shown, text: from === 0 ? shorten(text, SHOWN_TEXT) : `…${shorten(text, SHOWN_TEXT - 1)}` };
  };
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    const at = { move: i + 1, a: show(one), b: show(other) };
    if (!one || !other) return { ...at, kind: 'end' };
    if (one.command !== other.command || one.episode !== other.episode) return { ...at, kind: 'command' };
    if (one.key !== other.key) {
      const from = findDifference(one.text, other.text);
      return { ...at, a: show(one, from), b: show(other, from), kind: 'answer' };
    }
  }
  return null;
}

/** Start of the text to show: the beginning, or shortly before the difference. */
function findDifference(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same <= SHARED_TEXT ? 0 : a.lastIndexOf(' ', same - SHARED_TEXT) + 1;
}
