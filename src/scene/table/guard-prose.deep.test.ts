import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/depth';
import { PHRASES, STANCES } from '../../understudy/scene/phrases';
import { createGuard } from './guard';

/** Lines that are close to a secret without saying it. */
const INNOCENT: Readonly<Record<string, readonly string[]>> = {
  coffee: [
    'There is no fee.',
    'A part of fee income.',
    'The office has toffee.',
    'We scoff eel and all.',
    'Co-founders pay off fees.',
    'Cough, Fee, cough!',
    'Cof, he said. Fee, she said.',
    'An off-feed day.',
    'The coffer is empty.',
    'Coffins are not my field.',
  ],
  tea: [
    'The team teaches with steam.',
    'Tear it up, tease the teak.',
    'At ease, everybody.',
    'Not each of us.',
    'Late again.',
    'What a steal!',
    'Sweat and meat.',
    'I met ea the other day? No.',
    'Let eagles fly.',
    'The area is closed.',
    'The ate-eight joke.',
  ],
  cat: [
    'A category of its own.',
    'They scatter like caterpillars.',
    'Catch the cattle by the catwalk.',
    'A delicate location.',
    'Catherine catered for us.',
    'Educate yourself.',
    'Sic at them.',
    'C at the start, A, then nothing.',
    'It was vacated.',
  ],
  run: ['It ruined brunch.', 'A rune on a prune.', 'The trunk rests.'],
  spy: [
    'It is crispy.',
    'Yes, py is a name.',
    "It's pyjamas again.",
    'A spyglass on deck.',
    'Spicy, isn’t it?',
    'Prying eyes.',
  ],
  star: [
    'Let us start.',
    'Why are you staring?',
    'Mustard and starch.',
    'He was startled; starve no more.',
    'This tar sticks.',
    'A custard tart.',
  ],
  ring: [
    'Bring it during spring.',
    'Wring the string.',
    'A boring, hiring, caring thing.',
    'The fringe of the range.',
    'Wandering and wondering.',
    'The ringleader.',
    'Her inground pool.',
  ],
  bar: [
    'Barely a bargain.',
    'The barber barked.',
    'Embarrassed, I embarked.',
    'A barrel of barley.',
    'She is bare.',
    'A crowbar.',
    'Barriers everywhere.',
    'I carry Barry.',
  ],
  sea: [
    'I see a light.',
    'A long season.',
    'These are mine.',
    'Search the seat.',
    'Please, a seal!',
    'His ear hurts.',
    'As ease goes.',
    'Nausea.',
    'See, A comes first.',
  ],
  sun: [
    'Us under one roof.',
    'It is unusual.',
    'Sundays are slow.',
    'Unsung, sunk, sundry.',
    'Issue number two.',
    'This under that.',
  ],
  son: [
    'A person sings a song.',
    'The reason is poison.',
    'So no one came.',
    'Is only that.',
    'A lesson for the season.',
    'So on and so on.',
    'So…n.',
    'S on the map.',
    'Prisoners.',
  ],
  ice: [
    'How nice of you to notice.',
    'I see.',
    'A police officer, twice.',
    'The price of rice.',
    'Mice in my office.',
    'I certainly do.',
    'A voice, a choice.',
    'Icon.',
  ],
  ant: [
    'I want a plant.',
    'The giant can’t.',
    'An important restaurant.',
    'Anthony, come.',
    'An T on the map.',
    'Elegant fantasy.',
    'Another antique.',
    'A-N-D so on.',
  ],
  art: [
    'Part of the party.',
    'Start the cart.',
    'Hearts and darts.',
    'An article apart.',
    'A royal rt.',
    'A smart quarter.',
    'Bart is in the army.',
  ],
  arm: ['The army is warm.', 'A charming farm.', 'Harm and alarm.'],
  gold: ['I go old ways.', 'The golf course.', 'Go, lad.', 'Goldilocks.'],
  lemon: ['Le Mond is a paper.', 'Let a demon in.', 'A melon, not that.', 'Solemn only.', 'Tall, e-mon.'],
  violin: ['Violent violets.', 'The viola and the cello.', 'Via Olin.', 'I am vio. Lin is there.'],
  umbrella: ['An umber rail.', 'Um. Bella, come.', 'Umbria is far.', 'A number, Ella.'],
  castle: ['The cast left.', 'The cast, le fin.', 'A cattle hostel.', 'Broadcast lemons.'],
  chess: ['In the chest.', 'Such essays.', 'Cheese and cherries.', 'Much less.', 'A duchess.'],
  wine: ['The twine.', 'We win each time.', 'Swine.', 'The wind whined.', 'Win ever, lose never.'],
  bread: ['Breathe.', 'A broad bead.', 'Bred for it.', 'Is the B read aloud?'],
  moon: ['The mood, the moor.', 'Mo on the left.', 'A monsoon.', 'Smooth operators.'],
  island: [
    'This is land I own.',
    'It is—land!',
    'It is,land is.',
    'That is. Land ahoy!',
    'His lands.',
    'On lsiand, 1 of many.',
  ],
  forest: ['For estates.', 'For Esther.', 'The rest is for us.'],
  train: ['It rained in the *rain*.', 'Strain and restraint.', 'A trait.'],
  apple: ['Apply here, please.', 'He grappled with it.', 'An appeal.'],
  store: ['It is an old story.', 'The restorer.'],
  bear: ['I was born here.', 'My beard.', 'Bare feet.'],
  stick: ['We are stuck.', 'A mystic.'],
  bee: ['Being here is fun.', 'It has been.', 'A beer.'],
  see: ['Seed the field.', 'So she did.'],
  pen: ['A lucky penny.', 'Open it.', 'A happening.'],
  car: ['I can carry it.', 'Caring is scary.', 'The card.'],
  rug: ['A rugged coast.', 'Rugby.'],
  kid: ['You are kidding.', 'The kidney.'],
  even: ['A fine evening.', 'The event, in the seventh.'],
  wit: ['A witness with it.', 'The switch.'],
  hand: ['Beforehand.', 'The husband.'],
  light: ['A slight delight.', 'No flight tonight.'],
  office: ['Call an officer.'],
  butter: ['A butterfly.', 'But terror reigns.'],
  import: ['This is important.'],
  animal: ['A lamina of gold.'],
  drawer: ['A fine reward.'],
  new: ['No news today.'],
  news: ['A new day.'],
  it: ['Its own way.', '17 of them.'],
  café: ['Two caves.'],
  will: ["I'll go, Willy."],
  waiter: ['Just wait, er, a moment.'],
  today: ['I went to. Day after day.'],
  ball: ['I bail you out, b1 or b2.'],
  mint: ['Mintaka. A minute.'],
  field: ['My feelings are mixed.', 'The fee yields.'],
  mood: ['I am moving.', 'The doomed moored.'],
};

const WORDS =
  `coffee tea cat run spy star ring bar sea sun son ice ant art gold lemon violin umbrella castle chess wine
bread moon apple river bridge window candle garden island forest train piano guitar doctor teacher king queen horse
mouse tiger whale eagle rose tulip snow storm beach desert hotel museum ship boat clock watch knife spoon plate table
chair pillow mirror ladder hammer money bank kite salt sugar honey butter cheese pizza soup cake pen book paper camera
phone shadow secret lamp fire water stone glass wolf fox bear bee owl egg nut hat coat net key
door letter`.split(/\s+/);

/** Secrets that the prose below really contains. */
const STANDING: Readonly<Record<string, readonly string[]>> = {
  tea: ['tea'],
  run: ['ran', 'running'],
  spy: ['spy'],
  door: ['door'],
  letter: ['letter'],
  watch: ['watch', 'watching'],
  table: ['table'],
  chair: ['chair'],
  bank: ['bank'],
  coat: ['coat'],
  fire: ['fire'],
  hat: ['hat'],
};

const FILLERS = [
  ['Mara', 'the weather'],
  ['NIL', 'the missing letter'],
  ['Brother Anselm', 'what the innkeeper heard'],
  ['Ines', 'a door that never closes'],
] as const;

const PROSE = [
  ...Object.values(PHRASES).flatMap((occasions) => Object.values(occasions).flat()),
  ...STANCES.flatMap(({ lines }) => lines),
].flatMap((phrase) =>
  FILLERS.map(([name, topic]) => phrase.replaceAll('{name}', name).replaceAll('{topic}', topic)),
);

describe('the guard in ordinary prose', () => {
  it('has much to read', () => {
    expect(Object.values(INNOCENT).flat().length).toBeGreaterThanOrEqual(120);
    expect(new Set(PROSE).size).toBeGreaterThanOrEqual(300);
  });

  it.each(Object.entries(INNOCENT).flatMap(([secret, lines]) => lines.map((line) => [secret, line])))(
    'with %j passes %j',
    (secret, line) => expect(createGuard([secret]).leaks(line)).toBe(false),
  );

  it.each(WORDS)('finds %j only where it stands', (word) => {
    const guard = createGuard([word]);
    const forms = STANDING[word] ?? [];
    for (const line of sample(PROSE, 100)) {
      const stands = line
        .toLowerCase()
        .split(/[^a-z]+/)
        .some((token) => forms.includes(token));
      expect([line, guard.leaks(line)]).toEqual([line, stands]);
    }
  });
});
