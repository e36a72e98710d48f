import { decodeText } from '../../../../src/base/decode-text';
import { isObject, type Json, type JsonObject } from '../../../../src/base/json';
import { readPictureType } from '../../../../src/base/picture-type';
import { STORY_ENDINGS } from './file-endings';

/** `chat`: of SillyTavern or another program; `export`: the zip of a scene or a run. */
export type FileGuess = 'character' | 'lorebook' | 'story' | 'chat' | 'export';

/**
 * Extensions of stories that no run plays. The server names their format and the program that plays them.
 */
const OTHER_STORY_ENDINGS = '.z1,.z2,.z6,.z7,.ulx,.gam,.t3,.taf';
/** Blorb extensions, which the server opens for any kind of story. */
const OTHER_BLORB_ENDINGS = '.gblorb,.glb';
const hasEnding = (name: string, endings: string): boolean =>
  endings.split(',').some((ending) => name.toLowerCase().endsWith(ending));
const isStory = (name: string): boolean =>
  hasEnding(name, `${STORY_ENDINGS},${OTHER_STORY_ENDINGS},${OTHER_BLORB_ENDINGS}`);
/** Bytes that identify a story's interpreter. */
const STORY_HEAD = 4096;
/** Largest JSON file to read; the server rejects larger ones anyway. */
const MAX_JSON = 8 * 1024 * 1024;

/** Guesses a file's kind from its name and content; null for other files. The server decides. */
export async function guessFile(file: File): Promise<FileGuess | null> {
  if (isStory(file.name)) return 'story';
  if (/\.jsonl$/i.test(file.name)) return 'chat';
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  if (readPictureType(head)) return 'character';
  if (head[0] === 0x50 && head[1] === 0x4b) {
    if (/\.zip$/i.test(file.name)) return 'export';
    // A card with its assets, or an archive of Backyard AI.
    return /\.(?:charx|byaf)$/i.test(file.name) ? 'character' : null;
  }
  if (file.size > MAX_JSON) return null;
  if (/\.ya?ml$/i.test(file.name)) return 'character';
  try {
    return guessJson(JSON.parse(decodeText(new Uint8Array(await file.arrayBuffer())) ?? '') as Json);
  } catch {
    return null;
  }
}

/**
 * Returns the part of a story file that the server needs. Unsupported stories can exceed its limit; their first bytes
 * are enough to identify them.
 */
export const cutStory = (file: File): File =>
  hasEnding(file.name, OTHER_STORY_ENDINGS) ? new File([file.slice(0, STORY_HEAD)], file.name) : file;

/** Guesses a JSON file's kind: a card of any version, a book in any importable form, or a chat. */
export function guessJson(json: Json): FileGuess | null {
  if (!isObject(json)) return null;
  const data = isObject(json.data) ? json.data : json;
  if (typeof json.spec === 'string' && json.spec.startsWith('chara_card')) return 'character';
  if (isChat(json)) return 'chat';
  const isRisuBook = json.type === 'risu' && Array.isArray(json.data);
  if (isBook(json) || isBook(data) || isRisuBook) return 'lorebook';
  return isCard(json) || isCard(data) ? 'character' : null;
}

/** World Info has its entries in an object, other books in a list. */
const isBook = ({ entries }: JsonObject): boolean => Array.isArray(entries) || isObject(entries);

const isChat = ({ type, messages, histories, internal, data_visible, actions }: JsonObject): boolean =>
  (typeof type === 'string' && /^risu(?:All)?Chats?$/.test(type)) ||
  histories !== undefined ||
  [internal, data_visible, actions].some((list) => Array.isArray(list)) ||
  (Array.isArray(messages) && messages.some((one) => isObject(one) && 'msg' in one));

const isCard = (card: JsonObject): boolean =>
  typeof (card.name ?? card.char_name) === 'string' &&
  CARD_KEYWORDS.some((field) => typeof card[field] === 'string');

/** Texts of cards of V1, and of other programs. */
const CARD_KEYWORDS = [
  ...['first_mes', 'personality', 'mes_example', 'scenario', 'description'],
  ...['char_persona', 'char_greeting', 'greeting', 'context'],
];
