import type { Json, JsonObject } from '../../../src/base/json';

/**
 * What was typed into an item and is not saved yet, field by field, with what each field was when it was first touched:
 * so that a change which somebody else makes meanwhile is seen, and only a field that both changed is in question. Pure.
 */
export interface ItemDraft {
  /** Fields as they are to be. `undefined` is not kept: a field is there or it is not in the draft. */
  change: JsonObject;
  /** The same fields as they were. */
  was: JsonObject;
}

export const NO_DRAFT: ItemDraft = { change: {}, was: {} };

export const isEmpty = ({ change }: ItemDraft): boolean => Object.keys(change).length === 0;

/** The item as it is to be: as it is, with the draft on top. */
export const applyDraft = ({ change }: ItemDraft, body: JsonObject): JsonObject => ({ ...body, ...change });

/** The draft after a field was set. One that is as it was leaves the draft. */
export function editField(draft: ItemDraft, body: JsonObject, field: string, value: Json): ItemDraft {
  const was = Object.hasOwn(draft.was, field) ? draft.was[field] : body[field];
  if (isSame(value, body[field])) return dropField(draft, field);
  return {
    change: { ...draft.change, [field]: value },
    // A new item has no field yet; null stands for that, and is never compared with a value of a form.
    was: { ...draft.was, [field]: was ?? null },
  };
}

/** Fields that this draft and somebody else changed, each to something else. */
export const listConflicts = (draft: ItemDraft, body: JsonObject): string[] =>
  Object.keys(draft.change).filter(
    (field) =>
      !isSame(body[field] ?? null, draft.was[field] ?? null) && !isSame(body[field], draft.change[field]),
  );

/** The draft on an item that has changed: fields that are now as the draft wants them are settled. */
export const settleDraft = (draft: ItemDraft, body: JsonObject): ItemDraft =>
  Object.keys(draft.change)
    .filter((field) => isSame(body[field], draft.change[field]))
    .reduce(dropField, draft);

/** Mine counts: the fields in question are changed on top of what the item is now. */
export const keepMine = (draft: ItemDraft, body: JsonObject): ItemDraft => ({
  change: draft.change,
  was: { ...draft.was, ...pick(body, listConflicts(draft, body)) },
});

/** Theirs counts: the fields in question are as the item has them. */
export const takeTheirs = (draft: ItemDraft, body: JsonObject): ItemDraft =>
  listConflicts(draft, body).reduce(dropField, draft);

function dropField({ change, was }: ItemDraft, field: string): ItemDraft {
  const { [field]: _changed, ...restChange } = change;
  const { [field]: _was, ...restWas } = was;
  return { change: restChange, was: restWas };
}

const pick = (body: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, body[field] ?? null]));

/** Are two values of JSON the same, whatever the order of their fields? */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((one, at) => isSame(one, b[at]));
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}
