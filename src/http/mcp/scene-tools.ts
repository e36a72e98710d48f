import { z } from 'zod';
import { formatRoll } from '../../base/dice';
import { labelText, oneLine, quote, quoteBlock, quoteName } from '../../base/quote';
import { characterInput, createScene, personaInput } from '../../contract/create-scene';
import type { Event } from '../../contract/events/events';
import { roundEnd } from '../../contract/events/fold/progress';
import { sceneId } from '../../contract/ids';
import { type DiceRoll, diceRoll, type Round, type TurnAccepted } from '../../contract/rounds';
import {
  type Scene,
  type SceneSeen,
  type scenePage,
  sceneStatus,
  type templatePage,
} from '../../contract/scenes';
import { toProblem } from '../../contract/to-problem';
import { ROUND_WAIT } from '../../scene/actions/rounds';
import { awaitResult } from '../rooms/actions';
import type { Caller, Reply } from './caller';
import { type Line, line, readLines, writeLines } from './lines';
import {
  type Act,
  defineFormatter,
  defineTool,
  formatResult,
  type ResultFormatter,
  type ToolResult,
  type Work,
  within,
} from './tool';
import { describeEvent, paragraphs, shorten } from './words';

/** Default seconds that a tool waits: most clients time out after a minute. */
export const WAIT_S = 50;
const MAX_WAIT_S = 120;
export const waitArgument = (about: string, byDefault: number) =>
  z.number().int().min(0).max(MAX_WAIT_S).default(byDefault).describe(about);

const person = z.object({ id: z.string(), name: z.string() });
const seenScene = z.object({
  scene: sceneId,
  title: z.string(),
  status: sceneStatus,
  rounds: z.int().describe('Number of rounds played so far'),
  head: z.int().describe('Seq of the latest event; pass it as `after` to wait for the next one'),
  scenario: z.string(),
  cast: z.array(person.extend({ here: z.boolean() })).describe('Characters, played by models'),
  personas: z.array(person).describe('Personas, played by people'),
  you: z
    .object({ role: z.string(), persona: z.string().nullable() })
    .nullable()
    .describe('Your seat; null for the owner'),
  waiting: z.int().describe('Number of queued lines'),
  problem: z.string().nullable().describe('Why the last round failed'),
  lines: z.array(line).describe('The latest lines, oldest first'),
});
type SeenScene = z.output<typeof seenScene>;

const MAX_SCENARIO = 1_500;
const MAX_DESCRIPTION = 300;

const readScene = (caller: Caller, id: string): Promise<Reply<Scene | SceneSeen>> =>
  caller.ask<Scene | SceneSeen>(`GET /v1/scenes/${id}`);

/** Formats the current state of a scene with its latest lines. */
function formatScene(
  scene: Scene | SceneSeen,
  all: readonly Line[],
  most: number,
): ToolResult & { data: SeenScene } {
  const { id, title, status, rounds, head, scenario, cast, personas, queued, failed, people } = scene;
  const you = 'you' in scene ? { role: scene.you.role, persona: scene.you.persona } : null;
  const lines = all.slice(-most);
  const own = personas.find((persona) => persona.id === you?.persona);
  const names = (list: readonly { id: string; name: string }[]) =>
    list.map((one) => `${quoteName(one.name)} (${one.id})`).join(', ');
  const characters = cast.map(({ id, name, description, active }) => {
    const about = shorten(oneLine(description), MAX_DESCRIPTION);
    return `- ${quoteName(name)} (${id})${active ? '' : ', not present'}${about === '' ? '' : `: ${about}`}`;
  });
  const data: SeenScene = {
    ...{ scene: id, title, status, rounds, head, scenario, you, waiting: queued, lines },
    cast: cast.map(({ id, name, active }) => ({ id, name, here: active })),
    personas: personas.map(({ id, name }) => ({ id, name })),
    problem: failed ? failed.problem.detail : null,
  };
  const text = paragraphs(
    `${quoteName(title)} (${id}): ${status}, ${rounds} rounds played, head ${head}.`,
    quoteBlock(shorten(scenario, MAX_SCENARIO)),
    cast.length > 0 ? `Characters:\n${characters.join('\n')}` : null,
    personas.length > 0 && `Personas: ${names(personas)}`,
    you && (own ? `You are ${quoteName(own.name)} (${own.id}).` : `You are a ${you.role} without a persona.`),
    own?.secrets && labelText('Only you know', own.secrets),
    'card' in scene && scene.card !== null && `Your secret word in the game: ${quote(scene.card)}`,
    people.length > 0 && `Present: ${people.map(({ name }) => quoteName(name)).join(', ')}`,
    failed && `The last round failed: ${oneLine(failed.problem.detail)}`,
    queued > 0 && `${queued} queued lines.`,
    lines.length < all.length ? `\n(${all.length - lines.length} earlier lines omitted.)` : '',
    lines.length > 0 ? `\n${writeLines(lines)}` : '\nNo lines yet.',
  );
  return { text, data };
}

/** Reads a scene with its latest lines. */
async function fetchScene(
  caller: Caller,
  id: string,
  most: number,
): Promise<Reply<ToolResult & { data: SeenScene }>> {
  const scene = await readScene(caller, id);
  if (!scene.ok) return scene;
  const lines = await readLines(caller, id);
  return lines.ok ? { ok: true, value: formatScene(scene.value, lines.value, most) } : lines;
}

/** True if an event is worth showing: a round ended, someone spoke and no round answers yet, or the scene ended. */
function isNews({ turnMode, ...scene }: Scene | SceneSeen, event: Event): boolean {
  if (roundEnd(event) || event.kind === 'round.rolledback') return true;
  if (event.kind === 'scene.changed') return event.payload.status === 'finished';
  if (event.kind !== 'player.spoke') return false;
  const own = 'you' in scene ? `persona:${scene.you.persona}` : null;
  const isAmongPeople = event.payload.whisper === true && event.payload.to.length === 0;
  return event.actor !== own && (turnMode !== 'immediate' || isAmongPeople);
}

/** Argument of all tools that create a room. */
export const PROVIDER = z
  .string()
  .optional()
  .describe(
    "Name of the model provider; `understudy` plays without a model. Default: the stage's default provider",
  );

const listedScene = z.object({
  scene: sceneId,
  title: z.string(),
  status: sceneStatus,
  rounds: z.int(),
});
const listArguments = {
  q: z.string().max(200).optional().describe('Search by part of the title'),
  limit: z.number().int().min(1).max(100).default(20),
};
/** Builds a query from the arguments of a list. */
export const toQuery = (args: Readonly<Record<string, unknown>>): string =>
  String(
    new URLSearchParams(
      Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  );

export const SCENE_TOOLS = [
  defineTool({
    name: 'list_scenes',
    title: 'List scenes',
    description: 'List scenes, newest first, with the ids that other tools require.',
    asks: ['GET /v1/scenes'],
    args: listArguments,
    answer: z.object({ scenes: z.array(listedScene) }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof scenePage>>(`GET /v1/scenes?${toQuery({ ...args })}`);
      if (!page.ok) return page;
      const scenes = page.value.items.map(({ id, title, status, rounds }) => ({
        scene: id,
        title,
        status,
        rounds,
      }));
      const rows = scenes.map(
        (one) => `${one.scene}: ${quoteName(one.title)} (${one.status}, ${one.rounds} rounds)`,
      );
      return formatResult(rows.join('\n') || 'No scenes yet. Use create_scene to create one.', { scenes });
    },
  }),
  defineTool({
    name: 'list_templates',
    title: 'List scene templates',
    description: 'List templates for `create_scene`, with their characters and personas.',
    asks: ['GET /v1/templates'],
    args: {},
    answer: z.object({
      templates: z.array(
        z.object({ id: z.string(), title: z.string(), description: z.string(), personas: z.array(person) }),
      ),
    }),
    run: async ({ caller }) => {
      const page = await caller.ask<z.output<typeof templatePage>>('GET /v1/templates');
      if (!page.ok) return page;
      const templates = page.value.items.map(({ id, title, description, personas }) => ({
        ...{ id, title, description, personas },
      }));
      const rows = page.value.items.map(
        ({ id, title, description, characters, personas }) =>
          `${id}: ${title}. ${description} Characters: ${characters.join(', ') || 'none'}. Personas: ${personas.map((one) => `${one.name} (${one.id})`).join(', ') || 'none'}.`,
      );
      return formatResult(rows.join('\n'), { templates });
    },
  }),
  defineTool({
    name: 'create_scene',
    title: 'Create a scene',
    description:
      'Create a scene: a conversation in which characters, played by models and led by a director, talk with people and each other. Start from a template (`list_templates`), or define your own characters. Then use `say` or `pass`.',
    asks: ['POST /v1/scenes'],
    args: {
      template: createScene.shape.template.describe('Id of a template; other fields override it'),
      title: createScene.shape.title,
      scenario: createScene.shape.scenario.describe('Setting and situation'),
      characters: z
        .array(
          z.strictObject({
            name: characterInput.shape.name,
            description: z.string().max(8000).optional().describe('What everyone can see'),
            personality: z.string().max(2000).optional(),
            goals: z.string().max(2000).optional(),
            secrets: z.string().max(4000).optional().describe('Known only to the character and the director'),
          }),
        )
        .max(50)
        .optional(),
      personas: z
        .array(
          z.strictObject({
            name: personaInput.shape.name,
            description: z.string().max(4000).optional(),
            secrets: z
              .string()
              .max(4000)
              .optional()
              .describe('Known only to the person who plays it and the director'),
          }),
        )
        .max(50)
        .optional()
        .describe('Personas that people play, or that you speak as'),
      provider: PROVIDER,
    },
    answer: seenScene,
    run: async ({ caller, args: { key, provider, ...parts } }) => {
      const profiles = provider !== undefined && {
        profiles: { director: { provider }, character: { provider } },
      };
      const scene = await caller.ask<Scene>('POST /v1/scenes', { body: { ...parts, ...profiles }, key });
      return scene.ok ? fetchScene(caller, scene.value.id, 10) : scene;
    },
  }),
  defineTool({
    name: 'look',
    title: 'Look at the scene',
    description:
      'Get the current state of a scene: setting, who is present and the latest lines. With `wait`, first waits for news, so that you can take part in a conversation with others.',
    room: 'scene',
    asks: ['GET /v1/scenes/{id}', 'GET /v1/scenes/{id}/transcript'],
    args: {
      lines: z.number().int().min(1).max(200).default(30).describe('Number of latest lines to show'),
      wait: waitArgument('Seconds to wait for news; 0: return immediately', 0),
      after: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('With `wait`: the `head` of your last look. Default: wait for news from now on'),
    },
    answer: seenScene,
    run: async ({ caller, room, args, progress, signal }) => {
      if (args.wait === 0) return fetchScene(caller, room, args.lines);
      const scene = await readScene(caller, room);
      if (!scene.ok) return scene;
      const after = Math.min(args.after ?? scene.value.head, scene.value.head);
      const news = await caller.follow(room, after, within(signal, args.wait), (event) => {
        const words = describeEvent(event);
        if (words !== null) progress(words);
        return isNews(scene.value, event) ? 'enough' : 'more';
      });
      return news.ok ? fetchScene(caller, room, args.lines) : news;
    },
  }),
];

const turnAnswer = z.object({
  scene: sceneId,
  status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']).describe('Status of the round'),
  round: z.int().nullable(),
  lines: z.array(line).describe('Lines of the round, oldest first'),
  problem: z.string().nullable(),
});

const STILL_RUNNING = 'Use `look` with `wait` to see the result.';

/** Follows an input to the end of its round, and returns the lines of the round. */
async function formatTurn(
  { caller, room, args, progress, signal }: Work<{ wait: number }>,
  act: Act,
): Promise<Reply<ToolResult & { data: z.output<typeof turnAnswer> }>> {
  const input: Reply<TurnAccepted> = await act();
  if (!input.ok) return input;
  progress('Input stored');
  const { after, state } = ROUND_WAIT.begin(input.value);
  const outcome = await awaitResult(ROUND_WAIT, state, {
    ...{ after, open: caller.opener(room), signal: within(signal, args.wait) },
    onEach: (event) => {
      const words = describeEvent(event);
      if (words !== null) progress(words);
    },
  });
  if (!outcome.ok) return { ok: false, problem: toProblem(outcome.failure) };
  const { status, round } = outcome.value.state;
  const all = await readLines(caller, room);
  if (!all.ok) return all;
  const lines = round === null ? [] : all.value.filter((one) => one.round === round);
  const data = { scene: room, status, round, lines, problem: null };
  switch (status) {
    case 'queued':
      return formatResult(`Queued for the next round. ${STILL_RUNNING}`, data);
    case 'running':
      return formatResult(
        paragraphs(`Round ${round} is still running. ${STILL_RUNNING}`, writeLines(lines)),
        data,
      );
    case 'failed': {
      const failure = await caller.ask<Round>(`GET /v1/scenes/${room}/rounds/${round}`);
      const problem = failure.ok ? failure.value.problem : failure.problem;
      const why = problem ? oneLine(`${problem.detail} ${problem.fix ?? ''}`) : 'it could not be completed';
      return formatResult(`Round ${round} failed: ${why}`, { ...data, problem: why });
    }
    default: {
      if (round === null) return formatResult('Your line was stored. No round answers it.', data);
      const how = status === 'cancelled' ? 'was cancelled' : 'is complete';
      return formatResult(paragraphs(`Round ${round} ${how}.`, writeLines(lines)), data);
    }
  }
}

const turnFormatter = defineFormatter({
  args: { wait: waitArgument('Seconds to wait for the end of the round; 0: do not wait', WAIT_S) },
  answer: turnAnswer,
  formatResult: formatTurn,
});

const rollFormatter = defineFormatter({
  args: {},
  answer: diceRoll,
  formatResult: async (_, act) => {
    const roll: Reply<DiceRoll> = await act();
    if (!roll.ok) return roll;
    const { name, notation } = roll.value;
    return formatResult(`${quoteName(name)} rolls ${notation}: ${formatRoll(roll.value)}`, roll.value);
  },
});

/** Tools of turns, by name. */
export const SCENE_FORMATTERS: Readonly<Record<string, ResultFormatter>> = {
  say: turnFormatter,
  whisper: turnFormatter,
  pass: turnFormatter,
  roll_dice: rollFormatter,
};
