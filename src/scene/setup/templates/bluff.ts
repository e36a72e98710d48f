import { character, notes, persona, type SceneTemplate } from './card';

/** A table game: words are dealt, there is no director, and a judge decides. */
export const BLUFF: SceneTemplate = {
  id: 'bluff',
  title: 'The word between us',
  summary:
    'A bluffing game for four: all have one secret word, one has another, and nobody knows who. A judge decides.',
  scene: {
    title: 'The word between us',
    scenario:
      'A back room after closing time: a green cloth, four chairs, a dish of walnuts for stakes. Four people who know each ' +
      'other a little too well play the word game they have played every Thursday for years.',
    notes: notes({ scene: 'Short clues, straight faces. The fun is in what is not said.' }),
    characters: [
      character({
        id: 'nell',
        name: 'Nell Archer',
        description: 'Mends clothes for a theatre and reads faces for pleasure.',
        personality: 'Sly, teasing and patient.',
        voice: ['Now that is what I would say, if I had nothing to say.', 'I never blink first.'],
        mood: 'amused',
      }),
      character({
        id: 'gus',
        name: 'Gus Brandt',
        description: 'A retired bus driver with a voice like gravel and no gift for lying.',
        personality: 'Gruff, honest and easily flustered.',
        voice: ['Give me a minute. I had it a minute ago.', 'I only do this for the walnuts.'],
        mood: 'cheerful',
      }),
      character({
        id: 'priya',
        name: 'Priya Anand',
        description: 'Teaches logic in the evenings and cannot leave it at the door.',
        personality: 'Precise, formal and dry.',
        voice: ['That is consistent. So is everything else, so far.', 'I withhold judgement. For now.'],
        mood: 'composed',
      }),
      character({
        id: 'tomas',
        name: 'Tomas Reyes',
        description: 'Writes rhymes for greeting cards, and suffers for it.',
        personality: 'Warm, talkative and impulsive.',
        voice: ['It scans, at least.', 'I have said too much. I always say too much.'],
        mood: 'excited',
      }),
    ],
    personas: [
      persona('host', 'The host', 'Keeps the room, deals, and plays no hand.'),
      persona('guest', 'The guest', 'Was asked along this Thursday, and watches.'),
    ],
    game: { kind: 'word-pair', rounds: 3, tickEvery: 1, people: [] },
  },
};

/** The same table with one more seat, for the person who opens it. */
export const BLUFF_ALONG: SceneTemplate = {
  id: 'bluff-along',
  title: 'The word between us, and you',
  summary:
    'The bluffing game with you at the table: you get a secret word, hint at it in every round, and the judge decides.',
  scene: {
    ...BLUFF.scene,
    title: 'The word between us, and you',
    scenario:
      'A back room after closing time: a green cloth, five chairs, a dish of walnuts for stakes. Four people who know each ' +
      'other a little too well play the word game they have played every Thursday for years, and this time there is a guest.',
    personas: [
      persona('guest', 'The guest', 'Was asked along this Thursday, and plays a hand.'),
      persona('host', 'The host', 'Keeps the room, deals, and plays no hand.'),
    ],
    game: { kind: 'word-pair', rounds: 3, tickEvery: 1, people: ['guest'] },
  },
};
