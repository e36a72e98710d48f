import { answererKind } from '../../base/answerer';
import { cutAtLetter } from '../../base/fold-text';
import type { MemberInput, NewScene, PersonaInput } from '../../contract/create-scene';
import type { Event, EventDraft, PayloadOf } from '../../contract/events/events';
import { listRecipients } from '../../contract/events/fold/hidden';
import { toSlug } from '../../contract/ids';
import { fail, ok, type Result } from '../../contract/problems';
import type { ImportReport, NotUsed } from '../../contract/transcripts';
import type { SceneProfiles } from '../../model/profiles';
import { withinRow } from '../../room/row-limit';
import { sceneCreated } from '../setup/create';
import { toKey as shownKey, withoutLabel } from '../setup/names';
import type { ChatFile } from './chat-file';
import type { TranscriptEntry } from './entries';

/** Most people of each kind in a scene, and most lines in one round of a chat. */
const MAX_PEOPLE = 50;
const MAX_ROUND = 20;
const MAX_NAME = 80;
const MAX_COUNTED = 50;

export interface ImportedHistory {
  past: Event[];
  report: ImportReport;
}

/**
 * Builds the past of a new scene from a chat. Each message of a player begins a round; characters that
 * continue without one begin another after twenty lines. Messages before the first of a player are opening
 * lines. Our own transcripts mark rounds and the audience of whispers.
 *
 * @param args.base title, characters of the library and their books; a character whose name is not in the
 * chat is left out
 * @param args.now time of the import (ISO): no line is newer
 * @returns `invalid` if the chat has too many people, or no character and no name for one
 */
export function importedHistory(args: {
  id: string;
  chat: ChatFile;
  base: Pick<NewScene, 'title' | 'characters' | 'lorebooks'>;
  profiles: SceneProfiles;
  seed: string;
  dice: string;
  now: string;
}): Result<ImportedHistory> {
  const { chat, base, now } = args;
  const people = readPeople(chat, base.characters ?? []);
  if (!people.ok) return people;
  const { characters, personas, notUsed, spokenAs } = people.value;
  // A speaker with only hidden lines does not join the cast.
  const entries = chat.entries.map(
    (entry): TranscriptEntry =>
      entry.isHidden && spokenAs.speaker(entry) === null ? { ...entry, by: 'narrator' } : entry,
  );
  const strangers = new Set(notUsed.flatMap(({ id }) => id));
  const body: NewScene = {
    title: base.title ?? chat.title ?? chatTitle(characters),
    characters,
    personas,
    lorebooks: (base.lorebooks ?? []).filter(({ id }) => !strangers.has(id)),
    ...(chat.scenario !== '' && { scenario: chat.scenario }),
    ...(chat.note !== '' && { notes: { world: '', campaign: '', arc: '', scene: chat.note } }),
  };
  const { id, profiles, seed, dice } = args;
  const drafts = withinRow(sceneCreated({ id, body, profiles, seed, dice, now }), 'scene');
  if (!drafts.ok) return drafts;
  const ledger = new PastLedger(now, entries.find(({ at }) => at !== '')?.at ?? now);
  for (const draft of drafts.value) ledger.add(draft, now);
  const groups = groupLines(entries, spokenAs);
  const [opening, ...rounds] = groups;
  addLines(ledger, opening?.lines ?? [], spokenAs, 0);
  for (const [index, group] of rounds.entries()) addRound(ledger, group, index + 1, { spokenAs, dice });
  return ok({
    past: ledger.events,
    report: {
      format: chat.format,
      source: chat.source,
      rounds: rounds.length,
      lines: chat.entries.length,
      notUsed: [...chat.notUsed, ...notUsed.map(({ name }) => noteUnusedCharacter(name))],
      repaired: chat.repaired,
      skipped: chat.skipped,
    },
  });
}

const noteUnusedCharacter = (name: string): NotUsed => ({
  what: `the character "${name}" of the library`,
  count: 1,
  why: 'no one in the chat has this name',
});

const chatTitle = (characters: readonly { name: string }[]): string =>
  cutAtLetter(`Chat with ${characters.map(({ name }) => name).join(', ')}`, 200);

/** `character:<id>` or `persona:<id>`, and the name in the scene. */
interface Person {
  actor: string;
  id: string;
  name: string;
}
interface SpokenAs {
  speaker: (entry: TranscriptEntry) => Person | null;
  hearer: (name: string) => Person | null;
}

const toKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Makes names and ids unique within the scene. */
class Naming {
  readonly #names = new Set(['narrator']);
  readonly #ids = { c: new Set(['narrator']), p: new Set<string>() };

  name(given: string, alike: (name: string) => string): string {
    const wished = withoutLabel(given);
    let name = wished;
    for (let n = 1; this.#names.has(shownKey(name)); n += 1) {
      // Put the number before the point at which prompts cut names.
      const other = n === 1 ? alike(wished) : `${cutAtLetter(alike(wished), MAX_COUNTED)} ${n}`;
      name = cutAtLetter(other, MAX_NAME);
    }
    this.#names.add(shownKey(name));
    return name;
  }

  id(kind: 'c' | 'p', wished: string): string {
    const ids = this.#ids[kind];
    const slug = toSlug(wished);
    let id = slug || `${kind}1`;
    for (let n = 2; ids.has(id); n += 1) id = slug ? `${slug.slice(0, 36)}-${n}` : `${kind}${n}`;
    ids.add(id);
    return id;
  }
}

function readPeople(
  chat: ChatFile,
  library: readonly MemberInput[],
): Result<{
  characters: MemberInput[];
  personas: PersonaInput[];
  notUsed: { id: string; name: string }[];
  spokenAs: SpokenAs;
}> {
  const naming = new Naming();
  const openEntries = chat.entries.filter(({ isHidden }) => !isHidden);
  const speakers = (by: TranscriptEntry['by'], others: readonly string[], entries = openEntries) =>
    firstOfEach([...entries.flatMap((entry) => (entry.by === by ? entry.name : [])), ...others]);
  /** Speakers of public lines; else the name in the header; else speakers of hidden lines. */
  const choose = (by: TranscriptEntry['by'], others: readonly string[], ofHead: string | null) =>
    [speakers(by, others), ofHead === null ? [] : [ofHead], speakers(by, [], chat.entries)].find(
      (names) => names.length > 0,
    );
  const cast =
    choose('character', chat.characters, chat.characterName) ?? library.slice(0, 1).map(({ name }) => name);
  const users = choose('player', chat.players, chat.userName) ?? [];
  if (cast.length === 0) return refuse('no character speaks in the chat, and its header names none');
  if (Math.max(cast.length, users.length) > MAX_PEOPLE)
    return refuse(`more than ${MAX_PEOPLE} characters or players speak in the chat, which is the maximum`);

  const byName = new Map(library.map((one) => [toKey(one.name), one]));
  const castPeople = new Map<string, Person>();
  const characters = cast.map((wished): MemberInput => {
    const name = naming.name(wished, (other) => `The ${other}`);
    const id = naming.id('c', name);
    castPeople.set(toKey(wished), { actor: `character:${id}`, id, name });
    const card = byName.get(toKey(wished));
    byName.delete(toKey(wished));
    return card ? { ...card, id, name } : { ...NO_SPEAKER, id, name };
  });
  const userPeople = new Map<string, Person>();
  const personas = users.map((wished): PersonaInput => {
    const name = naming.name(wished, (other) => `${cutAtLetter(other, MAX_NAME - 9)} (player)`);
    const id = naming.id('p', name);
    userPeople.set(toKey(wished), { actor: `persona:${id}`, id, name });
    return { id, name, description: '' };
  });
  const notUsed = [...byName.values()].map(({ from = '', name }) => ({ id: from, name }));
  const spokenAs: SpokenAs = {
    speaker: ({ by, name }) =>
      (by === 'player' ? userPeople : by === 'character' ? castPeople : null)?.get(toKey(name)) ?? null,
    hearer: (name) => castPeople.get(toKey(name)) ?? userPeople.get(toKey(name)) ?? null,
  };
  return ok({ characters, personas, notUsed, spokenAs });
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });

const NO_SPEAKER = {
  ...{ description: '', personality: '', goals: '', secrets: '', instructions: '' },
  ...{ nickname: '', postHistory: '', depthPrompt: null, examples: [] },
  ...{ voice: [], location: '', mood: '', active: true },
} satisfies Partial<MemberInput>;

const firstOfEach = (names: readonly string[]): string[] => {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(toKey(name))) byKey.set(toKey(name), name);
  return [...byKey.values()];
};

interface Group {
  /** Round number from the file; null if it has none. */
  mark: number | null;
  inputs: TranscriptEntry[];
  /** Lines of characters and the narrator, and whispers among players meanwhile. */
  lines: TranscriptEntry[];
}

function groupLines(entries: readonly TranscriptEntry[], spokenAs: SpokenAs): Group[] {
  let current: Group = { mark: null, inputs: [], lines: [] };
  const groups = [current];
  const begin = (mark: number | null): Group => {
    const group: Group = { mark, inputs: [], lines: [] };
    groups.push(group);
    return group;
  };
  for (const entry of entries) {
    const { round } = entry;
    if (isNarration(entry, spokenAs)) {
      current.lines.push(entry);
      continue;
    }
    const isMarked = round !== null && current.mark !== null;
    if (entry.by === 'player') {
      const joins = isMarked && round === current.mark && current.lines.length === 0;
      if (!joins) current = begin(round);
      current.inputs.push(entry);
      continue;
    }
    const isOther = isMarked ? round !== current.mark : groups.length === 1 && (round ?? 0) > 0;
    if (isOther || current.lines.length >= MAX_ROUND) current = begin(round);
    current.mark ??= round;
    current.lines.push(entry);
  }
  return groups;
}

const isNarration = ({ by, hearers }: TranscriptEntry, spokenAs: SpokenAs): boolean =>
  by === 'player' &&
  hearers !== null &&
  !hearers.some((name) => spokenAs.hearer(name)?.actor.startsWith('character:'));

function addRound(
  ledger: PastLedger,
  { inputs, lines }: Group,
  n: number,
  { spokenAs, dice }: { spokenAs: SpokenAs; dice: string },
): void {
  const drafts: { draft: EventDraft; at: string }[] = inputs.map((entry) => ({
    draft: toDraft(entry, spokenAs, n),
    at: entry.at,
  }));
  if (drafts.length === 0) {
    const payload: PayloadOf<'round.requested'> = { type: 'continuation', to: [] };
    drafts.push({ draft: { kind: 'round.requested', actor: 'system', payload }, at: lines[0]?.at ?? '' });
  }
  const seqs = drafts.map(({ draft, at }) => ledger.add(draft, at));
  ledger.hide(seqs.filter((_, index) => inputs[index]?.isHidden));
  const startPayload: PayloadOf<'round.started'> = {
    ...{ n, attempt: 1, version: 'imported', seed: `${dice}/${n}`, firstStep: 1 },
    ...{ inputSeq: seqs.at(-1) ?? 0, inputs: seqs },
  };
  ledger.add({ kind: 'round.started', actor: 'system', round: n, payload: startPayload }, '');
  const actors = new Set<string>();
  addLines(ledger, lines, spokenAs, n);
  for (const entry of lines) {
    const speaker = entry.by === 'character' && !entry.isHidden ? spokenAs.speaker(entry) : null;
    if (speaker) actors.add(speaker.id);
  }
  const endPayload: PayloadOf<'round.completed'> = { actors: [...actors], skipped: [] };
  ledger.add({ kind: 'round.completed', actor: 'system', round: n, payload: endPayload }, '');
}

function addLines(
  ledger: PastLedger,
  lines: readonly TranscriptEntry[],
  spokenAs: SpokenAs,
  round: number,
): void {
  ledger.hide(
    lines.flatMap((entry) => {
      const seq = addLine(ledger, entry, spokenAs, round);
      return entry.isHidden ? seq : [];
    }),
  );
}

/** Adds a line with its alternatives: the first as spoken, then the others, then the choice. */
function addLine(ledger: PastLedger, entry: TranscriptEntry, spokenAs: SpokenAs, round: number): number {
  const { alternatives = [entry.text], chosen = 0, at } = entry;
  const [first = entry.text, ...others] = alternatives;
  const draft = toDraft({ ...entry, text: first }, spokenAs, round);
  const seq = ledger.add(draft, at);
  if (others.length === 0) return seq;
  const { actor, audience = ['*'] } = draft;
  const answerer = entry.answerer && answererKind(entry.answerer);
  for (const text of others) {
    const payload: PayloadOf<'line.edited'> = { seq, text, by: 'model', ...answerer };
    ledger.add({ kind: 'line.edited', actor, audience, payload }, at);
  }
  ledger.add({ kind: 'line.chosen', actor, audience, payload: { seq, index: chosen } }, at);
  return seq;
}

const toDraft = (entry: TranscriptEntry, spokenAs: SpokenAs, round: number): EventDraft =>
  entry.by === 'player' ? toPlayerEvent(entry, spokenAs) : toLineEvent(entry, spokenAs, round);

function toPlayerEvent(entry: TranscriptEntry, spokenAs: SpokenAs): EventDraft {
  const { id, name, actor } = spokenAs.speaker(entry) ?? { id: '', name: entry.name, actor: 'system' };
  const hearers = (entry.hearers ?? []).flatMap((one) => spokenAs.hearer(one) ?? []);
  const idsOf = (kind: string) =>
    hearers.flatMap((one) => (one.actor.startsWith(kind) && one.actor !== actor ? one.id : []));
  const payload: PayloadOf<'player.spoke'> = {
    ...{ type: 'user', personaId: id, name, text: entry.text },
    ...(entry.hearers
      ? { to: idsOf('character:'), whisper: true, toPersonas: idsOf('persona:') }
      : { to: [] }),
  };
  return { kind: 'player.spoke', actor, audience: listRecipients(actor, payload), payload };
}

function toLineEvent(entry: TranscriptEntry, spokenAs: SpokenAs, round: number): EventDraft {
  const speaker = spokenAs.speaker(entry);
  const actor = speaker?.actor ?? 'narrator';
  const hearers = (entry.hearers ?? []).flatMap((one) => spokenAs.hearer(one)?.actor ?? []);
  const payload: PayloadOf<'character.spoke'> = {
    ...{ pass: round === 0 ? 0 : 1, kind: entry.kind, text: entry.text, name: speaker?.name ?? entry.name },
    ...answererKind(entry.answerer ?? { provider: 'author' }),
    ...{ rung: null, exit: false },
  };
  const audience = entry.hearers ? [...new Set([actor, ...hearers])] : ['*'];
  return { kind: 'character.spoke', actor, audience, round, payload };
}

/** Numbers events and keeps their times ascending, none newer than the import. */
class PastLedger {
  readonly events: Event[] = [];
  readonly #now: string;
  /** Time of the last line, for lines without a time. */
  #last: string;

  /** @param first time of the first line */
  constructor(now: string, first: string) {
    this.#now = now;
    this.#last = first;
  }

  hide(seqs: number[]): void {
    if (seqs.length > 0)
      this.add({ kind: 'line.hidden', actor: 'system', audience: ['owner'], payload: { seqs } }, '');
  }

  /**
   * @param at time of the line; `''`: unknown
   * @returns its seq
   */
  add(draft: EventDraft, at: string): number {
    const seq = this.events.length + 1;
    const isMaking = draft.kind === 'scene.created';
    const latest = at > this.#last ? at : this.#last;
    const time = isMaking || latest > this.#now ? this.#now : latest;
    if (!isMaking) this.#last = time;
    const { audience = ['*'], ...rest } = draft;
    this.events.push({ seq, at: time, audience, ...rest } as Event);
    return seq;
  }
}
