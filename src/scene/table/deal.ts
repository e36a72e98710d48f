import { drawOnce } from '../../base/random';
import type { NewScene, TableGame } from '../../contract/create-scene';
import type { EventDraft } from '../../contract/events/events';
import { createGuard } from './guard';
import { WORD_PAIRS } from './word-pairs';

/** Fewer players can't find the odd one out. */
const MIN_PLAYERS = 3;

type Body = Pick<
  NewScene,
  'characters' | 'personas' | 'scenario' | 'notes' | 'world' | 'trackers' | 'opening'
>;
type DealIssue = { pointer: string; message: string };

/** Lists the playing characters: those present from the start. Without a director no one enters later. */
const listModels = <T extends { active: boolean }>(characters: readonly T[] = []): T[] =>
  characters.filter(({ active }) => active);

/**
 * Checks a word-pair game: too few players, unknown people, two equal words, or a word that is in the scene's
 * own texts and so in every prompt.
 *
 * @param body its characters and personas have ids
 */
export function checkGame({ words, people }: TableGame, body: Body): DealIssue[] {
  const wrong = checkPeople(people, body);
  const models = listModels(body.characters).length;
  const players = models + people.length;
  if (players < MIN_PLAYERS) {
    const message = `the game needs at least ${MIN_PLAYERS} players, there ${players === 1 ? 'is' : 'are'} ${players}: give more \`characters\` that are active`;
    wrong.push({ pointer: '/game', message });
  } else if (models === 0) {
    const message = 'one of the players at least must be a character that is active';
    wrong.push({ pointer: '/game', message });
  }
  if (!words) return wrong;
  const [main, odd] = words;
  const isOne =
    main.toLowerCase() === odd.toLowerCase() ||
    createGuard([main]).leaks(odd) ||
    createGuard([odd]).leaks(main);
  if (isOne) {
    const message = 'the two words are the same, or forms of one: give two that differ';
    wrong.push({ pointer: '/game/words', message });
  }
  const texts = joinTexts(body);
  words.forEach((word, index) => {
    const guard = createGuard([word]);
    if (!guard.leaks(word)) {
      const message = 'it has no letters that could be kept secret: give a word or a short phrase';
      wrong.push({ pointer: `/game/words/${index}`, message });
    } else if (guard.leaks(texts)) {
      const message =
        'the scene’s own texts (names, cards, scenario, notes) say this word: give another, or change them';
      wrong.push({ pointer: `/game/words/${index}`, message });
    }
  });
  return wrong;
}

function checkPeople(people: readonly string[], { characters = [], personas = [] }: Body): DealIssue[] {
  return people.flatMap((id, index) => {
    const wrong = (message: string) => [{ pointer: `/game/people/${index}`, message }];
    if (!personas.some((one) => one.id === id)) return wrong(`there is no persona "${id}"`);
    if (characters.some((one) => one.id === id)) return wrong(`"${id}" is the id of a character too`);
    return people.indexOf(id) < index ? wrong(`"${id}" is there twice`) : [];
  });
}

/**
 * Deals the words: everyone gets the same one, except one player. Determined by the seed.
 *
 * @param body its characters have ids
 * @returns `game.dealt` for the owner, with the whole deal, and for each player, with its own word
 */
export function dealWords(
  game: TableGame,
  body: Body & { characters: { id: string; active: boolean }[] },
  seed: string,
): EventDraft[] {
  const words = game.words ?? choosePair(body, seed);
  const [main, other] = words;
  const { people } = game;
  const players = [...people, ...listModels(body.characters).map(({ id }) => id)];
  const odd = players[Math.floor(drawOnce(`${seed}/deal/odd`) * players.length)] ?? '';
  const dealtWords = Object.fromEntries(players.map((id) => [id, id === odd ? other : main]));
  // Round 0, so that a fork from the start plays the same deal.
  return [
    {
      kind: 'game.dealt',
      actor: 'game',
      audience: ['owner'],
      round: 0,
      payload: { words, odd, dealt: dealtWords, people },
    },
    ...Object.entries(dealtWords).map(([id, word]): EventDraft => {
      const audience = [people.includes(id) ? `persona:${id}` : `character:${id}`];
      return { kind: 'game.dealt', actor: 'game', audience, round: 0, payload: { word } };
    }),
  ];
}

/** Chooses a built-in pair, in either order, that the scene's own texts do not mention. */
function choosePair(body: Body, seed: string): [string, string] {
  const texts = joinTexts(body);
  const start = Math.floor(drawOnce(`${seed}/deal/pair`) * WORD_PAIRS.length);
  const inOrder = [...WORD_PAIRS.slice(start), ...WORD_PAIRS.slice(0, start)].map(
    ([a, b]): [string, string] => [a.word, b.word],
  );
  // A plain search first: it is cheaper than the guard on long texts.
  const lower = texts.toLowerCase();
  const unsaid = inOrder.find(
    (words) => !words.some((word) => lower.includes(word)) && !createGuard(words).leaks(texts),
  );
  const [a, b] = unsaid ?? inOrder[0] ?? ['', ''];
  return drawOnce(`${seed}/deal/turn`) < 0.5 ? [a, b] : [b, a];
}

/** Lists the author's texts that are in prompts, except lore, which enters by its keys. */
function joinTexts({ characters = [], personas = [], ...others }: Body): string {
  const cards = characters.flatMap((card) => [
    ...[card.name, card.description, card.personality, card.goals, card.secrets, card.instructions],
    ...[card.location, card.mood, card.postHistory, card.depthPrompt?.text ?? ''],
    ...[...card.examples, ...card.voice],
  ]);
  const { scenario = '', notes, world = {}, trackers = {}, opening } = others;
  return [
    ...cards,
    ...personas.flatMap(({ name, description }) => [name, description]),
    ...[scenario, opening?.text ?? '', ...Object.values(notes ?? {})],
    ...[world, trackers].flatMap((facts) => Object.entries(facts).flat()),
  ].join('\n');
}
