import type { StateField } from '../contract/agents';
import { OWNER, type Viewer } from '../contract/events';
import type { Notes } from '../contract/scenes';
import { type CastMember, findMember, listCast, type Persona, type SceneState } from '../scene/state';
import { maySee } from '../scene/visibility';

/** One line of the conversation. */
export interface Line {
  /** Where it stands in the ledger; null for a line that is not stored yet. */
  seq: number | null;
  round: number;
  /** `character:<id>`, `persona:<id>` or `system`. */
  actor: string;
  name: string;
  kind: string;
  text: string;
  /** Ids of the characters addressed. */
  to: string[];
  audience: string[];
}

/** What others may know of a character. */
export interface CharacterSummary {
  id: string;
  name: string;
  description: string;
  active: boolean;
  exiting: boolean;
  /** Without `intentions` unless the viewer is the director or the character itself. */
  state: Partial<Record<StateField, string>>;
  hasActedThisRound: boolean;
  /** Private parts: there for the director, absent for other characters. */
  personality?: string;
  goals?: string;
}

/** The whole card: for the character itself. */
export interface CharacterCard extends CharacterSummary {
  personality: string;
  goals: string;
  voice: string[];
}

/**
 * What an agent is told, in one shape for every agent. Built for a viewer: a character's envelope holds only what
 * that character may know. Empty lists and nulls mean that there is nothing of the kind; no field is ever missing.
 */
export interface AgentContextEnvelope {
  viewer: 'director' | `character:${string}`;
  request: { type: 'user' | 'continuation'; inputs: Line[]; to: string[] };
  round: { n: number };
  /** `raw`: lines before this round, oldest first, within the scene's window. */
  history: { raw: Line[]; summaries: string[] };
  /** The lines of the last round before this one; also in `history.raw`. */
  lastRound: Line[];
  roundBullets: string[];
  runningSummary: string | null;
  lore: { raw: { key: string; text: string }[]; formatted: string };
  memories: { text: string; round: number }[];
  scenario: string;
  notes: Notes;
  /** Who speaks now; null for a continuation that nobody in particular asked for. */
  persona: Persona | null;
  personas: Persona[];
  /** The viewer's own card; null for the director. */
  self: CharacterCard | null;
  /** Everyone else of the cast; for the director everyone. */
  cast: CharacterSummary[];
  world: Record<string, string>;
  trackers: Record<string, string>;
  directorPass: 1 | 2 | null;
  openGuidance: string | null;
  /** For a character: what the director told it alone. */
  directive: { guidance: string | null; entry: string | null; exit: string | null } | null;
  /** Lines spoken in this round so far, as the viewer heard them. */
  replies: Line[];
  /** Ids of those who acted in this round. */
  acted: string[];
  /** Ids of those who were to act and could not. */
  skipped: string[];
  /** The model's window, and how many tokens of it are kept for the answer and its schema. */
  budget: { maxContextTokens: number; reserve: number };
}

export interface EnvelopeInput {
  state: SceneState;
  viewer: AgentContextEnvelope['viewer'];
  round: number;
  /** Lines from before the round. */
  past: Line[];
  /** What the round answers. */
  inputs: Line[];
  type: 'user' | 'continuation';
  persona: Persona | null;
  /** World and trackers with this round's overlay. */
  world: Record<string, string>;
  trackers: Record<string, string>;
  /** Tokens of the instruction that ends the prompt: what form the answer must have. Default 0. */
  schemaTokens?: number;
  replies?: Line[];
  skipped?: string[];
  directorPass?: 1 | 2;
  openGuidance?: string | null;
  directive?: AgentContextEnvelope['directive'];
  /** Put in place of what was built; for tests, and for parts that were fetched elsewhere. */
  overrides?: Partial<AgentContextEnvelope>;
}

/** The one builder of envelopes. Pure: the same input gives the same envelope, byte for byte. */
export function buildEnvelope(input: EnvelopeInput): AgentContextEnvelope {
  const { state, viewer, replies = [] } = input;
  const selfId = viewer === 'director' ? null : viewer.slice('character:'.length);
  const eyes: Viewer = selfId === null ? OWNER : { owner: false, ids: [viewer] };
  const heard = (lines: Line[]) => lines.filter((line) => maySee(line.audience, eyes));

  const raw = heard(input.past).slice(-state.historyWindow);
  const lastRound = raw.at(-1)?.round;
  const inputs = heard(input.inputs);
  const self = selfId === null ? undefined : findMember(state, selfId);
  const profile = selfId === null ? state.profiles.director : state.profiles.character;
  return {
    viewer,
    request: { type: input.type, inputs, to: [...new Set(inputs.flatMap((line) => line.to))] },
    round: { n: input.round },
    history: { raw, summaries: [] },
    lastRound: raw.filter((line) => line.round === lastRound),
    roundBullets: [],
    runningSummary: null,
    lore: { raw: [], formatted: '' },
    memories: [],
    scenario: state.scenario,
    notes: state.notes,
    persona: input.persona,
    personas: state.personas,
    self: self ? showCard(self) : null,
    cast: listCast(state)
      .filter((member) => member.id !== selfId)
      .map((member) => (selfId === null ? showToDirector(member) : showToOthers(member))),
    world: input.world,
    trackers: input.trackers,
    directorPass: input.directorPass ?? null,
    openGuidance: input.openGuidance ?? null,
    directive: input.directive ?? null,
    replies: heard(replies),
    acted: listCast(state)
      .filter((member) => member.flags.hasActedThisRound)
      .map((member) => member.id),
    skipped: input.skipped ?? [],
    budget: {
      maxContextTokens: profile.maxContextTokens,
      reserve: profile.maxTokens + (input.schemaTokens ?? 0),
    },
    ...input.overrides,
  };
}

/** Longest description of somebody else in a prompt, in characters. */
const SUMMARY_CHARS = 400;

function showToOthers(member: CastMember): CharacterSummary {
  const { intentions: _private, ...seen } = member.state;
  const { id, name, description, active, exiting } = member;
  const short =
    description.length > SUMMARY_CHARS ? `${description.slice(0, SUMMARY_CHARS)} […]` : description;
  return {
    id,
    name,
    description: short,
    active,
    exiting,
    state: seen,
    hasActedThisRound: member.flags.hasActedThisRound,
  };
}

const showToDirector = (member: CastMember): CharacterSummary => ({
  ...showToOthers(member),
  state: member.state,
  personality: member.personality,
  goals: member.goals,
});

const showCard = (member: CastMember): CharacterCard => ({
  ...showToOthers(member),
  description: member.description,
  state: member.state,
  personality: member.personality,
  goals: member.goals,
  voice: member.voice,
});
