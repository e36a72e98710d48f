import type { JsonObject } from '../../src/base/json';
import { isObject } from '../../src/base/json';

const TEXTS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'];
const V2_TEXTS = [
  ...TEXTS,
  ...['creator_notes', 'system_prompt', 'post_history_instructions', 'creator', 'character_version'],
];
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Lists the required fields of the V1, V2 or V3 specification that a card lacks. */
export function findCardFaults(card: JsonObject, form: 'v1' | 'v2' | 'v3'): string[] {
  const { data } = card;
  if (form === 'v1') return TEXTS.filter((field) => typeof card[field] !== 'string');
  const spec = form === 'v2' ? 'chara_card_v2' : 'chara_card_v3';
  const version = form === 'v2' ? '2.0' : '3.0';
  if (!isObject(data)) return ['data'];
  const lists = ['alternate_greetings', 'tags', ...(form === 'v3' ? ['group_only_greetings'] : [])];
  const { character_book: book, assets = [], nickname = '' } = data;
  return [
    ...(card.spec === spec ? [] : ['spec']),
    ...(card.spec_version === version ? [] : ['spec_version']),
    ...V2_TEXTS.filter((field) => typeof data[field] !== 'string'),
    ...lists.filter((field) => !isTexts(data[field])),
    ...(isObject(data.extensions) ? [] : ['extensions']),
    ...(Array.isArray(assets) ? [] : ['assets']),
    ...(typeof nickname === 'string' ? [] : ['nickname']),
    ...(book === undefined || (isObject(book) && Array.isArray(book.entries)) ? [] : ['character_book']),
  ];
}
