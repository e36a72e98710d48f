import { describe, expect, it } from 'vitest';
import type { CastMember, Line } from '../state';
import { inferDeltas } from './infer';

const member = (id: string, name: string, state: Partial<CastMember['state']> = {}): CastMember => ({
  id,
  name,
  description: '',
  personality: '',
  goals: '',
  secrets: '',
  instructions: '',
  nickname: '',
  postHistory: '',
  depthPrompt: null,
  examples: [],
  voice: [],
  active: true,
  exiting: false,
  state: { location: '', mood: '', clothing: '', activity: '', intentions: '', ...state },
  lastSpokeRound: null,
  flags: { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false },
});
const CAST = [member('hesper', 'Hesper Quill'), member('bo', 'Bo'), member('wren', 'Dr. Wren')];

const line = (text: string, actor = 'character:hesper', kind = 'say'): Line => ({
  seq: 1,
  round: 1,
  actor,
  name: 'X',
  kind,
  text,
  to: [],
  audience: ['*'],
});
/** Inferred changes, as `field: value`. */
const read = (text: string, actor?: string, kind?: string): string[] =>
  inferDeltas([line(text, actor, kind)], CAST).map(({ field, value }) => `${field}: ${value}`);

describe('what is read from what somebody does', () => {
  it.each<[string, string[]]>([
    ['*walks to the window*', ['location: the window']],
    ['*Walks over to the window.* It still rains.', ['location: the window']],
    ['*steps out onto the gallery*', ['location: the gallery']],
    ['*heads back into the kitchen*', ['location: the kitchen']],
    ['*slowly goes up to the lamp room*', ['location: the lamp room']],
    ['*crosses to the foot of the stairs*', ['location: the foot of the stairs']],
    ['*steps behind the counter*', ['location: behind the counter']],
    ['*steps outside*', ['location: outside']],
    ['*goes upstairs*', ['location: upstairs']],
    ['*enters the cellar*', ['location: the cellar']],
    ['*returns to the table*', ['location: the table']],
    ['*walking to Bo’s table*', ["location: Bo's table"]],
    ['*She walks to the window.*', ['location: the window']],
    ['*Hesper walks to the window.*', ['location: the window']],
    ['*I walk to the window.*', ['location: the window']],
    ['*puts the cup down and walks to the door*', ['location: the door']],
    ['*walks to the window as the door opens*', ['location: the window']],
    ['*As the door opens, walks to the window.*', ['location: the window']],
    ['*With a sigh, walks to the window.*', ['location: the window']],
    ['*joins Bo at the long table*', ['location: at the long table']],
    ['*sits down by the stove*', ['location: by the stove', 'activity: sitting']],
    ['*sits down*', ['activity: sitting']],
    ['*leans against the wall*', ['location: against the wall', 'activity: leaning']],
    ['*takes a seat at the bar*', ['location: at the bar', 'activity: sitting']],
    ['*sinks into the armchair by the fire*', ['location: in the armchair']],
    ['*sinks into the chair*', ['location: in the chair']],
    ['*stays by the door*', ['location: by the door']],
    ['*at the window, without turning*', ['location: at the window']],
    ['*gets to her feet*', ['activity: standing']],
    ['*grins*', ['mood: amused']],
    ['*Grinning.* Well, well.', ['mood: amused']],
    ['*angrily*', ['mood: angry']],
    ['*says nervously*', ['mood: nervous']],
    ['*smiles sadly*', ['mood: sad']],
    ['*is furious*', ['mood: furious']],
    ['*visibly shaken*', ['mood: shaken']],
    ['*shaking with rage*', ['mood: furious']],
    ['*glares at Bo*', ['mood: angry']],
    ['*pulls on her oilskin*', ['clothing: wearing her oilskin']],
    ['*takes off his hat*', ['clothing: without his hat']],
    ['*takes his hat off*', ['clothing: without his hat']],
    ['*puts the wet coat back on*', []],
    ['*puts her coat on*', ['clothing: wearing her coat']],
    ['*slips out of her boots*', ['clothing: without her boots']],
    ['*is wearing a red dress*', ['clothing: wearing a red dress']],
    ['*starts mending the net*', ['activity: mending the net']],
    ['*begins to mend the net*', ['activity: mending the net']],
    ['*is cooking*', ['activity: cooking']],
    ['*goes back to sewing*', ['activity: sewing']],
    ['*keeps digging through the drawer*', ['activity: digging through the drawer']],
    ['*busies herself with the kettle*', ['activity: busy with the kettle']],
    ['*falls asleep*', ['activity: asleep']],
    ['*leans on the counter*', []],
    ['*decides to search the cellar*', ['intentions: search the cellar']],
    ['*grins and sits down by the stove*', ['mood: amused', 'location: by the stove', 'activity: sitting']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  it('is read without asterisks in a line that is an action', () => {
    expect(read('walks to the window', 'character:bo', 'do')).toEqual(['location: the window']);
    expect(read('walks to the window', 'character:bo', 'say')).toEqual([]);
  });
});

it.each<[string, string[]]>([
  ["I'm furious!", ['mood: furious']],
  ['I’m furious!', ['mood: furious']],
  ['Bo, I am so tired.', ['mood: tired']],
  ["No, I'm angry with you.", ['mood: angry']],
  ['Oh well, I feel a bit lonely today.', ['mood: lonely']],
  ['“I’m furious!”', ['mood: furious']],
  ['*slams the table* “I’m furious!”', ['mood: furious']],
  ["I'll go down at dawn.", ['intentions: go down at dawn']],
  ['I mean to find the boat.', ['intentions: find the boat']],
  ["Very well, I'm going to search the cellar.", ['intentions: search the cellar']],
  ['I will fetch the oil, Bo.', ['intentions: fetch the oil']],
  ["At dawn I'll row to the island.", ['intentions: row to the island']],
  ["I swear I'll find the boat.", ['intentions: find the boat']],
  ["I'll leave at first light.", ['intentions: leave at first light']],
  ["I'll fix the lamp and you hold the ladder.", ['intentions: fix the lamp']],
  ["I'm mending the net.", ['activity: mending the net']],
  ["It is late and I'm tired.", ['mood: tired']],
])('what is read from what somebody says: %s', (text, expected) => expect(read(text)).toEqual(expected));

describe('what is not read', () => {
  it.each([
    // about others
    'She went to the window.',
    'Bo is furious.',
    "You're furious.",
    '*Bo walks to the window*',
    '*Bo walks to the window and sits down by the stove*',
    '*Ines walks to the window and sits down by the stove*',
    '*The captain walks to the window, sits down by the stove.*',
    '*His hand goes to the door.*',
    '*watches as Bo gets up and walks to the window*',
    '*looks at Bo. She walks to the window.*',
    '*nods at the old captain. He sits down by the stove.*',
    '*watches Bo walk to the window*',
    '*You walk to the window.*',
    '*puts a coat on Bo*',
    '*takes Bo’s hat off*',
    '*takes the coat off the hook*',
    "*Hesper's hat falls to the floor*",
    '*Grinning, Bo sits down.*',
    '*Furious, the captain sits down.*',
    '*They walk to the window*',
    '*asks Bo why he smiles sadly*',
    '*studies Bo’s worriedly drawn map*',
    '*The rain starts to drum on the roof.*',
    '*starts to rain*',
    // addressed to others
    'Go to the window!',
    'Sit down by the stove.',
    'Put on your coat.',
    '*tells Bo to go to the window*',
    '*motions to Bo to sit down by the stove*',
    // negation
    "I won't go down at dawn.",
    "I'm not angry.",
    "I'm not going to search the cellar.",
    "I'll never leave the island.",
    '*does not walk to the window*',
    '*never smiles*',
    '*walks without grinning*',
    "*doesn't sit down by the stove*",
    "Don't think I'm furious.",
    // hypothetical
    'If you leave, I’ll go down at dawn.',
    "I'd go down at dawn.",
    'I might search the cellar.',
    "When he is late, I'm furious.",
    "Move or I'll shoot the lamp.",
    '*pretends to grin, walks to the window*',
    '*almost sits down by the stove*',
    '*would walk to the window*',
    '*walks to the window in his mind*',
    // question
    "Do you think I'm furious?",
    "I'm furious?",
    "I'll go down at dawn, shall I?",
    '*walks to the window?*',
    // quotation
    'She said I’m furious.',
    'The letter reads "I\'m furious."',
    'And he: ‘I’ll go down at dawn.’ Just like that.',
    '*reads aloud* "I\'ll go down at dawn."',
    'Bo: I’ll go down at dawn.',
    // past, habit
    '*walked to the window*',
    'I was furious.',
    'I was going to search the cellar.',
    'I meant to find the boat.',
    '*always sits by the stove*',
    // idiom
    "I'm happy to help.",
    "I'm afraid that is all.",
    "I'm afraid we are closed.",
    "I'll be damned.",
    "I'll tell you a story.",
    "I'll bet the captain knows.",
    "I'll eat my hat.",
    "I'll leave you alone.",
    "I'll do it.",
    "I'm going to bed.",
    "I'm going to the window.",
    '*gets to the point*',
    '*comes to a halt*',
    '*goes to sleep*',
    '*jumps to the conclusion*',
    '*runs into a problem*',
    '*runs a hand through her hair*',
    '*moves the chair to the window*',
    '*walks to Bo*',
    '*walks over to the captain*',
    '*leans on her elbow*',
    '*stands by his word*',
    '*puts on a brave face*',
    '*puts on the kettle*',
    '*tugs on the rope*',
    '*laughs it off coldly*',
    '*smiles coldly*',
    '*cries out*',
    '*starts talking*',
    '*is going*',
    '*lies to Bo*',
    '*leans back*',
    '*lies*',
    'I *really* mean the window.',
    'I am *furious* he says.',
    '**walks** to the *window*',
    '*',
    '***',
    '',
  ])('%s', (text) => expect(read(text)).toEqual([]));

  it('from players, the narrator, and ids that are in no cast', () => {
    for (const actor of [
      'persona:hesper',
      'narrator',
      'system',
      'character:nobody',
      'character:constructor',
    ]) {
      expect(read('*walks to the window*', actor)).toEqual([]);
    }
  });
});

describe('suggestions', () => {
  it('hold one change for each character and field: the last', () => {
    const lines = [
      line('*walks to the window* Dark. *goes to the door*'),
      line('*sits down by the stove*', 'character:bo'),
      line('*grins*'),
      line('*scowls*'),
    ];
    expect(inferDeltas(lines, CAST).map(({ id, field, value }) => [id, field, value])).toEqual([
      ['hesper', 'location', 'the door'],
      ['bo', 'location', 'by the stove'],
      ['bo', 'activity', 'sitting'],
      ['hesper', 'mood', 'angry'],
    ]);
  });

  it('forget what is over at the end of the round', () => {
    expect(read('*sits down by the stove* … *walks to the window*')).toEqual(['location: the window']);
    expect(read('*starts mending the net* … *stops mending*')).toEqual([]);
    expect(read('*walks to the window* Good night. *leaves*')).toEqual([]);
    expect(read('*walks to the window* Good night. *walks out*')).toEqual([]);
  });

  it('say nothing of what is so already', () => {
    const cast = [member('hesper', 'Hesper', { location: 'The window', mood: 'amused' })];
    expect(inferDeltas([line('*walks to the window* *grins*')], cast)).toEqual([]);
    expect(
      inferDeltas([line('*walks to the door, then to the window* *walks to the window*')], cast),
    ).toEqual([]);
  });

  it('bring the words they were read from, as they were written', () => {
    const text = 'It’s late. *puts down the cup, walks over to Bo’s table* I’ll “sleep”.';
    const [delta] = inferDeltas([line(text)], CAST);
    expect(delta?.evidence).toBe('walks over to Bo’s table');
    const long = `*walks to the window ${'to look at the rain '.repeat(20)}*`;
    const [cut] = inferDeltas([line(long)], CAST);
    expect(cut?.evidence.length).toBe(120);
    expect(long).toContain(cut?.evidence);
  });

  it('are values short enough to be a state', () => {
    expect(read(`I'll find the ${'very '.repeat(30)}long boat.`)).toEqual([]);
    expect(read(`*walks to the ${'x'.repeat(500)}*`)).toEqual([]);
  });

  it('come from the beginning of a line that is too long to be read', () =>
    expect(read(`*grins* ${'a '.repeat(50_000)}*walks to the window*`)).toEqual(['mood: amused']));

  it.each(['*', '"', "'", '“', ' I', 'I ', ', and', '*a* ', '*is ', "I'm so ", 'the of ', '\n', '💥'])(
    'survive a line of nothing but %j',
    (piece) => expect(inferDeltas([line(piece.repeat(40_000)), line('*grins*')], CAST)).toHaveLength(1),
  );
});
