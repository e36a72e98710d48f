import type { z } from 'zod';
import type { AdventurePorts } from '../../src/adventure/ask';
import { putQuestion, type Question } from '../../src/adventure/ask';
import { firstLine } from '../../src/adventure/lines';
import { adventurerMessages } from '../../src/adventure/prompts/adventurer';
import { chroniclerMessages, completionMessages, extractorMessages } from '../../src/adventure/prompts/after';
import { criticMessages } from '../../src/adventure/prompts/critic';
import { discoveryMessages, refinementMessages, scholarMessages } from '../../src/adventure/prompts/periodic';
import { smallAdventurerMessages, smallAnswer, smallForm } from '../../src/adventure/prompts/small';
import type { AdventureState } from '../../src/adventure/state-types';
import { loadTokenizer } from '../../src/base/tokens';
import {
  adventurerAnswer,
  chroniclerAnswer,
  completionAnswer,
  criticAnswer,
  discoveryAnswer,
  extractorAnswer,
  refinementAnswer,
  scholarAnswer,
} from '../../src/contract/adventure-agents';
import {
  analysis,
  directorPlan,
  directorReconciliation,
  STATE_FIELDS,
  spokenLine,
  suggestion,
  summaryReport,
  worldReport,
} from '../../src/contract/agents';
import type { Message } from '../../src/contract/calls';
import { newScene } from '../../src/contract/create-scene';
import type { ResolvedProfile } from '../../src/contract/profiles';
import { wishAnswer } from '../../src/contract/wishes';
import { firstStep } from '../../src/model/ladder';
import { renderPrompt } from '../../src/model/prompt';
import { UNDERSTUDY_PROFILE } from '../../src/model/understudy-profile';
import type { Ask, Brief } from '../../src/room/step-context';
import { continueLine, regenerateLine } from '../../src/scene/actions/lines';
import { readHistory, readInputs } from '../../src/scene/history';
import { judgementEvents } from '../../src/scene/judgement/judgement';
import { chatWithDirector } from '../../src/scene/prompt/chat-prompts';
import type { SummaryBrief } from '../../src/scene/round/briefs';
import { createGuard } from '../../src/scene/table/guard';
import { draftEvents } from '../../src/scene/turns';
import {
  adventurerBrief,
  afterBrief,
  criticBrief,
  makeAdventure,
  makeMove,
  makeNote,
  makeObjective,
  makeReading,
  makeStory,
  periodicBrief,
  thing,
} from './adventure-sample';
import { maze } from './code-world';
import { answerAsUnderstudy, createMemoryRun, playOneTurn } from './explore-run';
import { fillSchema, type Given, type Write } from './fill-schema';
import { makeLabGame } from './lab-game';
import { envelope, live, openScene, type Room, type Script } from './play-scene';

/**
 * The prompts of every role of the three engines, built by the production code from texts that `write`
 * returns by field. The fields come from the schemas, so new fields are included automatically.
 */

export interface Shown {
  /** Layout or kind of room, role and variant, e.g. `chat-director-1`. */
  name: string;
  ask: Ask<unknown>;
  messages: Message[];
}

const count = await loadTokenizer();

type Style = NonNullable<ResolvedProfile['promptStyle']>;

const profileOf = (window: number, promptStyle: Style = 'chat'): ResolvedProfile => ({
  promptStyle,
  provider: 'openai',
  model: 'a-model',
  temperature: 0,
  maxTokens: 400,
  maxContextTokens: window,
  timeoutSeconds: 30,
  mayEmit: ['say'],
});

export const showAsk = (name: string, ask: Ask<unknown>): Shown => ({
  name,
  ask,
  messages: renderPrompt(ask, firstStep(ask.profile.maxTokens, ask)),
});

/** The text of a message; a picture becomes its label. */
export const readContent = (content: Message['content']): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : `[picture] ${part.label}`)).join('\n');

export const readText = (messages: readonly Message[]): string =>
  messages.map(({ role, content }) => `=== ${role} ===\n${readContent(content)}`).join('\n');

export async function everyPrompt(write: Write, window = 1_000_000): Promise<Shown[]> {
  return [
    ...(await scenePrompts(write, window)),
    ...(await tablePrompts(write, window)),
    ...(await gridPrompts(write, window)),
    ...(await gridPrompts(write, window, 'small')),
    ...(await wishPrompts(write, window)),
    ...(await adventurePrompts(write, window)),
    ...(await lightPrompts(write, window)),
    ...(await smallPrompts(write, window)),
    ...(await worldPrompts(write, window)),
  ];
}

/** Fields that make a book's entry match. */
const givenBook = (path: string): Given['values'] => ({
  [`${path}.entries.0.constant`]: true,
  [`${path}.entries.0.group`]: '',
  [`${path}.entries.0.characterFilter`]: undefined,
  [`${path}.entries.0.restrictions`]: undefined,
  // The filter and restrictions of the other entry exclude everyone.
  [`${path}.entries.1.id`]: 'closed',
  [`${path}.entries.1.group`]: '',
  [`${path}.entries.1.extra`]: {},
  [`${path}.entries.0.extra`]: {},
  [`${path}.extra`]: {},
});

/** Fields of a scene with a fixed format, or with an influence on the prompts. */
export const SCENE: Given = {
  counts: {
    ...{ characters: 4, personas: 2 },
    ...{ 'lorebooks.0.book.entries': 2, 'characters.0.lorebook.entries': 2 },
  },
  values: {
    template: undefined,
    worldId: undefined,
    campaignId: undefined,
    arcId: undefined,
    'opening.by': 'bo',
    profiles: undefined,
    settings: undefined,
    game: undefined,
    'lorebooks.0.id': 'book',
    'lorebooks.0.of': undefined,
    ...givenBook('lorebooks.0.book'),
    ...givenBook('characters.0.lorebook'),
    // One card with a book and one with a scenario are enough.
    ...Object.fromEntries([1, 2, 3].map((at) => [`characters.${at}.lorebook`, undefined])),
    ...Object.fromEntries([0, 2, 3].map((at) => [`characters.${at}.scenario`, undefined])),
    ...Object.fromEntries(['ada', 'bo', 'cy', 'dee'].map((id, at) => [`characters.${at}.id`, id])),
    ...Object.fromEntries([0, 1, 2, 3].map((at) => [`characters.${at}.from`, undefined])),
    'characters.0.active': true,
    'characters.3.active': false,
    'personas.0.id': 'mara',
    'personas.1.id': 'jo',
  },
};

export const PLAN: Given = {
  counts: { stateUpdates: STATE_FIELDS.length },
  values: {
    'activations.0.id': 'dee',
    'deactivations.0.id': 'cy',
    'actingCharacters.0.id': 'ada',
    'remainingActors.0.id': 'bo',
    'newActivations.0.id': 'dee',
    ...Object.fromEntries(
      STATE_FIELDS.flatMap((field, at) => [
        [`stateUpdates.${at}.id`, 'ada'],
        [`stateUpdates.${at}.field`, field],
      ]),
    ),
  },
};

const prefix =
  (name: string, write: Write): Write =>
  (field, place = field) =>
    write(`${name}.${field}`, `${name}.${place}`);

function openFilled(
  write: Write,
  window: number,
  values: Given['values'],
  { director = 'chat', character = 'chat' }: { director?: Style; character?: Style } = {},
): Room {
  const body = newScene.parse(
    fillSchema(newScene, prefix('newScene', write), { ...SCENE, values: { ...SCENE.values, ...values } }),
  );
  const profile = profileOf(window, character);
  return openScene(body, {}, 'seed', {
    director: profileOf(window, director),
    character: { ...profile, expectsJson: character === 'chat' },
    characters: { bo: { ...profile, expectsJson: false } },
  });
}

const answerSummary = (write: Write) => (ask: Ask<unknown>) => {
  const rounds = [...new Set((ask.brief as SummaryBrief).messages.map(({ round }) => round))];
  const whole = fillSchema(summaryReport, prefix('summaryReport', write)) as { bullets: { text: string }[] };
  return { ...whole, bullets: rounds.map((round) => ({ ...whole.bullets[0], round })) };
};

function showStep(room: Room, step: string, name: string, which: 'last' | 'first' = 'last'): Shown {
  const asks = room.asks.filter((one) => one.step === step);
  const asked = asks.at(which === 'last' ? -1 : 0);
  if (!asked) throw new Error(`${step} was not asked: ${room.asks.map((one) => one.step).join(', ')}`);
  return showAsk(name, asked.ask);
}

const requestNarration = (room: Room, text: string) =>
  room.append([{ kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text } }]);

async function scenePrompts(write: Write, window: number): Promise<Shown[]> {
  const answer = (name: string, schema: z.ZodType, given: Given = {}) =>
    fillSchema(schema, prefix(name, write), given);
  const speak = (name: string) => answer(name, spokenLine, { values: { kind: 'say' } });
  const plan = answer('directorPlan', directorPlan, PLAN) as { actingCharacters: { id: string }[] };
  const script: Script = {
    'director.1': { ...plan, actingCharacters: [...plan.actingCharacters, { id: 'bo' }, { id: 'dee' }] },
    'director.2': answer('directorReconciliation', directorReconciliation, {
      ...PLAN,
      values: { ...PLAN.values, activations: null, newActivations: null, deactivations: null },
    }),
    ada: speak('spokenLine'),
    world: answer('worldReport', worldReport),
    narrator: { ...(speak('spokenLine') as object), kind: 'narrate' },
    summary: answerSummary(write),
  };
  const room = openFilled(write, window, { settings: { summarizeAfter: 6, worldAgent: true } });
  room.memory.give = Object.fromEntries(
    ['ada', 'bo', 'cy', 'dee'].map((id) => [
      id,
      [{ text: write('recollection.text'), scene: 'scn', round: 1, score: 1 }],
    ]),
  );
  const shown: Shown[] = [];
  const take = (...given: [step: string, name: string, which?: 'first']) =>
    shown.push(showStep(room, ...given));
  for (let round = 1; round <= 3; round += 1) {
    await room.hear({ text: write('turn.text'), to: ['ada'], whisper: round === 2 }, script);
  }
  take('director.1', 'chat-director');
  take('director.1', 'chat-director-first', 'first');
  take('director.2', 'chat-director-second-pass');
  take('character.1:ada', 'chat-character');
  take('character.1:bo', 'chat-character-prose');
  take('character.1:dee', 'chat-character-entering', 'first');
  take('character.1:cy', 'chat-character-leaving', 'first');
  take('character.2:bo', 'chat-character-second-pass');
  take('world', 'chat-world');
  take('summary', 'chat-summarizer');
  requestNarration(room, write('turn.narration'));
  await room.play(script);
  take('narrator', 'chat-narrator');
  const line = room.ledger.findLast(
    ({ kind, actor }) => kind === 'character.spoke' && actor === 'character:ada',
  );
  const again = regenerateLine(room.state, live(line));
  if (!again.ok) throw new Error(JSON.stringify(again.failure));
  room.append(again.value);
  await room.play({ ...script, regenerate: speak('spokenLine') });
  take('regenerate:ada', 'chat-character-regenerate');
  shown.push(withSuggestions(room, write, window));
  room.append([
    { kind: 'round.requested', actor: 'persona:mara', payload: { type: 'continuation', to: ['bo'] } },
  ]);
  await room.play(script);
  take('director.1', 'chat-director-continuation');
  return shown;
}

async function lightPrompts(write: Write, window: number): Promise<Shown[]> {
  const room = openFilled(write, window, { settings: { director: 'light' } });
  const line = { kind: 'say', text: write('spokenLine.text'), thought: null };
  const script: Script = {
    'director.1': { who: ['ada'], cue: write('lightPlan.cue') },
    'director.2': { worldUpdates: [{ key: write('stateReport.key'), value: write('stateReport.value') }] },
    ada: line,
    continue: line,
    draft: line,
    judgement: { text: 'Warm enough.', scores: { warmth: 5 } },
  };
  for (let round = 1; round <= 2; round += 1) {
    await room.hear(write('turn.text'), script);
  }
  const directed = [
    showStep(room, 'director.1', 'chat-light-director'),
    showStep(room, 'director.2', 'chat-light-director-second-pass'),
  ];
  const spoken = live(
    room.ledger.findLast(({ kind, actor }) => kind === 'character.spoke' && actor === 'character:ada'),
  );
  const direction = write('turn.direction');
  for (const asked of [
    continueLine(room.state, spoken, direction),
    draftEvents(room.state, { personaId: 'mara', direction }),
    judgementEvents(room.state, { warmth: write('judgement.criterion') }),
  ]) {
    if (!asked.ok) throw new Error(JSON.stringify(asked.failure));
    room.append(asked.value as never);
    await room.play(script);
  }
  return [
    ...directed,
    showStep(room, 'continue:ada', 'chat-character-continue'),
    showStep(room, 'draft', 'chat-draft'),
    showStep(room, 'judge', 'scene-judge'),
  ];
}

/** The layout for small models: characters with a large director, then a scene with only small models. */
async function smallPrompts(write: Write, window: number): Promise<Shown[]> {
  const plan = fillSchema(directorPlan, prefix('directorPlan', write), PLAN) as {
    actingCharacters: object[];
  };
  const line = { kind: 'say', text: write('spokenLine.text'), thought: null };
  const script: Script = {
    'director.1': { ...plan, actingCharacters: [...plan.actingCharacters, { id: 'dee' }] },
    ada: line,
    summary: answerSummary(write),
  };
  const guided = openFilled(write, window, {}, { character: 'small' });
  await guided.hear(write('turn.text'), script);
  await guided.hear({ text: write('turn.text'), to: ['ada'], whisper: true });
  const room = openFilled(
    write,
    window,
    { settings: { summarizeAfter: 2 } },
    { director: 'small', character: 'small' },
  );
  for (let round = 1; round <= 2; round += 1) {
    await room.hear(round === 1 ? { text: write('turn.text') } : { type: 'continuation' }, {
      ...script,
      'director.1': { actingCharacters: [{ id: 'ada' }] },
    });
  }
  requestNarration(room, write('turn.narration'));
  await room.play();
  return [
    showStep(guided, 'character.1:ada', 'small-character', 'first'),
    showStep(guided, 'character.1:ada', 'small-character-whispered'),
    showStep(guided, 'character.1:dee', 'small-character-entering', 'first'),
    showStep(guided, 'character.1:cy', 'small-character-leaving', 'first'),
    showStep(room, 'director.1', 'small-director'),
    showStep(room, 'summary', 'small-summarizer'),
    showStep(room, 'narrator', 'small-narrator'),
  ];
}

/** Suggested changes, which few texts would produce, are set directly here. */
function withSuggestions(room: Room, write: Write, window: number): Shown {
  const { state } = room;
  const asked = room.asks.findLast((one) => one.step === 'director.2');
  if (!asked) throw new Error('no reconciliation was asked for');
  const seen = envelope(state, 'director', {
    round: 9,
    past: readHistory({ state, past: () => [] } as never),
    inputs: readInputs(state, 9),
    world: state.world,
    trackers: state.trackers,
    profile: profileOf(window),
    count,
    directorPass: 2,
    suggested: [
      { id: 'ada', field: 'mood', value: write('suggested.value'), evidence: write('suggested.evidence') },
    ],
  });
  const { messages } = chatWithDirector(seen, count);
  return showAsk('chat-director-suggestions', { ...asked.ask, messages });
}

async function tablePrompts(write: Write, window: number): Promise<Shown[]> {
  const words = [write('newScene.game.words.main'), write('newScene.game.words.odd')];
  // Otherwise the scene's own texts would contain them.
  if (createGuard([words[0] ?? '']).leaks(words[1] ?? '')) throw new Error('the words are one');
  const room = openFilled(write, window, {
    game: { kind: 'word-pair', words, rounds: 2, tickEvery: 1, people: ['mara'] },
    'characters.2.active': true,
  });
  const said = { kind: 'clue', text: write('clue.text'), thought: null };
  await room.hear(write('turn.text'), { ada: said, bo: said, cy: said });
  const first = [showStep(room, 'clue:cy', 'table-clue'), showStep(room, 'judge', 'table-judge')];
  await room.hear(write('turn.text'), { ada: said, bo: said, cy: said });
  return [...first, showStep(room, 'judge', 'table-judge-verdict')];
}

const lab = makeLabGame(({ first }, { id }) => (id === 'ACTION1' ? { to: { first: first + 1 } } : {}));

async function gridPrompts(write: Write, window: number, style: Style = 'chat'): Promise<Shown[]> {
  const profile = profileOf(window, style);
  const room = createMemoryRun({
    game: 'lab',
    profiles: { explorer: profile, analyst: profile },
    answer: ({ role }) =>
      role === 'explorer'
        ? fillSchema(suggestion, prefix('suggestion', write), {
            values: {
              target_action: 'ACTION1',
              target_x: null,
              target_y: null,
              setup_sequence: room.state.rounds > 3 ? ['ACTION2'] : null,
            },
          })
        : fillSchema(analysis, prefix('analysis', write), {
            values: { environment_updates: environmentUpdates(write) },
          }),
  });
  for (let n = 0; n < 4; n += 1) await playOneTurn(room, { lab });
  return ['explorer', 'analyst'].flatMap((role) => {
    const asked = room.asks.filter(({ ask }) => ask.role === role);
    const [first, last] = [asked[0], asked.at(-1)];
    if (!first || !last) throw new Error(`the ${role} was not asked`);
    const name = style === 'small' ? `small-${role}` : `grid-${role}`;
    return [showAsk(name, last.ask), showAsk(`${name}-first`, first.ask)];
  });
}

const oneAction = makeLabGame(({ first }) => ({ to: { first: first + 1 } }), ['ACTION1']);

/** Prompts of a run that plays on: with earlier wishes, and after a refused one. */
async function wishPrompts(write: Write, window: number): Promise<Shown[]> {
  const profile = { ...profileOf(window), provider: 'openai' };
  let asked = 0;
  const room = createMemoryRun({
    game: 'lab',
    play: true,
    profiles: { explorer: profile, analyst: profile },
    answer: ({ role, brief }) => {
      if (role !== 'explorer')
        return fillSchema(analysis, prefix('analysis', write), {
          values: { environment_updates: environmentUpdates(write) },
        });
      if (brief.task !== 'player')
        return fillSchema(suggestion, prefix('suggestion', write), { values: { target_action: 'ACTION1' } });
      asked += 1;
      // The first is done, the second impossible.
      const wish = asked === 2 ? { wish: 'touch', row: 1 } : { wish: 'actions', actions: ['ACTION1'] };
      return fillSchema(wishAnswer, prefix('wishAnswer', write), { values: wish });
    },
  });
  for (let n = 0; n < 20 && asked < 3; n += 1) await playOneTurn(room, { lab: oneAction });
  const shown = (step: string, name: string): Shown => {
    const ask = room.asks.findLast((one) => one.step === step && one.ask.brief.task === 'player');
    if (!ask) throw new Error(`${step} was not asked for a wish`);
    return showAsk(name, ask.ask);
  };
  return [shown('suggest', 'grid-player'), shown('suggest_again', 'grid-player-refused')];
}

/** Prompts for the program of a world: the first, and after a program that throws. */
async function worldPrompts(write: Write, window: number): Promise<Shown[]> {
  const profile = { ...profileOf(window), provider: 'openai' };
  const source = `// ${write('worldProgram.source').replaceAll(/\s/g, ' ')}\nfunction step() { throw new Error(${JSON.stringify(write('worldProgram.error'))}); }`;
  const room = createMemoryRun({
    game: 'maze',
    world: 'code',
    profiles: { explorer: UNDERSTUDY_PROFILE, analyst: profile },
    answer: (ask) => (ask.purpose === 'world_program' ? { source } : answerAsUnderstudy(ask)),
  });
  const listAsked = () => room.asks.filter(({ ask }) => ask.purpose === 'world_program');
  for (let n = 0; n < 20 && listAsked().length < 2; n += 1) await playOneTurn(room, { maze });
  const [first, again] = listAsked();
  if (!first || !again) throw new Error('no program was asked for');
  return [showAsk('grid-world-program-first', first.ask), showAsk('grid-world-program', again.ask)];
}

const environmentUpdates = (write: Write) => [
  ...(['object', 'relationship', 'rule'] as const).map((kind) => ({
    kind,
    name: write('analysis.environment_updates.*.name'),
    text: write('analysis.environment_updates.*.text'),
    confidence: 0.5,
  })),
  write('analysis.environment_updates.*'),
];

/** A run with every possible field set. */
export function writtenAdventure(write: Write): AdventureState {
  const objective = write('objective.text');
  return makeAdventure({
    story: makeStory({
      text: write('story.text'),
      upper: [write('story.upper'), write('story.upper')],
      reading: makeReading({
        location: { id: 12, name: write('story.place') },
        inventory: [thing(20, write('story.thing'))],
        visible: [thing(21, write('story.thing'), [thing(22, write('story.thing'))])],
      }),
    }),
    extracted: fillSchema(extractorAnswer, prefix('extractorAnswer', write)) as AdventureState['extracted'],
    exits: [{ direction: 'southeast', to: null, text: write('story.exit'), deadly: true }],
    vain: { L12: { [write('command')]: 7 } },
    deadly: { L12: [write('command')] },
    episodes: [
      { n: 1, turn: 1, turns: 31, deaths: 0, score: 5, best: 5, end: 'died' },
      { n: 2, turn: 31, turns: 1, deaths: 0, score: 5, best: 5, end: null },
    ],
    progress: { turn: 1, trail: [], warned: [], best: 5, carried: [], effective: [] },
    map: {
      rooms: [
        { id: 12, name: write('story.place'), firstTurn: 1, visits: 3 },
        { id: 13, name: write('story.place'), firstTurn: 2, visits: 1 },
      ],
      edges: [{ from: 12, direction: write('command'), to: 13, how: 'walked', turn: 2 }],
      blocked: [
        { from: 12, direction: 'west', text: write('story.refusal'), how: 'walked', turn: 5, world: 3 },
      ],
    },
    objectives: [
      makeObjective({ text: objective }),
      makeObjective({ id: 'P1', source: 'player', text: objective }),
      makeObjective({
        id: 'A2',
        text: objective,
        status: 'completed',
        ended: { turn: 30, by: 'keeper', why: write('completionAnswer.completed.*.evidence') },
      }),
    ],
    refusals: [
      { text: write('refusal.text'), why: write('refusal.why') },
      { text: null, why: write('refusal.why') },
    ],
    notes: [makeNote({ text: write('chroniclerAnswer.text') })],
    knowledge: write('scholarAnswer.knowledge'),
    recent: [
      makeMove({ turn: 30, command: write('command'), text: write('story.text'), effect: false }),
      makeMove({
        command: write('command'),
        from: 12,
        to: 13,
        moved: true,
        thinking: write('adventurerAnswer.thinking'),
      }),
    ],
  });
}

const untouched = {
  ...{ recent: [], notes: [], objectives: [], refusals: [], extracted: null, knowledge: null },
  ...{ exits: null, vain: {}, deadly: {}, map: { rooms: [], edges: [], blocked: [] } },
};

async function adventurePrompts(write: Write, window: number): Promise<Shown[]> {
  const sample = writtenAdventure(write);
  const withLayout = (style: Style): AdventureState => {
    const roles = Object.keys(sample.config.profiles);
    const profiles = Object.fromEntries(roles.map((role) => [role, profileOf(window, style)]));
    return { ...sample, config: { ...sample.config, profiles } } as AdventureState;
  };
  const state = withLayout('chat');
  const shown: Shown[] = [];
  const ask = async <T, B extends Brief>(
    name: string,
    question: Omit<Question<T, B>, 'step' | 'purpose'>,
  ) => {
    const ctx = {
      state,
      ask: async (_step: string, made: Ask<unknown>) => void shown.push(showAsk(name, made)),
    };
    const ports: AdventurePorts | null = null;
    const made = { step: name, purpose: name, ...question };
    await putQuestion({ ctx, player: ports, count } as never, made, { decide: (answer) => answer });
  };
  await ask('adventure-adventurer', {
    role: 'adventurer',
    brief: adventurerBrief({
      state,
      suggested: write('given.command'),
      rejected: [{ command: write('command'), reason: write('criticAnswer.reason') }],
    }),
    write: adventurerMessages,
    schema: adventurerAnswer,
  });
  // State with the option `hints`: readings with their readers, exits, answers, trials.
  const { story } = state;
  const hinted = {
    ...state,
    config: { ...state.config, options: { ...state.config.options, hints: 'trials' } },
    exits: [
      { direction: 'north', to: { id: 13, name: write('story.place') }, text: '', deadly: false },
      { direction: 'west', to: null, text: '', deadly: false },
    ],
    story: story && {
      ...story,
      reading: {
        ...story.reading,
        maximum: 350,
        inventory: story.reading.inventory.map((held) => ({ ...held, note: write('story.note') })),
        sources: { location: ['tree'], score: ['trial'], inventory: ['tree'], visible: ['tree', 'trial'] },
      },
    },
  } as AdventureState;
  const text = write('story.text');
  await ask('adventure-adventurer-hints', {
    role: 'adventurer',
    brief: adventurerBrief({
      state: hinted,
      hints: [{ command: 'north', text: firstLine(text, 100), moved: false, points: 0, alike: [] }],
    }),
    write: adventurerMessages,
    schema: adventurerAnswer,
  });
  await ask('adventure-chronicler-hints', {
    role: 'chronicler',
    brief: afterBrief('chronicler', { state: hinted, moves: state.recent }),
    write: chroniclerMessages,
    schema: chroniclerAnswer,
  });
  await ask('adventure-completion-hints', {
    role: 'keeper',
    brief: afterBrief('completion', { state: hinted, moves: state.recent }),
    write: completionMessages,
    schema: completionAnswer,
  });
  await ask('adventure-discovery-hints', {
    role: 'keeper',
    brief: periodicBrief('discovery', { state: hinted }),
    write: discoveryMessages,
    schema: discoveryAnswer,
  });
  const small = adventurerBrief({ state: withLayout('small') });
  await ask('small-adventurer', {
    role: 'adventurer',
    brief: small,
    write: smallAdventurerMessages,
    schema: smallAnswer,
    instruction: smallForm(small),
  });
  await ask('adventure-adventurer-key', {
    role: 'adventurer',
    brief: adventurerBrief({ state: { ...state, story: state.story && { ...state.story, awaits: 'key' } } }),
    write: adventurerMessages,
    schema: adventurerAnswer,
  });
  await ask('adventure-adventurer-first', {
    role: 'adventurer',
    brief: adventurerBrief({ state: { ...state, ...untouched } }),
    write: adventurerMessages,
    schema: adventurerAnswer,
  });
  await ask('adventure-critic', {
    role: 'critic',
    brief: criticBrief({
      state,
      command: write('adventurerAnswer.action'),
      thinking: write('adventurerAnswer.thinking'),
    }),
    write: criticMessages,
    schema: criticAnswer,
  });
  const after = { state, moves: state.recent };
  await ask('adventure-extractor', {
    role: 'extractor',
    brief: afterBrief('extractor', after),
    write: extractorMessages,
    schema: extractorAnswer,
  });
  await ask('adventure-chronicler', {
    role: 'chronicler',
    brief: afterBrief('chronicler', after),
    write: chroniclerMessages,
    schema: chroniclerAnswer,
  });
  await ask('adventure-completion', {
    role: 'keeper',
    brief: afterBrief('completion', after),
    write: completionMessages,
    schema: completionAnswer,
  });
  await ask('adventure-discovery', {
    role: 'keeper',
    brief: periodicBrief('discovery', { state }),
    write: discoveryMessages,
    schema: discoveryAnswer,
  });
  await ask('adventure-refinement', {
    role: 'keeper',
    brief: periodicBrief('refinement', { state }),
    write: refinementMessages,
    schema: refinementAnswer,
  });
  await ask('adventure-scholar', {
    role: 'scholar',
    brief: periodicBrief('scholar', { state }),
    write: scholarMessages,
    schema: scholarAnswer,
  });
  return shown;
}
