import { asRecord } from '../../base/foreign-values';
import type { Json, JsonObject } from '../../base/json';
import type { ImportReport, NotUsed } from '../../contract/transcripts';

export interface PlacedMessage {
  pointer: string;
  message: JsonObject;
}

/**
 * A chat of another program, with messages converted to SillyTavern's format, which a single reader checks.
 */
export interface ForeignChat {
  format: ImportReport['format'];
  title?: Json | undefined;
  note?: string;
  scenario?: Json | undefined;
  userName?: Json | undefined;
  characterName?: Json | undefined;
  messages: PlacedMessage[];
  notUsed?: NotUsed[];
}

/** Reads a chat of Oobabooga, Agnai, RisuAI, KoboldAI or CAI Tools; null if it is none of them. */
export function readForeignChat(json: JsonObject): ForeignChat | null {
  for (const read of [readRisu, readCai, readKobold, readOobabooga, readAgnai]) {
    const chat = read(json);
    if (chat) return chat;
  }
  return null;
}

const readList = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (what: string, n: number, why: string): NotUsed[] => (n > 0 ? [{ what, count: n, why }] : []);

const otherChats = (n: number) => count('other chats of the file', n, 'only the first chat is imported');

/** First input of a history that begins with the character's greeting. */
const NO_INPUT = '<|BEGIN-VISIBLE-CHAT|>';

/** `internal` has the original text, `visible` the HTML-escaped text of the page. */
function readOobabooga(json: JsonObject): ForeignChat | null {
  const isNew = Array.isArray(json.internal) || Array.isArray(json.visible);
  if (!isNew && !Array.isArray(json.data_visible)) return null;
  const wordPairs = readList(isNew ? json.internal : json.data);
  const pagePairs = readList(isNew ? json.visible : json.data_visible);
  const at = isNew ? '/internal' : '/data';
  const messages = Array.from({ length: Math.max(wordPairs.length, pagePairs.length) }, (_, n) =>
    [0, 1].flatMap((side): PlacedMessage[] => {
      const rawText = readText(readList(wordPairs[n])[side]);
      const pageText = readText(readList(pagePairs[n])[side]);
      const mes = rawText ?? (pageText === null ? null : unescapeHtml(pageText));
      if (mes === null || mes === '' || mes === NO_INPUT) return [];
      const { timestamp, versions, current_version_index, model_name } = asRecord(
        asRecord(json.metadata)[`${side === 0 ? 'user' : 'assistant'}_${n}`],
      );
      const swipes = readList(versions).flatMap(
        (one) => readText(asRecord(one).content ?? asRecord(one).text) ?? [],
      );
      const message = {
        ...{ mes, is_user: side === 0, send_date: (timestamp as Json) ?? null },
        ...(swipes.length > 1 && { swipes, swipe_id: (current_version_index as Json) ?? 0 }),
        ...(typeof model_name === 'string' && { extra: { model: model_name } }),
      };
      return [{ pointer: `${at}/${n}/${side}`, message }];
    }),
  );
  return { format: 'oobabooga', messages: messages.flat() };
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#x27;': "'", '&#39;': "'" },
};
const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|amp|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);

function readAgnai(json: JsonObject): ForeignChat | null {
  const all = readList(json.messages);
  if (!all.some((one) => typeof asRecord(one).msg === 'string')) return null;
  const branch = activeBranch(all, json.treeLeafId);
  const messages = all.flatMap((one, n): PlacedMessage[] => {
    const { _id, msg, userId, handle, name, retries, createdAt, event, adapter } = asRecord(one);
    if (!branch.has(_id) || adapter === 'image') return [];
    const message = {
      ...{ mes: msg as Json, is_user: Boolean(userId), send_date: (createdAt as Json) ?? null },
      name: readText(userId ? handle : (name ?? handle)),
      // Agnai hides such an event from people and does not define who else may read it.
      ...(event === 'hidden' && { is_system: true }),
      ...(typeof event === 'string' && { extra: { type: 'narrator' } }),
      ...(Array.isArray(retries) && retries.length > 0 && { swipes: [msg as Json, ...(retries as Json[])] }),
    };
    return [{ pointer: `/messages/${n}/msg`, message: message as JsonObject }];
  });
  return {
    ...{ format: 'agnai', title: json.name, scenario: json.scenario, messages },
    notUsed: count(
      'messages of other branches, and pictures',
      all.length - messages.length,
      'only one branch is imported',
    ),
  };
}

/** Ids of the messages on the branch of a leaf; all ids if there is no tree. */
function activeBranch(all: readonly Json[], leaf: Json | undefined): Set<unknown> {
  const byId = new Map(all.map((one) => [asRecord(one)._id, asRecord(one)]));
  const ids = new Set<unknown>();
  for (let id: unknown = leaf; byId.has(id) && !ids.has(id); id = byId.get(id)?.parent) ids.add(id);
  return ids.size > 1 ? ids : new Set(byId.keys());
}

const THOUGHTS = /<Thoughts>[\s\S]*?<\/Thoughts>\s*/g;

function readRisu(json: JsonObject): ForeignChat | null {
  if (json.type !== 'risuChat' && json.type !== 'risuAllChats') return null;
  const chats = Array.isArray(json.data) ? json.data : [json.data];
  const place = Math.max(
    chats.findIndex((one) => readList(asRecord(one).message).length > 0),
    0,
  );
  const { message: list, name, note, localLore } = asRecord(chats[place]);
  const all = readList(list).map(asRecord);
  const lastOff = all.findLastIndex(({ disabled }) => disabled === 'allBefore');
  const at = Array.isArray(json.data) ? `/data/${place}` : '/data';
  let thoughts = 0;
  const messages = all.map((one, n): PlacedMessage => {
    const { role, data, time, disabled, isComment, generationInfo } = one;
    const mes = typeof data === 'string' ? data.replaceAll(THOUGHTS, '') : (data as Json);
    if (mes !== data) thoughts += 1;
    const { model } = asRecord(generationInfo);
    const message = {
      ...{ mes, is_user: role === 'user', name: readText(one.name), send_date: (time as Json) ?? null },
      is_system: n <= lastOff || Boolean(disabled) || isComment === true,
      extra: { ...(isComment === true && { type: 'comment' }), ...(typeof model === 'string' && { model }) },
    };
    return { pointer: `${at}/message/${n}/data`, message };
  });
  return {
    ...{ format: 'risuai', title: name as Json, note: readText(note) ?? '', messages },
    notUsed: [
      ...otherChats(chats.length - 1),
      ...count(
        'entries of the chat’s lorebook',
        readList(localLore).length,
        'import the lorebook separately and add it',
      ),
      ...count('reasoning of models', thoughts, 'only the text of a line is imported'),
    ],
  };
}

/** Histories of character.ai, as saved by CAI Tools: `msgs` of the old site, `turns` of the new one. */
function readCai(json: JsonObject): ForeignChat | null {
  const { histories = json } = json;
  const chatList = Array.isArray(histories) ? histories : (asRecord(histories).histories ?? [histories]);
  const chats = readList(chatList).map(asRecord);
  const place = chats.findIndex((one) => readList(one.msgs ?? one.turns).length > 0);
  const chat = chats[place];
  if (!chat) return null;
  const isNew = chat.msgs === undefined;
  const at =
    json.histories === undefined ? '' : `/histories${Array.isArray(histories) ? '' : '/histories'}/${place}`;
  const messages = readList(chat.msgs ?? chat.turns).map((one, n): PlacedMessage => {
    const { src, author, text, created, create_time, candidates, primary_candidate_id } = asRecord(one);
    const { is_human, name } = asRecord(src ?? author);
    const wordings = readList(candidates).map(asRecord);
    const choice = wordings.findIndex(({ candidate_id }) => candidate_id === primary_candidate_id);
    const swipes = wordings.flatMap(({ raw_content }) => readText(raw_content) ?? []);
    const message = {
      ...{ mes: isNew ? (swipes[Math.max(choice, 0)] ?? null) : (text as Json), name: readText(name) },
      ...{ is_user: is_human === true, send_date: ((created ?? create_time) as Json) ?? null },
      ...(swipes.length > 1 && { swipes, swipe_id: Math.max(choice, 0) }),
    };
    return { pointer: `${at}/${isNew ? 'turns' : 'msgs'}/${n}`, message };
  });
  // The new site lists the newest turn first.
  const times = messages.map(({ message }) => Date.parse(String(message.send_date)));
  const isReversed = isNew && (times[0] ?? 0) > (times.at(-1) ?? 0);
  return {
    ...{ format: 'cai-tools', messages: isReversed ? messages.reverse() : messages },
    notUsed: otherChats(chats.length - 1),
  };
}

const INPUT = '{{[INPUT]}}';
const OUTPUT = '{{[OUTPUT]}}';

/**
 * A story of KoboldAI: pieces of one text. Marks show who continues: placeholders, instruct tags, names at
 * the start of a line in chat mode, `>` in adventure mode.
 */
function readKobold(json: JsonObject): ForeignChat | null {
  const { prompt, actions, savedsettings, memory, authorsnote, worldinfo } = json;
  if (!Array.isArray(actions) || (prompt !== undefined && typeof prompt !== 'string')) return null;
  const settings = asRecord(savedsettings);
  const tagOf = (field: string) => readText(settings[field])?.trim() ?? '';
  const user = tagOf('chatname') || 'You';
  const others = tagOf('chatopponent')
    .split('||$||')
    .filter((name) => name !== '');
  const [opponent = null] = others;
  const speakers = new Map<string, { is_user: boolean; name: string | null }>([
    [INPUT, { is_user: true, name: user }],
    [OUTPUT, { is_user: false, name: opponent }],
    [tagOf('instruct_starttag'), { is_user: true, name: user }],
    [tagOf('instruct_endtag'), { is_user: false, name: opponent }],
  ]);
  speakers.delete('');
  for (const name of settings.opmode === 3 ? [user, ...others] : [])
    speakers.set(`\n${name}:`, { is_user: name === user, name });
  if (settings.opmode === 2) speakers.set('\n>', { is_user: true, name: user });
  const marks = [...speakers.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const splitting = new RegExp(`(${marks.join('|')})`);
  const pieces = [prompt, ...actions].flatMap((one) => readText(one) ?? []);
  const whole = `\n${pieces.join('')}`;
  let who: { is_user: boolean; name: string | null } = { is_user: false, name: opponent };
  const messages: PlacedMessage[] = [];
  for (const part of splitting.test(whole) ? whole.split(splitting) : pieces) {
    const speaker = speakers.get(part);
    if (speaker) who = speaker;
    const words = speaker ? '' : part.replaceAll(/\{\{\[(?:INPUT|OUTPUT)_END\]\}\}/g, '').trim();
    if (words === '') continue;
    // In adventure mode the first line is the player's, and the story continues after it.
    const [row = '', ...rest] = who.is_user && settings.opmode === 2 ? words.split('\n') : [words];
    messages.push({ pointer: '/actions', message: { ...who, mes: row } });
    const story = rest.join('\n').trim();
    if (story !== '')
      messages.push({ pointer: '/actions', message: { is_user: false, name: opponent, mes: story } });
  }
  const notes = [memory, authorsnote].flatMap((one) => readText(one)?.trim() || []);
  return {
    ...{ format: 'koboldai', userName: user, characterName: opponent, note: notes.join('\n\n'), messages },
    notUsed: count(
      'entries of its world info',
      readList(worldinfo).length,
      'import the lorebook separately and add it',
    ),
  };
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
