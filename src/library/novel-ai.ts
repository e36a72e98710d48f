import type { JsonObject } from '../base/json';
import { isObject } from '../base/json';
import { BOOK_FIELDS, type LoreFormat, mapId, OWN_EXTRA, same } from './lore-formats';

/**
 * A `.lorebook` of NovelAI, which is read and not written. Its keys are found as ours are: as whole words in any case, or
 * as regular expressions. What it says of places and lengths in a story's context has no counterpart here and is kept.
 */
export const NOVEL_AI: LoreFormat = {
  name: 'novelAi',
  isCard: true,
  uid: 'id',
  keys: 'keys',
  book: BOOK_FIELDS,
  entry: [
    mapId('id'),
    same('keys', 'keys', true),
    same('name', 'displayName'),
    same('content', 'text', true),
    same('enabled', 'enabled'),
    same('constant', 'forceActivation'),
    {
      // Who gets room first, as our order says too.
      ...same('order', 'contextConfig/budgetPriority'),
      read: (get) => {
        const config = get('contextConfig');
        return isObject(config) ? config.budgetPriority : undefined;
      },
    },
    OWN_EXTRA,
  ],
  entryBase: () => [],
};

/** Is a file a lorebook of NovelAI? Its format has a version; its entries have a text that others call `content`. */
export function isNovelAi(json: JsonObject): boolean {
  const { entries } = json;
  if (!Array.isArray(entries)) return false;
  const has = (field: string) => entries.some((entry) => isObject(entry) && Object.hasOwn(entry, field));
  return typeof json.lorebookVersion === 'number' || (has('text') && !has('content'));
}
