import { jsonInstruction, toProviderSchema } from 'answer-reader';
import { z } from 'zod';
import { isSmall } from '../../base/answerer';
import type { JsonObject } from '../../base/json';
import type { CountTokens } from '../../base/tokens';
import {
  directorPlan,
  directorPlanOf,
  directorReconciliation,
  lightPlan,
  type SpokenLine,
  stateReport,
  type WorldReport,
  worldReport,
} from '../../contract/agents';
import type { PromptUse } from '../../contract/context';
import type { ResolvedProfile } from '../../contract/profiles';
import { SMALL_ANSWER } from '../../model/profiles';
import type { Ask, StepContext } from '../../room/step-context';
import { newestOf, personaOf, readInputs, readPast } from '../history';
import { rewrites } from '../pace';
import type { Prompt } from '../prompt/assemble';
import {
  chatForPlayer,
  chatWithCharacter,
  chatWithDirector,
  chatWithNarrator,
  chatWithWorld,
} from '../prompt/chat-prompts';
import { namesOfOthers, plainName } from '../prompt/conversation';
import { type AgentContextEnvelope, buildEnvelope, type EnvelopeInput, lengthOf } from '../prompt/envelope';
import { cutRepeats, isLoop, repeats, unquotedParts } from '../prompt/repetition';
import {
  isSilence,
  ownTexts,
  renderSmallCharacterPrompt,
  renderSmallDirectorPrompt,
  shortestOf,
  smallTimes,
} from '../prompt/small';
import { shownTo } from '../prompt/window';
import { fillTexts } from '../setup/fill-texts';
import type { Line } from '../state';
import { findMember, listCast, type Persona, profileOf, type SceneState, takesTurns } from '../state';
import { audienceOfAnswer, namesOf } from '../whispers';
import type { CharacterBrief, ClueBrief, DirectorBrief, WorldBrief } from './briefs';
import { type AnyPlan, type Cue, checkPlan, nameOf } from './director';
import { castNames, type Talk, talkOf, withKind, withoutWhispers } from './talk';

/** An ask, and what its prompt came to. */
export interface AgentRequest<T> {
  ask: Ask<T>;
  use: PromptUse;
  /** The same of the profile that is asked instead when this one gives no usable answer. */
  fallback?: () => AgentRequest<T>;
}

/** An ask for a profile, and for its fallback: each has its own window, kinds and form. */
export function askWith<T>(
  profile: ResolvedProfile,
  make: (profile: ResolvedProfile) => AgentRequest<T>,
): AgentRequest<T> {
  const { fallback } = profile;
  return { ...make(profile), ...(fallback && { fallback: () => make(fallback) }) };
}

/** Inputs that every agent of a round is given, before its own. */
export type AgentInputs = Omit<
  EnvelopeInput,
  'viewer' | 'profile' | 'count' | 'seed' | 'schemaTokens' | 'shown'
> & {
  /** Lines of the scene before the first of `past`. */
  before: number;
};

export interface AgentTools {
  count: CountTokens;
  /** Seed of the round. */
  seed: string;
}

/**
 * Gathers the inputs that all agents of the open round share.
 *
 * @param least messages that are needed at least, for a summary
 */
export function gatherInputs(ctx: StepContext<SceneState>, least = 0): AgentInputs {
  const { state } = ctx;
  const round = state.open?.n ?? state.rounds;
  const newest = newestOf(state);
  const { type = 'continuation' } = newest ?? {};
  const past = readPast(ctx, Math.max(least, 2 * state.historyWindow + 1));
  const inputs = readInputs(state, round);
  const spokenCount = state.answering.filter(({ type }) => type === 'user').length;
  return {
    ...{ state, round, past, inputs },
    before: Math.max(0, (state.summary.lines ?? 0) - spokenCount - past.length),
    type: rewrites(type) ? 'continuation' : (type as AgentInputs['type']),
    persona: personaOf(state, newest),
    world: state.world,
    trackers: state.trackers,
  };
}

const REPORTS = { 1: 'direct the round', 2: 'reconcile the round' } as const;

/** The director, in pass 1 or 2. Names it does not know refuse its answer. */
export function askDirector(agentInputs: AgentInputs, pass: 1 | 2, tools: AgentTools): AgentRequest<AnyPlan> {
  const { state } = agentInputs;
  const { count, seed } = tools;
  return askWith(profileOf(state, 'director'), (profile) => {
    if (isSmall(profile)) return askSmallDirector(agentInputs, profile, tools);
    const isLight = state.settings.director === 'light';
    const schema = directorSchema(pass, isLight);
    const example = readExample(schema, directorExample(state, pass, agentInputs.inputs), isLight);
    const instruction = writeForm(schema, example);
    const ownInputs = { ...agentInputs, directorPass: pass };
    const envelope = buildFor(ownInputs, 'director', profile, instruction, tools);
    const brief: DirectorBrief = {
      ...{ task: 'director', pass, seed: `${seed}/director.${pass}`, envelope },
      ...(isLight && { isLight }),
    };
    const prompt = chatWithDirector(envelope, count, isLight);
    const ask: Ask<AnyPlan, DirectorBrief> = {
      role: 'director',
      purpose: REPORTS[pass],
      brief,
      messages: prompt.messages,
      schema,
      sentSchema: directorPlanOf(pass, state.castOrder, isLight),
      schemaName: SCHEMA_NAMES[isLight ? 'light' : 'full'][pass],
      profile,
      example,
      check: (plan) =>
        checkPlan(state, plan).map((found) => (isLight ? { ...found, pointer: '/who' } : found)),
    };
    return { ask, use: prompt.use };
  });
}

const SCHEMA_NAMES = {
  full: { 1: 'director_plan', 2: 'director_reconciliation' },
  light: { 1: 'speakers', 2: 'state_report' },
} as const;

/** A light director's answers, as plans of a full one. Made once, as schemas are cached by identity. */
const lightPlans = {
  1: lightPlan.transform(({ who, cue }) =>
    directorPlan.parse({ actingCharacters: who && inOrder(who).map((one) => ({ ...one, guidance: cue })) }),
  ),
  2: stateReport.transform((report) => directorReconciliation.parse(report)),
} as unknown as Record<1 | 2, Ask<AnyPlan>['schema']>;

const directorSchema = (pass: 1 | 2, isLight: boolean): Ask<AnyPlan>['schema'] =>
  isLight
    ? lightPlans[pass]
    : ((pass === 1 ? directorPlan : directorReconciliation) as Ask<AnyPlan>['schema']);

/** The part of an example that the schema asks for. */
function readExample(schema: Ask<AnyPlan>['schema'], example: AnyPlan, isLight: boolean): JsonObject {
  if (isLight && 'actingCharacters' in example) {
    const [first] = example.actingCharacters ?? [];
    return { who: first ? [first.id] : null, cue: first?.guidance ?? null };
  }
  const { properties = {} } = toProviderSchema(schema);
  const fields = Object.entries(example).filter(([key]) => Object.hasOwn(properties, key));
  return Object.fromEntries(fields) as JsonObject;
}

/** Characters that are not there and that a small director may bring in: more would lengthen its prompt. */
const MOST_AVAILABLE = 8;

/** The director's pass with a small model, which names ids and nothing else. */
function askSmallDirector(
  agentInputs: AgentInputs,
  profile: ResolvedProfile,
  tools: AgentTools,
): AgentRequest<AnyPlan> {
  const { state } = agentInputs;
  const cast = listCast(state);
  const presentIds = cast.flatMap(({ id, active }) => (active ? [id] : []));
  const available = cast.flatMap(({ id, active }) => (active ? [] : [id])).slice(0, MOST_AVAILABLE);
  const ids = [...presentIds, ...available];
  const schema = smallPlanOf(ids.join(' '));
  const example = { actingCharacters: ids.slice(0, 1) };
  const ownInputs = { ...agentInputs, directorPass: 1 as const };
  const envelope = buildFor(ownInputs, 'director', profile, writeForm(schema, example), tools);
  const choosable = envelope.cast.filter(({ active }) => active);
  const prompt = renderSmallDirectorPrompt(envelope, choosable, available, tools.count);
  const ask: Ask<AnyPlan, DirectorBrief> = {
    role: 'director',
    purpose: REPORTS[1],
    brief: { task: 'director', pass: 1, seed: `${tools.seed}/director.1`, envelope },
    messages: prompt.messages,
    schema,
    schemaName: 'speakers',
    profile,
    example,
  };
  return { ask, use: prompt.use };
}

/** Those who are named act in the order in which they are. */
const inOrder = (ids: readonly string[]): { id: string; priority: number }[] =>
  ids.map((id, index) => ({ id, priority: ids.length - index }));

const smallPlans = new Map<string, z.ZodType<AnyPlan>>();

/** The schema of ids, which becomes a plan; one per cast, as schemas are cached by identity. @param ids with spaces between */
function smallPlanOf(ids: string): z.ZodType<AnyPlan> {
  const cachedPlan = smallPlans.get(ids);
  if (cachedPlan) return cachedPlan;
  const names = ids.split(' ');
  const plan = z
    .object({ actingCharacters: z.array(z.enum(names)).describe('ids of those who speak') })
    .transform(({ actingCharacters }) =>
      directorPlan.parse({ actingCharacters: inOrder(actingCharacters) }),
    ) as unknown as z.ZodType<AnyPlan>;
  smallPlans.set(ids, plan);
  return plan;
}

/**
 * A character that acts, with everything the director said to it.
 *
 * @param rewrites the line gets other words, so who hears it is settled: it may not become a whisper. `notAgain` are the
 *   wordings that the understudy is not to repeat; a model's answer differs by itself
 */
export function askCharacter(
  agentInputs: AgentInputs,
  pass: 1 | 2,
  openGuidance: string | null,
  cue: Cue,
  tools: AgentTools,
  rewrites: { notAgain: string[] } | null = null,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  const own = profileOf(state, 'character', cue.id);
  return askWith(rewrites ? withoutWhispers(own) : own, (givenProfile) => {
    const { guidance, entry, exit } = cue;
    const talk = talkOf(givenProfile, castNames(state));
    const profile = isSmall(givenProfile)
      ? withRoom(givenProfile, smallTimes(lengthOf(state, cue.id)))
      : givenProfile;
    const actor = `character:${cue.id}` as const;
    const audience = audienceOfAnswer(agentInputs.inputs, cue.id);
    const whisperTo = audience && namesOf(state, audience, actor);
    const envelope = buildFor(
      { ...agentInputs, openGuidance, directive: { guidance, entry, exit }, whisperTo },
      actor,
      profile,
      talk.instruction,
      tools,
    );
    const seed = `${tools.seed}/character.${pass}/${cue.id}`;
    const nickname = findMember(state, cue.id)?.nickname ?? '';
    const requestParts = {
      brief: { task: 'character' as const, seed, ...speechBrief(talk, envelope), ...rewrites },
      purpose: `${nameOf(state, cue.id)} speaks`,
      ...{ profile, talk, actor, audience },
    };
    if (isSmall(profile)) {
      const prompt = renderSmallCharacterPrompt(envelope, tools.count, nickname);
      const request = askLine({ ...requestParts, ...speakersOf(envelope, state), prompt });
      const rules = { ...smallLine(envelope, talk), messagesAgain: shortestOf(prompt) };
      return { ...request, ask: { ...request.ask, ...rules } };
    }
    return askLine({
      ...requestParts,
      ...speakersOf(envelope, state),
      prompt: chatWithCharacter(envelope, talk.mode, tools.count),
    });
  });
}

/** A small model's profile with room for the scene's length; what its owner chose stays. */
function withRoom(profile: ResolvedProfile, times: number): ResolvedProfile {
  const { maxTokens, maxContextTokens } = profile;
  if (times === 1 || maxTokens !== SMALL_ANSWER) return profile;
  const most = Math.max(maxTokens, Math.floor(maxContextTokens / 4));
  return { ...profile, maxTokens: Math.min(SMALL_ANSWER * times, most) };
}

/**
 * Names by which a line loses its label, and is cut where another speaks: whole names, first names and nicknames.
 *
 * @param own name of who speaks. Default: the character's or the narrator's
 */
function speakersOf(
  envelope: AgentContextEnvelope,
  { cast }: SceneState,
  own = envelope.self?.name ?? 'Narrator',
): { speakers: NonNullable<Ask<unknown>['speakers']>; stop: string[] } {
  const nicknames = new Map(
    Object.values(cast).flatMap(({ name, nickname }) =>
      nickname ? [[plainName(name), plainName(nickname)] as const] : [],
    ),
  );
  const shorten = (name: string): string[] => [
    ...(nicknames.has(name) ? [nicknames.get(name) ?? name] : []),
    /^\p{L}+/u.exec(name)?.[0] ?? name,
  ];
  const name = plainName(own);
  const others = namesOfOthers(envelope).filter((other) => other !== name);
  // The first word of a name may be an article, which begins many a row: `A: …`.
  const short = others.flatMap(shorten).filter((other) => other.length > 1 && !ARTICLE.test(other));
  return {
    speakers: { own: [...new Set([name, ...shorten(name)])], others: [...new Set([...others, ...short])] },
    stop: others.map((other) => `\n${other}:`),
  };
}

const ARTICLE = /^(?:the|an?|one|old|der|die|das|le|la|les|el|los|las)$/i;

/** Rules for a small model's line: none of the words of the prompt, of its thought, or of its own earlier lines. */
function smallLine(envelope: AgentContextEnvelope, talk: Talk): Partial<Ask<SpokenLine, CharacterBrief>> {
  const name = envelope.self?.name ?? '';
  const ownWords = ownTexts(envelope);
  const tabooWith = (...thoughts: (string | null)[]) => [
    ...ownWords,
    ...thoughts.flatMap((thought) => unquotedParts(thought ?? '')),
  ];
  return {
    fromProse: (text, thought = '') => talk.fromProse(cutRepeats(text, tabooWith(thought))),
    check: ({ text, thought: ownThought }, thought = '') => {
      if (text === '' || isSilence(text))
        return [{ pointer: '/text', message: `expected words of ${name}, got none` }];
      if (repeats(text, tabooWith(thought, ownThought))) return [{ pointer: '/text', message: REPEATED }];
      return isLoop(text)
        ? [{ pointer: '/text', message: 'expected a line, got the same words over and over' }]
        : [];
    },
  };
}

const REPEATED = 'expected a line, got words of the prompt, of the thought or of an earlier line';

/** The narrator. It knows what everybody knows. */
export function askNarrator(agentInputs: AgentInputs, tools: AgentTools): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  // A profile that is the characters' has their kinds of line.
  const { narrator = withKind(profileOf(state, 'narrator'), 'narrate') } = state.profiles;
  return askWith(withoutWhispers(narrator), (profile) => {
    const talk = talkOf(profile, castNames(state));
    const envelope = buildFor(agentInputs, 'narrator', profile, talk.instruction, tools);
    return askLine({
      brief: { task: 'narrator', seed: `${tools.seed}/narrator`, ...speechBrief(talk, envelope) },
      purpose: 'the narrator speaks',
      prompt: chatWithNarrator(envelope, talk.mode, tools.count),
      ...speakersOf(envelope, state),
      ...{ profile, talk, actor: 'narrator' },
    });
  });
}

/** A line for a player, who may say it or not: of somebody who knows what the persona knows. */
export function askDraft(
  agentInputs: AgentInputs,
  persona: Persona,
  direction: string,
  tools: AgentTools,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  const ownProfile = withKind(profileOf(state, 'character'), 'say');
  return askWith(withoutWhispers(ownProfile), (profile) => {
    const talk = talkOf(profile, castNames(state));
    const actor = `persona:${persona.id}` as const;
    const envelope = buildFor(agentInputs, actor, profile, talk.instruction, tools);
    const own = fillTexts(state).personas.find(({ id }) => id === persona.id) ?? persona;
    return askLine({
      brief: { task: 'draft', seed: `${tools.seed}/draft`, ...speechBrief(talk, envelope) },
      purpose: `draft a line of ${persona.name}`,
      prompt: chatForPlayer(envelope, { persona: own, direction, mode: talk.mode }, tools.count),
      ...speakersOf(envelope, state, persona.name),
      ...{ profile, talk, actor, audience: [actor] },
    });
  });
}

/** An example that says nothing false: lists and facts are null, as in most rounds; a present member acts. */
function directorExample(state: SceneState, pass: 1 | 2, inputs: readonly Line[]): AnyPlan {
  const none = {
    openGuidance: null,
    activations: null,
    deactivations: null,
    stateUpdates: null,
    worldUpdates: null,
    trackers: null,
  };
  if (pass === 2) return { ...none, remainingActors: null, newActivations: null };
  const present = listCast(state).filter(({ active }) => active);
  const addresseeId = inputs.flatMap(({ to }) => to).find((id) => findMember(state, id)?.active);
  const id = addresseeId ?? present[0]?.id;
  const own = { order: 1, priority: null, guidance: 'Answer what was said last.' };
  return { ...none, actingCharacters: id === undefined ? null : [{ id, ...own }] };
}

/** The world agent: facts and trackers, after the director's last pass. */
export function askWorld(agentInputs: AgentInputs, tools: AgentTools): AgentRequest<WorldReport> {
  return askWith(profileOf(agentInputs.state, 'world'), (profile) => {
    const envelope = buildFor(agentInputs, 'world', profile, writeForm(worldReport), tools);
    const brief: WorldBrief = { task: 'world', seed: `${tools.seed}/world`, envelope };
    const prompt = chatWithWorld(envelope, tools.count);
    const ask: Ask<WorldReport, WorldBrief> = {
      role: 'world',
      purpose: 'keep the world and its trackers',
      brief,
      messages: prompt.messages,
      schema: worldReport,
      schemaName: 'world_report',
      profile,
    };
    return { ask, use: prompt.use };
  });
}

/** The part of the brief that is alike for everybody who speaks. */
export const speechBrief = ({ mayEmit, sample }: Talk, envelope: AgentContextEnvelope) => ({
  mayEmit,
  envelope,
  ...(sample && { extra: sample }),
});

/** Makes the request for a line of a character, the narrator or a player. */
export function askLine(args: {
  purpose: string;
  brief: CharacterBrief | ClueBrief;
  prompt: Prompt;
  profile: ResolvedProfile;
  talk: Talk;
  actor: string;
  /** Hearers of the line; null: everyone, unless it turns out to be a whisper. */
  audience?: string[] | null;
  /** Absent: the line is taken as it is. */
  speakers?: Ask<unknown>['speakers'];
  /** Texts at which a model is to stop. */
  stop?: string[];
}): AgentRequest<SpokenLine> {
  const { purpose, brief, prompt, profile, talk, actor, audience, speakers, stop } = args;
  const ask: Ask<SpokenLine, CharacterBrief | ClueBrief> = {
    role: brief.task === 'narrator' ? 'narrator' : 'character',
    purpose,
    brief,
    messages: prompt.messages,
    schema: talk.schema,
    schemaName: 'spoken_line',
    profile,
    fromProse: talk.fromProse,
    kinds: audience ? talk.mayEmit : talk.aloud,
    ...((audience || talk.aloud.length > 0) && { speaker: { actor, ...(audience && { audience }) } }),
    ...(speakers && { speakers }),
    ...(stop && { stop }),
    ...(talk.mode === 'prose' && { mode: talk.mode }),
    ...(talk.check && { check: talk.check, instruction: talk.instruction }),
  };
  return { ask, use: prompt.use };
}

/**
 * The instruction that ends the prompt of an agent of the house.
 *
 * @param example an answer that would be accepted. Default: one that says nothing
 */
export const writeForm = (schema: Parameters<typeof toProviderSchema>[0], example?: object): string =>
  jsonInstruction(toProviderSchema(schema), example as JsonObject | undefined);

/**
 * The envelope of one agent.
 *
 * @param instruction the gateway ends the prompt with it, so it must fit as well
 */
export function buildFor(
  agentInputs: AgentInputs,
  viewer: EnvelopeInput['viewer'],
  profile: ResolvedProfile,
  instruction: string,
  { count, seed }: AgentTools,
): AgentContextEnvelope {
  const isTurns = takesTurns(agentInputs.state, profile);
  const shownRounds = isTurns && { shown: shownTo(agentInputs, profile, count) };
  return buildEnvelope({
    ...agentInputs,
    ...{ viewer, profile, count, seed, schemaTokens: count(instruction) },
    ...shownRounds,
  });
}
