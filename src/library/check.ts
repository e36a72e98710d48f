import { LIBRARY_BODIES, type LibraryBody, type LibraryKind, MAX_ITEM_BYTES } from '../contract/library';
import { describeIssues, type Failure, fail, ok, type Result } from '../contract/problems';
import { checkProfile } from '../model/profiles';
import { checkLorebook } from '../scene/lore/lore';

export interface Reference {
  id: string;
  kind: LibraryKind;
  pointer: string;
}

export interface CheckedBody {
  body: LibraryBody;
  /** At most {@link MAX_ITEM_BYTES}. */
  json: string;
}

/** Checks that the schema cannot express: lore, profile and size. */
export function checkBody(kind: LibraryKind, body: LibraryBody): Result<CheckedBody> {
  const errors = findIssues({ kind, body } as TaggedIssue);
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const json = JSON.stringify(body);
  if (new TextEncoder().encode(json).length > MAX_ITEM_BYTES)
    return fail({ code: 'too_large', what: `${kind}, with all its fields,`, limit: MAX_ITEM_BYTES });
  return ok({ body, json });
}

/** Validates against the schema of its kind, then as {@link checkBody}. */
export function checkUnknown(kind: LibraryKind, body: unknown): Result<CheckedBody> {
  const parseResult = LIBRARY_BODIES[kind].safeParse(body);
  if (parseResult.success) return checkBody(kind, parseResult.data);
  return fail({ code: 'invalid', errors: describeIssues(parseResult.error.issues, 'json') });
}

export function listReferences(kind: LibraryKind, body: LibraryBody): Reference[] {
  const item = { kind, body } as TaggedIssue;
  switch (item.kind) {
    case 'world':
      return item.body.lorebooks.map((id, index) => ({
        id,
        kind: 'lorebook',
        pointer: `/lorebooks/${index}`,
      }));
    case 'campaign':
      return [{ id: item.body.world, kind: 'world', pointer: '/world' }];
    case 'arc':
      return [{ id: item.body.campaign, kind: 'campaign', pointer: '/campaign' }];
    default:
      return [];
  }
}

export function findParent(kind: LibraryKind, body: LibraryBody): string | null {
  const item = { kind, body } as TaggedIssue;
  if (item.kind === 'campaign') return item.body.world;
  return item.kind === 'arc' ? item.body.campaign : null;
}

type FieldIssues = Extract<Failure, { code: 'invalid' }>['errors'];
type TaggedIssue = { [K in LibraryKind]: { kind: K; body: LibraryBody<K> } }[LibraryKind];

function findIssues(item: TaggedIssue): FieldIssues {
  const under = (field: string, found: FieldIssues): FieldIssues =>
    found.map(({ pointer, message }) => ({ pointer: `${field}${pointer}`, message }));
  switch (item.kind) {
    case 'lorebook':
      return checkLorebook(item.body);
    case 'character':
      return item.body.lorebook ? under('/lorebook', checkLorebook(item.body.lorebook)) : [];
    case 'profile':
      return under('/profile', checkProfile(item.body.profile));
    default:
      return [];
  }
}
