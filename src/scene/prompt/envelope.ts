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
  /** State, without `intentions` unless the viewer is the director or the character itself. */
  state: Partial<Record<StateField, string>>;
  hasActedThisRound: boolean;
  /** Private parts, shortened: there for the director, world agent and judge, absent for everybody else. */
  personality?: string;
  goals?: string;
  secrets?: string;
}

/** The whole card: for the character itself. */
export interface CharacterCard extends CharacterSummary {
  personality: string;
  goals: string;
  secrets: string;
  instructions: string;
  /** For the end of its prompt, and for a place among the newest lines. */
  postHistory: string;
  depthPrompt: DepthPrompt | null;
  /** Example exchanges, each whole: lines `Name: …`. */
  examples: string[];
  /** Lines of its own, out of the examples or beside them. */
  voice: string[];
}

/** Something a character remembers. `isHere`: of this scene, by whose rounds it is dated. */
export type Memory = Recollection & { isHere?: boolean };

/** A change of a character that a line suggests; the director's second pass decides. */
export interface SuggestedDelta {
  id: string;
  field: StateField;
  value: string;
  /** The words it was read from. */
  evidence: string;
}

/** Viewer of an envelope. All but `character:<id>` are agents of the house. */
export type AgentViewer =
  | 'director'
  | 'narrator'
  | 'world'
  | 'summarizer'
  | 'judge'
  | `character:${string}`
  | `persona:${string}`;

/**
 * Input of an agent, in one shape for every agent. It is built for a viewer: a character's envelope holds only what that
 * character may know; the narrator's and the summariser's hold only what everyone knows, because everyone reads their
 * words. Empty lists and nulls mean that there is nothing of the kind; no field is ever missing. `docs/internals.md#prompt-envelope` lists
 * them.
 */
export interface AgentContextEnvelope {
  viewer: AgentViewer;
  request: { type: 'user' | 'continuation' | 'narration'; inputs: Line[]; to: string[] };
  round: { n: number };
  /**
   * `raw`: lines before this round, oldest first, within the scene's window; `isCut`: that window left out older ones;
   * `turnsFrom`: the first round that a chat shows as turns; `summaries`: of what was said before; `changed`: earlier lines
   * whose words changed and that no summary has with their present words.
   */
  history: { raw: Line[]; isCut: boolean; turnsFrom: number; summaries: string[]; changed: Line[] };
  /** The lines of the last round before this one; also in `history.raw`. */
  lastRound: Line[];
  /** One sentence for each summarised round, oldest first. */
  roundBullets: string[];
  runningSummary: string | null;
  /**
   * `raw`: every entry that matched, before the budget; `formatted`: as they would stand in a prompt; `unsearched`: names
   * of entries whose keys took too long to look for.
   */
  lore: { raw: FoundLore['entries']; formatted: string; unsearched: string[] };
  /** The viewer's own, best first, of rounds that the conversation does not show; empty for agents of the house. */
  memories: Memory[];
  scenario: string;
  notes: Notes;
  /** Speaking persona; null for a continuation that nobody in particular asked for. */
  persona: Persona | null;
  personas: Persona[];
  /** The viewer's own card; null for agents of the house. */
  self: CharacterCard | null;
  /** Everyone of the cast, the viewer too, as everybody sees them: the same for every viewer. */
  everybody: Pick<CharacterSummary, 'id' | 'name' | 'description'>[];
  /** Everyone else of the cast; for agents of the house everyone. */
  cast: CharacterSummary[];
  world: Record<string, string>;
  trackers: Record<string, string>;
  directorPass: 1 | 2 | null;
  openGuidance: string | null;
  /** For a character: what the director told it alone. */
  directive: { guidance: string | null; entry: string | null; exit: string | null } | null;
  /** For a character that was whispered to: names of those who alone hear its answer. Null: everyone does. */
  whisperTo: string[] | null;
  /** The owner's settings of play: the length of the viewer's line, rules of its own, the director's ways. */
  length: LineLength;
  rules: SceneSettings['rules'];
  direction: Direction & { maxActors: number };
  /** Lines spoken in this round so far, as the viewer heard them. */
  replies: Line[];
  /** Ids of those who acted in this round. */
  acted: string[];
  /** Ids of those who were to act and could not. */
  skipped: string[];
  /** Changes that this round's lines suggest; for the director's second pass and the world agent, else empty. */
  suggested: SuggestedDelta[];
  /**
   * The model's window, how many tokens of it are kept for the answer and its form (of these `form` for the form), and
   * how the rest is shared. `sections`: those that the viewer may be given in this scene, whether or not they are there
   * now; `ofScene`: those that any agent of the scene may be given.
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
  /** Lines from before the round. */
  past: Line[];
  /** Number of lines of the scene before the first of `past`. Default 0. */
  before?: number;
  /** Inputs that the round answers. */
  inputs: Line[];
  type: AgentContextEnvelope['request']['type'];
  persona: Persona | null;
  /** World and trackers with this round's overlay. */
  world: Record<string, string>;
  trackers: Record<string, string>;
  /** The profile the agent is asked with: its window is the envelope's. */
  profile: Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;
  count: CountTokens;
  /** Seeds the die of lore that comes by chance. */
  seed: string;
  /** Rounds that are shown. Default: those of the newest `historyWindow` lines. */
  shown?: ShownRounds;
  /** Tokens of the instruction that ends the prompt: what form the answer must have. Default 0. */
  schemaTokens?: number;
  memories?: Recollection[];
  replies?: Line[];
  skipped?: string[];
  suggested?: SuggestedDelta[];
  directorPass?: 1 | 2;
  openGuidance?: string | null;
  directive?: AgentContextEnvelope['directive'];
  whisperTo?: string[] | null;
  /** Put in place of what was built; for tests, and for parts that were fetched elsewhere. */
  overrides?: Partial<AgentContextEnvelope>;
}

/** Agents whose answers everyone reads; they see what everyone may see, and other agents of the house see all. */
const PUBLIC = new Set<string>(['narrator', 'summarizer']);
const NO_VIEWER: Viewer = { owner: false, ids: [] };

/** Returns the viewer of an agent for the room's lines. */
export function buildAgentViewer(viewer: AgentViewer): Viewer {
  if (/^(?:character|persona):/.test(viewer)) return { owner: false, ids: [viewer] };
  return PUBLIC.has(viewer) ? NO_VIEWER : OWNER;
}

/**
 * Builds the envelope of an agent. Pure: the same input gives the same envelope, byte for byte.
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
  // The world agent knows the cast, and writes what everyone reads: it hears no whisper.
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
  const speaker = renderSpeaker(input, inputs);
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
      renderPersona({ ...persona, description: shorten(persona.description) }, viewer),
    ),
    self: self ? renderCard(self, macros) : null,
    everybody: listCast(state).map((member) => ({
      ...{ id: member.id, name: member.name, description: shortenCard(member, 'description') },
    })),
    cast: listCast(state)
      .filter((member) => member.id !== selfId)
      .map((member) => (agentViewer.owner ? renderDirectorCard(member) : renderPublicCard(member))),
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

/** Most changed lines that are shown again. */
const MAX_CHANGED = 20;

/** Lists changed lines that no summary has: what was made of them told the old words, and is gone. The newest count. */
function listChanged({ changed, summary }: SceneState, earlier: Line[]): Line[] {
  const lines = new Set(changed.map(({ line }) => line));
  return earlier
    .filter(({ seq, round }) => seq !== null && lines.has(seq) && round > summary.throughRound)
    .slice(-MAX_CHANGED);
}

/** Lists a character's memories without those that the conversation shows. */
function listMemories({ memories = [], shown, state }: EnvelopeInput): Memory[] {
  const here = new Set([state.id, ...state.memory.lineage.map(({ scene }) => scene)]);
  return memories.flatMap((one) => {
    const isHere = here.has(one.scene);
    const isShown = isHere && shown && one.round >= shown.from && !one.pinned && one.origin !== 'added';
    return isShown ? [] : { ...one, isHere };
  });
}

/** Rounds before the conversation of which a chat tells one by one: a number that is kept for as long as it begins there. */
const MAX_ROUNDS = 20;

/**
 * Chooses the summaries of the rounds before the conversation. Where it is known at which round the conversation begins, nothing
 * that it shows is told, and the same summary for as long as it begins there: of those that reach so far the oldest.
 *
 * @param from the first round that is shown; null: not known
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

/** Lists the sections a character, or an agent of the house, may be given: nobody is guided or reminded at a table. */
function listSections({ lorebooks, settings, table }: SceneState, isCharacter: boolean): Section[] {
  const isDirected = isCharacter && table === null;
  return SECTIONS.filter((section) => {
    if (section === 'lore') return lorebooks.length > 0;
    if (section === 'memories') return isDirected && settings.memory.enabled;
    return isDirected || (section !== 'directorGuidance' && section !== 'characterGuidance');
  });
}

/** Finds the lore that the conversation mentions, as far as the viewer heard it. */
function searchLore(
  input: EnvelopeInput,
  spoken: Line[],
  self: CastMember | undefined,
  macros: MacroValues,
): Omit<AgentContextEnvelope['lore'], 'formatted'> {
  const { state, count, seed, viewer } = input;
  // A character's own book is found for it alone.
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
      // Of a comment alone nothing is left.
      .filter(({ content }) => content.trim() !== ''),
    unsearched: matches.left.flatMap(({ why, name, id }) => (why === 'unsearched' ? [name || id] : [])),
  };
}

/** Counts the lines of the scene so far. A round whose lines are out of reach counts as one line of a character. */
function countLines({ past, before = 0, inputs, replies = [] }: EnvelopeInput): {
  lines: number;
  characterLines: number;
} {
  const all = [...past, ...inputs, ...replies];
  const ofCharacters = all.filter(({ actor }) => actor.startsWith('character:')).length;
  const earlierRounds = before > 0 ? Math.max(0, (past[0]?.round ?? 1) - 1) : 0;
  return { lines: before + all.length, characterLines: ofCharacters + earlierRounds };
}

/** Longest private part of somebody else, each. */
const PRIVATE_CHARS = 200;
/** Parts of a card that others are told, each up to a length. */
export const CARD_LIMITS = {
  ...{ description: SUMMARY_CHARS, personality: PRIVATE_CHARS, goals: PRIVATE_CHARS, secrets: PRIVATE_CHARS },
} as const satisfies Record<CardField, number>;

const shorten = (text: string, chars: number = SUMMARY_CHARS): string =>
  text.length > chars ? `${cutAtSentence(text, chars)}${CUT_MARK}` : text;

/** A part of a card for others: whole, in short, or its beginning until there is a summary. */
const shortenCard = (member: CastMember, field: CardField): string =>
  shorten(member.summaries?.[field]?.text || member[field], CARD_LIMITS[field]);

/** Returns the speaker. A viewer that did not hear a whisper does not learn of it and gets the persona that spoke aloud. */
function renderSpeaker({ inputs, persona, state, viewer }: EnvelopeInput, heard: Line[]): Persona | null {
  const newest = heard.findLast(({ text }) => text !== '') ?? heard.at(-1);
  const actor = heard.length === inputs.length ? persona && `persona:${persona.id}` : newest?.actor;
  const speaker = state.personas.find(({ id }) => actor === `persona:${id}`);
  return speaker ? renderPersona(speaker, viewer) : null;
}

/** Hides a persona's secrets from everyone but the director and whoever writes for the persona. */
function renderPersona({ secrets, ...persona }: Persona, viewer: AgentViewer): Persona {
  if (viewer === `persona:${persona.id}` && secrets) return { ...persona, secrets };
  return viewer === 'director' && secrets
    ? { ...persona, secrets: shorten(secrets, PRIVATE_CHARS) }
    : persona;
}

function renderPublicCard(member: CastMember): CharacterSummary {
  const { intentions: _private, ...state } = member.state;
  const { id, name, active, exiting, flags } = member;
  const description = shortenCard(member, 'description');
  return { id, name, description, active, exiting, state, hasActedThisRound: flags.hasActedThisRound };
}

const renderDirectorCard = (member: CastMember): CharacterSummary => ({
  ...renderPublicCard(member),
  state: member.state,
  personality: shortenCard(member, 'personality'),
  goals: shortenCard(member, 'goals'),
  secrets: shortenCard(member, 'secrets'),
});

const renderCard = (member: CastMember, macros: MacroValues): CharacterCard => {
  const { description, state, personality, goals, secrets, voice } = member;
  return {
    ...renderPublicCard(member),
    ...{ description, state, personality, goals, secrets, voice },
    ...fillForPrompt(member, macros),
  };
};

/** Returns the length that lines of an agent are to have. @param id of the character that it plays */
export function cardLength({ settings: { length, lengths } }: SceneState, id: string | null): LineLength {
  return id !== null && Object.hasOwn(lengths, id) ? (lengths[id] ?? length) : length;
}
