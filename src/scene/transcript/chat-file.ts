import { cutAtLetter } from '../../base/fold-text';
import { asRecord, parseJson } from '../../base/foreign-values';
import { isObject, type JsonObject } from '../../base/json';
import type { ImportNote } from '../../contract/library';
import { fail, ok, type Result } from '../../contract/problems';
import type { ImportReport, NotUsed } from '../../contract/transcripts';
import type { TranscriptEntry, TranscriptHead } from './entries';
import { type ForeignChat, readForeignChat } from './foreign-chats';

/**
 * The chat file of SillyTavern, for a single chat or a group: JSON lines, first the header, then one message
 * per line. Our own data about a line is in `extra.proscenium`, which SillyTavern preserves.
 */

const MAX_MESSAGES = 20_000;
const MAX_MESSAGE = 50_000;
/** Limits of a scene's fields. */
const MAX_NAME = 80;
const MAX_TITLE = 200;
const MAX_NOTE = 8_000;
const MAX_SCENARIO = 20_000;
const MAX_NOTES = 100;

/** The header's name in a chat whose messages name all speakers. */
const UNUSED = 'unused';
/** System messages by `extra.type`; they are not part of the story. */
const PROGRAM_NAMES = new Set(
  `help welcome empty generic slash_commands formatting hotkeys macros welcome_prompt assistant_note
  assistant_message group bookmark swarm`.split(/\s+/),
);
/** An author's remark outside the story. */
const COMMENT = 'comment';
const PLAYER = 'You';

export interface ChatFile {
  format: ImportReport['format'];
  title: string | null;
  source: string | null;
  /** Additional names in one of our own transcripts, without lines of their own. */
  players: string[];
  characters: string[];
  userName: string | null;
  characterName: string | null;
  note: string;
  scenario: string;
  /** `seq` is the line number in the file; `at` is `''` if unknown. */
  entries: TranscriptEntry[];
  notUsed: NotUsed[];
  repaired: ImportNote[];
  skipped: ImportNote[];
}

export function writeChatHeader({ scene, title, firstAt, players, characters }: TranscriptHead): string {
  const [character, ...others] = characters;
  return writeLine({
    user_name: players[0] ?? UNUSED,
    character_name: character !== undefined && others.length === 0 ? character : title,
    create_date: firstAt,
    chat_metadata: { proscenium: { scene, title, players, characters } },
  });
}

export function writeChatMessage(entry: TranscriptEntry): string {
  const { by, name, at, text, answerer, alternatives, chosen, round, kind, hearers, isHidden } = entry;
  const isNarrated = by === 'narrator' || by === 'judge';
  return writeLine({
    name,
    is_user: by === 'player',
    is_system: isHidden === true,
    send_date: at,
    mes: text,
    extra: {
      ...(isNarrated && { type: kind === COMMENT ? COMMENT : 'narrator' }),
      ...(answerer && { api: answerer.provider, model: answerer.model }),
      proscenium: {
        ...(round !== null && { round }),
        kind,
        ...(hearers && { hearers }),
        ...(answerer && { provider: answerer.provider }),
      },
    },
    ...(alternatives && { swipe_id: chosen ?? 0, swipes: alternatives }),
  });
}

const writeLine = (line: object): string => `${JSON.stringify(line)}\n`;

/**
 * Reads a chat file: SillyTavern's JSON lines, or the JSON of another program. Lines keep their text,
 * including macros. Unreadable messages are left out; `notUsed`, `repaired` and `skipped` list all
 * deviations.
 *
 * @param characterName fallback for a file without a character name
 * @returns `invalid` if there is no message; `too_large`
 */
export function readChatFile(text: string, characterName = 'Character'): Result<ChatFile> {
  const whole = parseJson(text);
  const foreign = isObject(whole) ? readForeignChat(whole) : null;
  const reader = new ChatReader(foreign, characterName);
  const messages = foreign?.messages ?? (Array.isArray(whole) ? placeMessages(whole) : parseLines(text));
  for (const [index, { pointer, message }] of messages.entries()) {
    reader.read(message, pointer, index + 1);
    if (reader.file.entries.length > MAX_MESSAGES)
      return fail({ code: 'too_large', what: 'the messages of a chat', limit: MAX_MESSAGES });
  }
  const { file } = reader;
  const [fault] = file.skipped;
  if (file.entries.length === 0)
    return refuse(
      `contains no chat messages: send the JSON lines of SillyTavern, each {"name": …, "is_user": …, "mes": …}, or the JSON of Agnai, CAI Tools, KoboldAI, Oobabooga or RisuAI${fault ? ` (${fault.pointer}: ${fault.message})` : ''}`,
    );
  return ok({
    ...file,
    repaired: file.repaired.slice(0, MAX_NOTES),
    skipped: file.skipped.slice(0, MAX_NOTES),
    notUsed: reader.listNotUsed(),
  });
}

const placeMessages = (list: readonly unknown[]) =>
  list.map((message, n) => ({ pointer: `/${n}`, message: isObject(message) ? message : null }));

/** null for each line that is not an object. */
const parseLines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, n) => {
      if (line.trim() === '') return [];
      const value = parseJson(line);
      return [{ pointer: `/${n}`, message: isObject(value) ? value : null }];
    });

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });

class ChatReader {
  readonly file: ChatFile;
  readonly #notUsed: Map<string, NotUsed>;
  readonly #unnamed: string;
  #isFirst = true;

  constructor(foreign: ForeignChat | null, unnamed: string) {
    this.file = {
      ...{ format: foreign?.format ?? 'sillytavern', source: null, players: [], characters: [] },
      title: readWords(foreign?.title, MAX_TITLE) || null,
      userName: readName(foreign?.userName),
      characterName: readName(foreign?.characterName),
      note: readWords(foreign?.note, MAX_NOTE),
      scenario: readWords(foreign?.scenario, MAX_SCENARIO),
      ...{ entries: [], notUsed: [], repaired: [], skipped: [] },
    };
    this.#notUsed = new Map((foreign?.notUsed ?? []).map((one) => [one.what, one]));
    this.#unnamed = unnamed;
    this.#isFirst = foreign === null;
  }

  /** @param n number of the message in the file, from 1 */
  read(value: JsonObject | null, pointer: string, n: number): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (value === null) {
      this.#skip(pointer, 'is not a JSON object');
      return;
    }
    // Chub nests the text one level deeper.
    const mes = asRecord(value.mes).message ?? value.mes;
    if (mes === undefined && isFirst) this.#readHeader(value);
    else if (mes === undefined) this.#leaveOut('lines without a message', 'they have no `mes`');
    else if (typeof mes === 'object') this.#skip(`${pointer}/mes`, 'is not text');
    else this.#readMessage({ ...value, mes: String(mes) }, pointer, n);
  }

  #skip(pointer: string, message: string): void {
    this.file.skipped.push({ pointer, message });
  }

  listNotUsed = (): NotUsed[] => [...this.#notUsed.values()];

  #readHeader({ user_name, character_name, chat_metadata }: JsonObject): void {
    this.file.userName = readName(user_name);
    this.file.characterName = readName(character_name);
    const { proscenium, note_prompt, scenario, ...others } = asRecord(chat_metadata);
    const own = asRecord(proscenium);
    this.file.title = readWords(own.title, MAX_TITLE) || null;
    this.file.source =
      typeof own.scene === 'string' && /^scn_[0-9a-z]{20}$/.test(own.scene) ? own.scene : null;
    this.file.players = readNames(own.players);
    this.file.characters = readNames(own.characters);
    this.file.note = readWords(note_prompt, MAX_NOTE);
    this.file.scenario = readWords(scenario, MAX_SCENARIO);
    // Internal fields of the program; ignoring them loses nothing.
    for (const plain of ['note_interval', 'note_position', 'note_depth', 'note_role', 'integrity', 'tainted'])
      delete others[plain];
    const rest = Object.keys(others);
    if (rest.length > 0)
      this.#leaveOut('settings of the chat', 'a scene has different settings', rest.length);
  }

  #readMessage(message: JsonObject & { mes: string }, pointer: string, n: number): void {
    const { send_date, swipes, swipe_id } = message;
    const extra = asRecord(message.extra);
    const type = typeof extra.type === 'string' ? extra.type : '';
    if (PROGRAM_NAMES.has(type) || message.name === 'SillyTavern System') {
      this.#leaveOut('messages of the program', 'they are not part of the story');
      return;
    }
    const mes = cutAtLetter(message.mes, MAX_MESSAGE).toWellFormed();
    if (mes.length < message.mes.length)
      this.file.repaired.push({ pointer, message: `is cut to ${MAX_MESSAGE} characters` });
    if (mes.trim() === '') {
      this.#leaveOut('messages without words', 'they have no text');
      return;
    }
    const isHidden = isTrue(message.is_system);
    const isComment = type === COMMENT && isHidden;
    const isNarrated = type === 'narrator' || isComment;
    const by = isNarrated ? 'narrator' : this.#isPlayer(message) ? 'player' : 'character';
    const name = readName(message.name) ?? this.#nameOf(by);
    for (const [field, what] of OMITTED)
      if (extra[field]) this.#leaveOut(what, 'only the text of a line is imported');
    const other = readAlternatives(swipes, swipe_id, mes);
    if (other && by === 'player')
      this.#leaveOut(
        "alternatives (swipes) of players' lines",
        'only the chosen alternative is imported',
        other.alternatives.length - 1,
      );
    const own = asRecord(extra.proscenium);
    this.file.entries.push({
      ...{ seq: n, at: readDate(send_date), by, name, text: mes, ...(by === 'player' ? null : other) },
      round: Number.isInteger(own.round) && Number(own.round) >= 0 ? Number(own.round) : null,
      kind: isComment ? COMMENT : isNarrated ? 'narrate' : readKind(own.kind),
      hearers: Array.isArray(own.hearers) ? readNames(own.hearers) : null,
      answerer: readAnswerer(extra, own),
      ...(isHidden && { isHidden: true }),
    });
  }

  /** A message without a flag is a player's if it has a player's name. */
  #isPlayer({ is_user, name }: JsonObject): boolean {
    if (is_user !== undefined && is_user !== null) return isTrue(is_user);
    return name === PLAYER || (this.file.userName !== null && readName(name) === this.file.userName);
  }

  #nameOf(by: TranscriptEntry['by']): string {
    const { userName, characterName } = this.file;
    if (by === 'narrator') return 'Narrator';
    return by === 'player' ? (userName ?? PLAYER) : (characterName ?? this.#unnamed);
  }

  #leaveOut(what: string, why: string, count = 1): void {
    const before = this.#notUsed.get(what)?.count ?? 0;
    this.#notUsed.set(what, { what, count: before + count, why });
  }
}

const IMPORTED = 'import';

/** One of our own lines names its author: lines of the understudy stay marked. */
function readAnswerer(
  { api, model }: Record<string, unknown>,
  own: Record<string, unknown>,
): TranscriptEntry['answerer'] {
  const isOurs = typeof own.provider === 'string' && /^[a-z0-9][a-z0-9-]{0,39}$/.test(own.provider);
  if (!isOurs && typeof model !== 'string' && typeof api !== 'string') return null;
  const provider = isOurs ? String(own.provider) : IMPORTED;
  return typeof model === 'string' && model !== '' ? { provider, model: model.slice(0, 200) } : { provider };
}

const OMITTED = [
  ['reasoning', 'reasoning of models'],
  ['image', 'pictures'],
  ['media', 'pictures'],
  ['file', 'files'],
  ['files', 'files'],
] as const;

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true';

const readWords = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.trim().slice(0, most).toWellFormed().trim() : '';

function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim();
  return name === '' || name === UNUSED ? null : name;
}

/** Most names in a list: a scene has at most fifty of each kind. */
const MAX_NAMES = 100;

const readNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, MAX_NAMES).flatMap((one) => readName(one) ?? []) : [];

const readKind = (value: unknown): string =>
  typeof value === 'string' && /^[a-z][a-z.]{0,39}$/.test(value) ? value : 'say';

/** All wordings of a line with alternatives; null if there is only one. */
function readAlternatives(
  swipes: unknown,
  id: unknown,
  text: string,
): { alternatives: string[]; chosen: number } | null {
  if (!Array.isArray(swipes)) return null;
  const all = swipes.map((one) => asRecord(one).message ?? one).filter((one) => typeof one === 'string');
  const alternatives = [...new Set(all)];
  // The current text may have been edited after it was chosen.
  const at = alternatives.indexOf(text);
  const place = at >= 0 ? at : alternatives.indexOf(String(swipes[Number(id)]));
  if (place >= 0) alternatives[place] = text;
  else alternatives.push(text);
  return alternatives.length > 1
    ? { alternatives, chosen: place >= 0 ? place : alternatives.length - 1 }
    : null;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/**
 * The time of a message (ISO), in all formats that SillyTavern has used. UTC if there is no time zone; `''`
 * if it is missing or unreadable.
 */
export function readDate(value: unknown): string {
  const ms = readTime(value);
  return ms !== null && ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : '';
}

function readTime(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value;
  // Seconds or milliseconds since 1970.
  if (typeof number === 'number')
    return Number.isFinite(number) ? (number < 1e11 ? number * 1000 : number) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return Number.isNaN(Date.parse(text)) ? null : Date.parse(text);
  // 2023-4-21 @20h 02m 47s 124ms; 2025-09-25@23h59m
  const stamp =
    /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m(?: ?(\d{1,2})s)?(?: ?(\d{1,3})ms)?$/.exec(text);
  if (stamp) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, milli = 0] = stamp
      .slice(1)
      .map((part) => Number(part ?? 0));
    return Date.UTC(year, month - 1, day, hour, minute, second, milli);
  }
  // June 19, 2023 2:20pm
  const words = /^([A-Za-z]+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d\d) ?([ap])m$/i.exec(text);
  const month = MONTHS.indexOf(words?.[1]?.toLowerCase() ?? '');
  if (!words || month < 0) return null;
  const [day = 1, year = 0, hour = 0, minute = 0] = words.slice(2, 6).map(Number);
  const isAfternoon = words[6]?.toLowerCase() === 'p';
  return Date.UTC(year, month, day, (hour % 12) + (isAfternoon ? 12 : 0), minute);
}
