import { cutAtSentence } from 'answer-reader';
import { type CountTokens, CUT_MARK } from '../../base/tokens';
import type { StateField } from '../../contract/agents';
import {
  DEFAULT_SHARES,
  type Direction,
  type LineLength,
  type SceneSettings,
  SECTIONS,
  type Section,
  type SectionCap,
} from '../../contract/context';
import type { DepthPrompt, Notes } from '../../contract/create-scene';
import { OWNER, type Viewer } from '../../contract/events/events';
import type { Recollection } from '../../contract/memories';
import type { ResolvedProfile } from '../../contract/profiles';
import { canSee } from '../../room/visibility';
import { type FoundLore, findLore } from '../lore/lore';
import { fillMacros, type MacroValues } from '../lore/macros';
import { fillForPrompt, fillTexts, mapValues, readMacros, readSource } from '../setup/fill-texts';
import type { CardField, Line } from '../state';
import { type CastMember, characterId, findMember, listCast, type Persona, type SceneState } from '../state';
import { type ShownRounds, SUMMARY_CHARS } from './window';

/** Parts of a character that others may know. */
export interface CharacterSummary {
  id: string;
  name: string;
  description: string;
  active: boolean;
  exiting: boolean;
  /** Without `intentions`, unless the viewer is the director or the character itself. */
  state: Partial<Record<StateField, string>>;
  hasActedThisRound: boolean;
  /** Shortened private parts, only for the director, world agent and judge. */
  personality?: string;
  goals?: string;
  secrets?: string;
}

/** The whole card, for the character itself. */
export interface CharacterCard extends CharacterSummary {
  personality: string;
  goals: string;
  secrets: string;
  instructions: string;
  /** For the end of the prompt. */
  postHistory: string;
  depthPrompt: DepthPrompt | null;
  /** Whole example exchanges, in lines `Name: …`. */
  examples: string[];
  /** Example lines of the character, including those in `examples`. */
  voice: string[];
}

/** `isHere`: from this scene, so its round number refers to this scene. */
export type Memory = Recollection & { isHere?: boolean };

/** A state change that a line suggests. The director's second pass decides on it. */
export interface SuggestedDelta {
  id: string;
  field: StateField;
  value: string;
  /** The words that suggest it. */
  evidence: string;
}

/** All except `character:<id>` are agents of the house. */
export type AgentViewer =
  | 'director'
  | 'narrator'
  | 'world'
  | 'summarizer'
  | 'judge'
  | `character:${string}`
  | `persona:${string}`;

/**
 * Input for an agent, in one shape for every agent. A character's envelope holds only information that this
 * character may know. Envelopes of the narrator and the summarizer hold only public information, because everyone
 * reads their output. Empty lists and nulls mark missing content; every field is present.
 * `docs/internals.md#prompt-envelope` lists them.
 */
export interface AgentContextEnvelope {
  viewer: AgentViewer;
  request: { type: 'user' | 'continuation' | 'narration'; inputs: Line[]; to: string[] };
  round: { n: number };
  /**
   * `raw`: lines before this round within the scene's window, oldest first; `isCut`: the window excludes older
   * lines; `turnsFrom`: the first round that a chat shows as turns; `summaries`: of earlier lines; `changed`:
   * earlier lines that were edited and whose new text is in no summary.
   */
  history: { raw: Line[]; isCut: boolean; turnsFrom: number; summaries: string[]; changed: Line[] };
  /** The lines of the previous round; also in `history.raw`. */
  lastRound: Line[];
  /** One sentence for each summarized round, oldest first. */
  roundBullets: string[];
  runningSummary: string | null;
  /**
   * `raw`: every matching entry, before the budget; `formatted`: as text for a prompt; `unsearched`: names of
   * entries whose keys took too long to search for.
   */
  lore: { raw: FoundLore['entries']; formatted: string; unsearched: string[] };
  /** The viewer's own memories of rounds outside the conversation, best first; empty for agents of the house. */
  memories: Memory[];
  scenario: string;
  notes: Notes;
  /** The speaking persona; null for a continuation without a requester. */
  persona: Persona | null;
  personas: Persona[];
  /** The viewer's own card; null for agents of the house. */
  self: CharacterCard | null;
  /** The public view of the whole cast, viewer included; identical for every viewer. */
  everybody: Pick<CharacterSummary, 'id' | 'name' | 'description'>[];
  /** The cast without the viewer. */
  cast: CharacterSummary[];
  world: Record<string, string>;
  trackers: Record<string, string>;
  directorPass: 1 | 2 | null;
  openGuidance: string | null;
  /** The director's private instructions for a character. */
  directive: { guidance: string | null; entry: string | null; exit: string | null } | null;
  /** After a whisper to a character: names of those who see its answer; null: everyone. */
  whisperTo: string[] | null;
  /** From the owner's settings: line length, custom rules, direction style. */
  length: LineLength;
  rules: SceneSettings['rules'];
  direction: Direction & { maxActors: number };
  /** Lines of this round so far that the viewer can see. */
  replies: Line[];
  /** Ids of those who acted in this round. */
  acted: string[];
  /** Ids of those who were called in this round but could not act. */
  skipped: string[];
  /** Changes suggested by this round's lines, only for the director's second pass and the world agent. */
  suggested: SuggestedDelta[];
  /**
   * In tokens. `reserve`: for the answer and its format (`form`: for the format alone). `sections`: sections that
   * this viewer can get in this scene, even if empty now; `ofScene`: sections that any agent of the scene can get.
   */
  budget: {
    maxContextTokens: number;
    reserve: number;
    form: number;
    shares: Record<Section, number>;
    caps: Partial<Record<Section, SectionCap>>;
    sections: Section[];
    ofScene: Section[];
  };
}

export interface EnvelopeInput {
  state: SceneState;
  viewer: AgentViewer;
  round: number;
  past: Line[];
  /** Number of the scene's lines before the first of `past`. Default 0. */
  before?: number;
  inputs: Line[];
  type: AgentContextEnvelope['request']['type'];
  persona: Persona | null;
  /** World and trackers include this round's changes. */
  world: Record<string, string>;
  trackers: Record<string, string>;
  /** The agent's profile, which sets the size of the envelope's window. */
  profile: Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;
  count: CountTokens;
  /** Seed for lore entries with a probability. */
  seed: string;
  /** Default: the rounds of the newest `historyWindow` lines. */
  shown?: ShownRounds;
  /** Tokens of the format instruction at the end of the prompt. Default 0. */
  schemaTokens?: number;
  memories?: Recollection[];
  replies?: Line[];
  skipped?: string[];
  suggested?: SuggestedDelta[];
  directorPass?: 1 | 2;
  openGuidance?: string | null;
  directive?: AgentContextEnvelope['directive'];
  whisperTo?: string[] | null;
  /** Replaces built fields, for tests and for parts that the caller fetched elsewhere. */
  overrides?: Partial<AgentContextEnvelope>;
}

/** Agents whose output everyone reads: they get only public lines. Other agents of the house see all lines. */
const PUBLIC = new Set<string>(['narrator', 'summarizer']);
const NO_VIEWER: Viewer = { owner: false, ids: [] };

export function buildAgentViewer(viewer: AgentViewer): Viewer {
  if (/^(?:character|persona):/.test(viewer)) return { owner: false, ids: [viewer] };
  return PUBLIC.has(viewer) ? NO_VIEWER : OWNER;
}

/**
 * Builds an agent's input. Pure: equal input gives a byte-equal envelope.
 *
 * @example
 * ```ts
 * const envelope = buildEnvelope({ ...input, viewer: 'character:bo' });
 * const { messages } = chatWithCharacter(envelope, 'json', count);
 * ```
 */
export function buildEnvelope(given: EnvelopeInput): AgentContextEnvelope {
  const { viewer, replies = [] } = given;
  const state = fillTexts(given.state);
  const input = { ...given, state };
  const selfId = characterId(viewer);
  const agentViewer = buildAgentViewer(viewer);
  // The world agent's output is public, so it must not see whispers.
  const ears = viewer === 'world' ? NO_VIEWER : agentViewer;
  const audible = (lines: Line[]) => lines.filter((line) => canSee(line.audience, ears));

  const past = audible(input.past);
  const { shown } = input;
  const raw = shown ? past.filter(({ round }) => round >= shown.from) : past.slice(-state.historyWindow);
  const lastRound = raw.at(-1)?.round;
  const inputs = audible(input.inputs);
  const self = findMember(state, selfId);
  const { running, bullets } = chooseSummary(state.summary, shown?.from ?? null);
  const spokenLines = [...raw, ...inputs, ...audible(replies)];
  const speaker = buildSpeaker(input, inputs);
  const source = readSource(given.state);
  const speakerAsWritten = given.state.personas.find(({ id }) => id === speaker?.id);
  const macros = readMacros(source, self ?? null, { speaker: speakerAsWritten, dice: input.seed });
  const sceneMacros = readMacros(source, null);
  const fill = (text: string) => fillMacros(text, sceneMacros);
  const lore = searchLore(input, spokenLines, self, macros);
  return {
    viewer,
    request: { type: input.type, inputs, to: [...new Set(inputs.flatMap((line) => line.to))] },
    round: { n: input.round },
    history: {
      raw,
      isCut: raw.length < past.length,
      turnsFrom: shown?.turnsFrom ?? 0,
      summaries: [...(running === null ? [] : [running]), ...bullets],
      changed: viewer === 'summarizer' ? [] : listChanged(state, past.slice(0, past.length - raw.length)),
    },
    lastRound: raw.filter((line) => line.round === lastRound),
    roundBullets: bullets,
    runningSummary: running,
    lore: { ...lore, formatted: lore.raw.map(({ content }) => content).join('\n') },
    memories: listMemories(input),
    scenario: state.scenario,
    notes: state.notes,
    persona: speaker,
    personas: state.personas.map((persona) =>
      buildPersona({ ...persona, description: shorten(persona.description) }, viewer),
    ),
    self: self ? buildCard(self, macros) : null,
    everybody: listCast(state).map((member) => ({
      ...{ id: member.id, name: member.name, description: shortenCard(member, 'description') },
    })),
    cast: listCast(state)
      .filter((member) => member.id !== selfId)
      .map((member) => (agentViewer.owner ? buildDirectorCard(member) : buildPublicCard(member))),
    length: cardLength(state, selfId),
    rules: mapValues(
      state.settings.rules,
      (text) => text && fillMacros(text, macros),
    ) as SceneSettings['rules'],
    direction: {
      ...state.settings.direction,
      tone: state.settings.direction.tone && fill(state.settings.direction.tone),
      maxActors: state.settings.maxActors,
    },
    world: mapValues(input.world, fill),
    trackers: mapValues(input.trackers, fill),
    directorPass: input.directorPass ?? null,
    openGuidance: input.openGuidance ?? null,
    directive: input.directive ?? null,
    whisperTo: input.whisperTo ?? null,
    replies: audible(replies),
    acted: listCast(state)
      .filter((member) => member.flags.hasActedThisRound)
      .map((member) => member.id),
    skipped: input.skipped ?? [],
    suggested: agentViewer.owner ? (input.suggested ?? []) : [],
    budget: {
      maxContextTokens: input.profile.maxContextTokens,
      reserve: input.profile.maxTokens + (input.schemaTokens ?? 0),
      form: input.schemaTokens ?? 0,
      shares: { ...DEFAULT_SHARES, ...state.settings.shares },
      caps: state.settings.caps,
      sections: listSections(state, selfId !== null),
      ofScene: listSections(state, true),
    },
    ...input.overrides,
  };
}

const MAX_CHANGED = 20;

/** The newest edited lines that no summary covers: the edit deleted the summaries of the old text. */
function listChanged({ changed, summary }: SceneState, earlier: Line[]): Line[] {
  const lines = new Set(changed.map(({ line }) => line));
  return earlier
    .filter(({ seq, round }) => seq !== null && lines.has(seq) && round > summary.throughRound)
    .slice(-MAX_CHANGED);
}

/** A character's memories, except of rounds that the conversation shows. */
function listMemories({ memories = [], shown, state }: EnvelopeInput): Memory[] {
  const here = new Set([state.id, ...state.memory.lineage.map(({ scene }) => scene)]);
  return memories.flatMap((one) => {
    const isHere = here.has(one.scene);
    const isShown = isHere && shown && one.round >= shown.from && !one.pinned && one.origin !== 'added';
    return isShown ? [] : { ...one, isHere };
  });
}

/** Most sentences on single rounds before the conversation. */
const MAX_ROUNDS = 20;

/**
 * Chooses the summaries of the rounds before the conversation. With a known `from`, skips rounds that the
 * conversation shows, and picks the oldest running summary that reaches it, so that the choice stays the same until
 * `from` moves.
 *
 * @param from the first round in the conversation; null: unknown
 */
function chooseSummary(
  { running, bullets, earlier = [], throughRound }: SceneState['summary'],
  from: number | null,
): { running: string | null; bullets: string[] } {
  const inWords = (list: typeof bullets) => list.map(({ round, text }) => `Round ${round}: ${text}`);
  if (from === null) return { running, bullets: inWords(bullets) };
  const toldBullets = bullets.filter(({ round }) => round < from && round >= from - MAX_ROUNDS);
  if (throughRound < from - 1 || from <= 1)
    return { running: from <= 1 ? null : running, bullets: inWords(toldBullets) };
  const ending = earlier.find((one) => one.throughRound >= from - 1);
  return { running: ending?.running ?? running, bullets: inWords(toldBullets) };
}

/** Tables have neither guidance nor memories. */
function listSections({ lorebooks, settings, table }: SceneState, isCharacter: boolean): Section[] {
  const isDirected = isCharacter && table === null;
  return SECTIONS.filter((section) => {
    if (section === 'lore') return lorebooks.length > 0;
    if (section === 'memories') return isDirected && settings.memory.enabled;
    return isDirected || (section !== 'directorGuidance' && section !== 'characterGuidance');
  });
}

/** Finds the lore entries that the conversation mentions in lines that the viewer can see. */
function searchLore(
  input: EnvelopeInput,
  spoken: Line[],
  self: CastMember | undefined,
  macros: MacroValues,
): Omit<AgentContextEnvelope['lore'], 'formatted'> {
  const { state, count, seed, viewer } = input;
  // A character's own book is only for that character.
  const books = state.lorebooks.filter(({ of }) => of === undefined || of === self?.id);
  if (books.length === 0) return { raw: [], unsearched: [] };
  const char = self ? macros.char : 'the character';
  const cast = listCast(state);
  const names = (self ? [self] : cast).flatMap(({ name, nickname }) => [name, nickname]);
  const matches = findLore({
    books,
    ...{ reader: self ?? null, cast },
    names: {
      char: [...new Set(names.filter((name) => name !== ''))],
      user: state.personas.map(({ name }) => name),
      ...{ pick: macros.pick, dice: macros.dice },
    },
    ...countLines(input),
    messages: spoken.map(({ name, text }) => `${name}: ${text}`),
    always: [state.scenario, self?.description ?? '']
      .filter((text) => text !== '')
      .map((text) => fillMacros(text, { ...macros, char })),
    seed: `${seed}/lore/${viewer}`,
    budget: null,
    count,
  });
  return {
    raw: matches.entries
      .map((entry) => ({ ...entry, content: fillMacros(entry.content, { ...macros, char }) }))
      // An entry that holds only a comment is empty after macros.
      .filter(({ content }) => content.trim() !== ''),
    unsearched: matches.left.flatMap(({ why, name, id }) => (why === 'unsearched' ? [name || id] : [])),
  };
}

/** Counts the scene's lines so far. A round whose lines are not loaded counts as one line of a character. */
function countLines({ past, before = 0, inputs, replies = [] }: EnvelopeInput): {
  lines: number;
  characterLines: number;
} {
  const all = [...past, ...inputs, ...replies];
  const ofCharacters = all.filter(({ actor }) => actor.startsWith('character:')).length;
  const earlierRounds = before > 0 ? Math.max(0, (past[0]?.round ?? 1) - 1) : 0;
  return { lines: before + all.length, characterLines: ofCharacters + earlierRounds };
}

const PRIVATE_CHARS = 200;
/** Maximum characters of each card field in other agents' prompts. */
export const CARD_LIMITS = {
  ...{ description: SUMMARY_CHARS, personality: PRIVATE_CHARS, goals: PRIVATE_CHARS, secrets: PRIVATE_CHARS },
} as const satisfies Record<CardField, number>;

const shorten = (text: string, chars: number = SUMMARY_CHARS): string =>
  text.length > chars ? `${cutAtSentence(text, chars)}${CUT_MARK}` : text;

/** The card field's summary, or the beginning of the field if it has none. */
const shortenCard = (member: CastMember, field: CardField): string =>
  shorten(member.summaries?.[field]?.text || member[field], CARD_LIMITS[field]);

/** Returns the speaker. A viewer that cannot see a whisper gets the last persona that spoke publicly instead. */
function buildSpeaker({ inputs, persona, state, viewer }: EnvelopeInput, heard: Line[]): Persona | null {
  const newest = heard.findLast(({ text }) => text !== '') ?? heard.at(-1);
  const actor = heard.length === inputs.length ? persona && `persona:${persona.id}` : newest?.actor;
  const speaker = state.personas.find(({ id }) => actor === `persona:${id}`);
  return speaker ? buildPersona(speaker, viewer) : null;
}

/** Removes the secrets unless the viewer is the director or writes for the persona. */
function buildPersona({ secrets, ...persona }: Persona, viewer: AgentViewer): Persona {
  if (viewer === `persona:${persona.id}` && secrets) return { ...persona, secrets };
  return viewer === 'director' && secrets
    ? { ...persona, secrets: shorten(secrets, PRIVATE_CHARS) }
    : persona;
}

function buildPublicCard(member: CastMember): CharacterSummary {
  const { intentions: _private, ...state } = member.state;
  const { id, name, active, exiting, flags } = member;
  const description = shortenCard(member, 'description');
  return { id, name, description, active, exiting, state, hasActedThisRound: flags.hasActedThisRound };
}

const buildDirectorCard = (member: CastMember): CharacterSummary => ({
  ...buildPublicCard(member),
  state: member.state,
  personality: shortenCard(member, 'personality'),
  goals: shortenCard(member, 'goals'),
  secrets: shortenCard(member, 'secrets'),
});

const buildCard = (member: CastMember, macros: MacroValues): CharacterCard => {
  const { description, state, personality, goals, secrets, voice } = member;
  return {
    ...buildPublicCard(member),
    ...{ description, state, personality, goals, secrets, voice },
    ...fillForPrompt(member, macros),
  };
};

/** @param id the character that the agent plays */
export function cardLength({ settings: { length, lengths } }: SceneState, id: string | null): LineLength {
  return id !== null && Object.hasOwn(lengths, id) ? (lengths[id] ?? length) : length;
}
