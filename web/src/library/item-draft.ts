import type { Json, JsonObject } from '../../../src/base/json';

/**
 * The unsaved changes of an item by field, with each field's value at the first change. The old values reveal other
 * people's changes; only fields changed by both are conflicts.
 */
export interface ItemDraft {
  /** New values of fields. Never `undefined`: an unchanged field is not in the draft. */
  change: JsonObject;
  /** Old values of the same fields. */
  was: JsonObject;
}

export const NO_DRAFT: ItemDraft = { change: {}, was: {} };

export const isEmpty = ({ change }: ItemDraft): boolean => Object.keys(change).length === 0;

/** Puts the draft on top of the item. */
export const applyDraft = ({ change }: ItemDraft, body: JsonObject): JsonObject => ({ ...body, ...change });

/** Sets a field of the draft. A field that returns to its old value leaves the draft. */
export function editField(draft: ItemDraft, body: JsonObject, field: string, value: Json): ItemDraft {
  const was = Object.hasOwn(draft.was, field) ? draft.was[field] : body[field];
  if (isSame(value, body[field])) return dropField(draft, field);
  return {
    change: { ...draft.change, [field]: value },
    // A new item has no fields yet. null marks that and is never compared with a form value.
    was: { ...draft.was, [field]: was ?? null },
  };
}

/** Lists the fields that this draft and another person changed to different values. */
export const listConflicts = (draft: ItemDraft, body: JsonObject): string[] =>
  Object.keys(draft.change).filter(
    (field) =>
      !isSame(body[field] ?? null, draft.was[field] ?? null) && !isSame(body[field], draft.change[field]),
  );

/** Moves the draft to a changed item: drops the fields that already have the wanted values. */
export const settleDraft = (draft: ItemDraft, body: JsonObject): ItemDraft =>
  Object.keys(draft.change)
    .filter((field) => isSame(body[field], draft.change[field]))
    .reduce(dropField, draft);

/** Resolves conflicts for the draft: its fields are changed on top of the current item. */
export const keepMine = (draft: ItemDraft, body: JsonObject): ItemDraft => ({
  change: draft.change,
  was: { ...draft.was, ...pick(body, listConflicts(draft, body)) },
});

/** Resolves conflicts for the server: drops the fields from the draft. */
export const keepTheirs = (draft: ItemDraft, body: JsonObject): ItemDraft =>
  listConflicts(draft, body).reduce(dropField, draft);

function dropField({ change, was }: ItemDraft, field: string): ItemDraft {
  const { [field]: _changed, ...restChange } = change;
  const { [field]: _was, ...restWas } = was;
  return { change: restChange, was: restWas };
}

const pick = (body: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, body[field] ?? null]));

/** Compares two JSON values, ignoring the order of fields. */
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
