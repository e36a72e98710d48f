import type { CountTokens } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import { SCENE_RULES } from '../../contract/scene-rules';
import type { Line } from '../state';
import { fitRules, listEntries, type Prompt } from './assemble';
import { joinTurns, renderSpokenLine, speakerLabel, type Turn, toTurn } from './conversation';
import type { AgentContextEnvelope } from './envelope';
import { type Block, distributeTokens, fitBlocks } from './fit-evenly';
import { join, listNotes, section } from './parts';
import { allocate, type FittedSection, fitSections, tokensWanted } from './sections';

export interface ChatParts {
  /** Identical for every agent. */
  shared: Block[];
  /** Rules of this agent, under "Your role". */
  rules: string[];
  /** This agent's own material that is the same every round. */
  own: Block[];
  /** Parts that change with every call. */
  now: Block[];
  /** Shown right before the task. */
  thisRound: Block[];
  task: string;
  /** The author's text after the task. */
  after?: string[];
  /** The actor whose lines become assistant messages; null: none. */
  speaker: string | null;
  /** A note to insert this many lines before the end of the conversation. */
  depthNote?: { text: string; depth: number } | undefined;
}

/** Tokens that a provider adds to each message. */
const TURN_FRAMING_TOKENS = 5;
/** Tokens reserved for titles. */
const FRAMING = 96;
/** Tokens reserved for an agent's rules, task and format, in limits that must be equal for all agents. */
const OWN_ALLOWANCE = 1_000;

const TITLES = {
  notes: 'Scenario and notes',
  before: 'The story so far',
  conversation: 'Conversation',
  goesOn: 'Conversation, continued',
  role: 'Your role',
  lore: 'Lore',
  memories: 'What you remember',
  directorGuidance: 'Guidance for everyone',
  characterGuidance: 'Guidance for you only',
} as const;

/**
 * Builds a prompt in the chat layout. Starts with the parts that are byte-equal for every agent and seldom change,
 * so that providers can cache them: rules of scenes, notes and cards, the story so far and the older conversation.
 * Then come the agent's own part and the newer conversation as turns, with its own lines as assistant messages. The
 * last message holds the parts that change with every call.
 */
export function assembleChat(envelope: AgentContextEnvelope, count: CountTokens, parts: ChatParts): Prompt {
  const { budget } = envelope;
  const { maxContextTokens, reserve, form, shares, caps } = budget;
  const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + count(`${text}\n\n`), 0);
  const task = [parts.task, ...(parts.after ?? [])];
  const fittedRules = fitRules(
    { head: [SCENE_RULES, ...parts.rules], task: join(task) },
    Math.max(maxContextTokens - reserve, maxContextTokens / 4) - FRAMING,
    count,
  );
  const [sceneRules = '', ...ownRules] = fittedRules.head;
  const never = FRAMING + sum([...fittedRules.head, fittedRules.task]);

  // The limits of the shared parts must not depend on anything that differs between agents.
  const steady = Math.max(
    0,
    maxContextTokens - (reserve - form) - FRAMING - count(SCENE_RULES) - OWN_ALLOWANCE,
  );
  const sharedMaterial = fitBlocks(parts.shared, Math.floor(steady / 2), count);
  const allocation = allocate({
    maxContextTokens: steady - sharedMaterial.tokens,
    shares,
    present: budget.ofScene,
  });
  const noteEntries = listNotes(envelope);
  const notesShare = Math.max(
    0,
    Math.min(allocation.notes, Math.floor((steady - sharedMaterial.tokens) / 2)),
  );
  const notes = distributeTokens(noteEntries, notesShare, caps.notes ?? {}, count);

  const remaining = maxContextTokens - reserve - never - sharedMaterial.tokens - notes.use.tokens;
  const own = fitBlocks(parts.own, Math.floor(remaining / 2), count);
  const room = remaining - own.tokens;
  const entries = listEntries(envelope, renderSpokenLine);
  const reservedTokens = tokensWanted(entries, budget, Math.floor(room / 2), count);
  const newLines = [...envelope.request.inputs, ...envelope.replies].filter(({ text }) => text !== '');
  const saidNow = distributeTokens(
    newLines.map((line, place) => ({ text: renderSpokenLine(line), place })).reverse(),
    Math.max(0, room - reservedTokens),
    {},
    count,
  );
  const loose = fitBlocks(
    [...parts.thisRound, ...parts.now],
    room - reservedTokens - saidNow.use.tokens,
    count,
  );
  const thisRound = loose.texts.slice(0, parts.thisRound.length);
  const now = loose.texts.slice(parts.thisRound.length);
  const fixedTokens = never + sharedMaterial.tokens + own.tokens + saidNow.use.tokens + loose.tokens;
  const { fitted, use } = fitSections({ budget, fixed: fixedTokens + notes.use.tokens, entries, count });

  const show = (title: string, of: FittedSection | undefined) =>
    section(title, of?.texts.map(({ text }) => text) ?? []);
  const history = turnLines(envelope.history.raw, fitted.history);
  const { turnsFrom } = envelope.history;
  const older = history.filter(({ line }) => line.round < turnsFrom);
  const newer = [...history.filter(({ line }) => line.round >= turnsFrom), ...turnLines(newLines, saidNow)];
  const turns: Turn[] = [
    {
      role: 'user',
      content: join([
        show(TITLES.before, fitted.summaries),
        section(
          TITLES.conversation,
          older.map(({ shown }) => shown),
        ),
        section(TITLES.role, [join(ownRules)]),
        ...own.texts,
        newer.length > 0 ? `# ${older.length > 0 ? TITLES.goesOn : TITLES.conversation}` : '',
      ]),
    },
    ...insertNote(
      newer.map(({ line, shown }) => toTurn(line, parts.speaker, shown)),
      parts.depthNote,
    ),
    {
      role: 'user',
      content: join([
        show(TITLES.lore, fitted.lore),
        show(TITLES.memories, fitted.memories),
        ...now,
        show(TITLES.directorGuidance, fitted.directorGuidance),
        show(TITLES.characterGuidance, fitted.characterGuidance),
        ...thisRound,
        fittedRules.task,
      ]),
    },
  ];
  const system = join([sceneRules, show(TITLES.notes, notes), ...sharedMaterial.texts]);
  const messages: Message[] = [{ role: 'system', content: system }, ...joinTurns(turns)];
  const uses = { ...use.sections, ...(noteEntries.length > 0 && { notes: notes.use }) };
  const framedTokens = fixedTokens + messages.length * TURN_FRAMING_TOKENS;
  return {
    messages,
    use: {
      ...use,
      fixed: framedTokens,
      fixedCut:
        fittedRules.cut ||
        sharedMaterial.cut ||
        own.cut ||
        loose.cut ||
        saidNow.use.cut ||
        saidNow.use.dropped > 0,
      total: Object.values(uses).reduce((total, { tokens }) => total + tokens, framedTokens),
      sections: uses,
      ...(envelope.lore.unsearched.length > 0 && { unsearched: envelope.lore.unsearched }),
    },
  };
}

interface ShownLine {
  line: Line;
  shown: string;
}

/** Maps the fitted entries to their lines. Drops an entry that was cut down to the speaker's name. */
const turnLines = (lines: readonly Line[], fitted: FittedSection | undefined): ShownLine[] =>
  (fitted?.texts ?? []).flatMap(({ text, place }) => {
    const line = lines[place];
    return line && text.startsWith(speakerLabel(line)) ? [{ line, shown: text }] : [];
  });

/** Inserts the note `depth` turns before the end, or first if the conversation is shorter. */
function insertNote(turns: readonly Turn[], note: ChatParts['depthNote']): Turn[] {
  if (!note || note.text === '') return [...turns];
  const at = Math.max(0, turns.length - note.depth);
  return turns.toSpliced(at, 0, { role: 'user', content: `${note.text}\n` });
}
