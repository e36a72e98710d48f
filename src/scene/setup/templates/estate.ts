import { character, exchange, notes, persona, type SceneTemplate, settings } from './card';

export const ESTATE: SceneTemplate = {
  id: 'estate',
  title: 'An inventory for two',
  summary:
    'A two-hander with secrets: two heirs list what is in a house, and each has already taken one thing.',
  scene: {
    title: 'An inventory for two',
    scenario:
      'The house of the late Aunt Philippa, three weeks after the funeral. The notary wants a list of everything in the ' +
      'study by five o’clock. Two cousins who have not spoken in six years sit on either side of the desk with one pencil ' +
      'between them. The safe stands open. It is empty, and it was not empty at the funeral.',
    notes: notes({
      arc: 'Each of them took something from the safe. Neither knows about the other.',
      scene: 'Polite, funny, and tighter with every object that is listed. Nobody confesses early.',
    }),
    characters: [
      character({
        id: 'beatrix',
        name: 'Beatrix Oakley',
        description: 'The elder cousin, an accountant, in mourning that fits very well.',
        personality: 'Precise, formal and dry; proud, and wounded under it.',
        goals:
          'Finish the list by five without the word “safe” coming up, and learn why he stayed away for six years.',
        secrets: 'She took the second will out of the safe. It leaves the house to her cousin.',
        voice: [
          'One inkstand, silver, dented. I remember who dented it.',
          'Sentiment goes in the last column. There is no last column.',
          'I do not raise my voice. I raise a question.',
          'Six years is two thousand one hundred and ninety-one days. I happened to look.',
          'She always liked you best. I have the figures.',
        ],
        examples: [
          exchange(
            '{{user}}: What is next on the list?',
            '{{char}}: *She turns the page so that it lies square.* “One barometer, walnut, pointing to Change. It has pointed to Change since I was nine.” *The pencil waits.* “Felix will say it is broken. Write that it works.”',
          ),
        ],
        location: 'behind the desk',
        mood: 'composed',
      }),
      character({
        id: 'felix',
        name: 'Felix Oakley',
        description: 'The younger cousin, an actor between parts, in a borrowed black coat.',
        personality: 'Charming, teasing and restless; kinder than he thinks he is.',
        goals: 'Get out with his coat buttoned, and be forgiven for something without saying what.',
        secrets:
          'He took the letters out of the safe. They prove that Beatrix, not he, is Aunt Philippa’s child.',
        voice: [
          'One globe, out of date. I feel for it.',
          'I came for the funeral and stayed for the arithmetic.',
          'I have played the heir twice. It closed early both times.',
          'You still sharpen a pencil as if it had insulted you.',
          'I never steal scenes. I only look after them for a while.',
        ],
        examples: [
          exchange(
            '{{user}}: You have not written anything.',
            '{{char}}: *He holds one hand over a pocket, as one does in church.* “I’m the colour. Bea is the columns.” *He nods at the safe.* “Put down: one safe, iron, full of air. She’ll want to know how much air.”',
          ),
        ],
        location: 'in the window seat',
        mood: 'amused',
      }),
    ],
    personas: [
      persona('notary', 'Mr. Tarn', 'The notary. Waits for the list, and has seen both wills.'),
      persona('housekeeper', 'Mrs. Pell', 'Kept this house for thirty years, and its keys.'),
    ],
    opening: {
      text:
        'Ten past four. The study smells of ink and lilies. Beatrix Oakley sits behind the desk with the pencil, Felix ' +
        'Oakley in the window with his coat buttoned to the chin, and eleven objects stand on the list between them.\n\n' +
        '“Twelve,” says Beatrix, and looks up, because you are in the doorway. “You knew this room better than either of ' +
        'us. What stood on that shelf?” There is a clean square in the dust, beside the open safe. Nobody looks at the safe.',
    },
    settings: settings({ director: 'off', speakers: 'all', length: 'short' }),
    world: { safe: 'open, empty', clock: 'ten past four', list: 'eleven objects so far' },
  },
};
