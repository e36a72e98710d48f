import { z } from 'zod';
import { isPng } from '../../base/png/chunks';
import type { Receipt } from '../../contract/access';
import { toSlug } from '../../contract/ids';
import {
  importedItemSchema,
  type LibraryBody,
  type LibraryItem,
  libraryIdSchema,
  libraryPrefix,
} from '../../contract/library';
import type { Lorebook } from '../../contract/lore';
import { fail, ok, type Result } from '../../contract/problems';
import { CARD_FORMS, writeCard } from '../../library/cards';
import { listNotes, noNotes } from '../../library/fit-fields';
import { listIgnored, listUsed } from '../../library/ignored';
import { deletePortrait, readPortrait, storePortrait } from '../../library/portraits';
import { createItem, readItem } from '../../library/store';
import { exportWorldInfo } from '../../library/world-info';
import { MAX_BODY } from '../middleware/body';
import { findFormFile } from '../middleware/form-file';
import {
  type App,
  type AppContext,
  answers,
  buildFileReceipt,
  idempotencyHeader,
  routeApp,
} from '../middleware/http';
import { nameAttachment } from '../rooms/downloads';
import { randomId } from '../rooms/lifecycle';

/** The reader validates the file, not the schema of the request. */
const anyFile = z.any().describe('The file');
const binary = z.string().meta({ format: 'binary' });
const FORM = {
  type: 'object' as const,
  properties: { file: { type: 'string' as const, format: 'binary', description: 'The file' } },
  required: ['file'],
};
/**
 * JSON and forms have no Zod schemas: the framework would parse them before we do, which refuses JSON in UTF-16 and
 * copies the file of a form.
 */
const fileBody = {
  content: {
    'application/json': { schema: { description: 'The file' } },
    'image/png': { schema: binary },
    'image/apng': { schema: binary },
    'image/jpeg': { schema: binary },
    'image/webp': { schema: binary },
    'application/yaml': { schema: binary },
    'application/zip': { schema: binary },
    'application/octet-stream': { schema: binary },
    'multipart/form-data': { schema: FORM },
  },
};
const FILE_TYPES = Object.keys(fileBody.content);
/** Accepted content types, as listed in problems. */
const WANTED_TYPES =
  'application/json, application/yaml, image/png, image/jpeg, image/webp, application/zip, application/octet-stream or multipart/form-data';

/** Import and export of files from other programs: character cards and World Info. */
export function mountLibraryFiles(app: App): void {
  const route = routeApp(app, 'library', { who: 'key', scopes: ['read'] });
  route(
    'POST /v1/characters/import',
    'importCharacter',
    'Import a character card',
    {
      description:
        'Accepts cards in V1, V2, V3 and formats of other programs: as JSON or YAML, in a PNG, WebP or JPEG, in a `.charx`, or in a `.byaf`. Send the file as the body, or as the form field `file`. The response lists effective fields in `used`, fields without effect in `ignored`, and changed or skipped parts in `repaired` and `skipped`. Unknown fields are kept for export. An invalid file has no effect.',
      headers: idempotencyHeader,
      // A .charx has pictures, sounds and films next to its card.
      maxBody: 32 * MAX_BODY,
      takes: WANTED_TYPES,
      body: fileBody,
      201: answers(importedItemSchema('character'), 'The new character'),
    },
    async (c) => {
      const upload = await readUpload(c);
      if (!upload.ok) return upload;
      const notes = noNotes();
      const { readCharacterFile } = await import('../../library/import-file');
      const file = await readCharacterFile(upload.value.bytes, notes);
      if (!file.ok) return file;
      const { checked, picture } = file.value;
      // Check first: a failed import must not store anything.
      const hasPicture = picture !== null;
      const usedFields = listUsed(checked.body, hasPicture);
      const ignoredFields = listIgnored({ kind: 'character', body: checked.body, hasPicture });
      const { tenant } = c.get('principal');
      const { BUCKET } = c.env;
      const id = `${libraryPrefix('character')}_${randomId()}`;
      // Store the picture first, so that no character lacks its picture. It is deleted if creating the character
      // fails.
      const portrait = picture ? await storePortrait(BUCKET, tenant, id, picture) : ok(null);
      if (!portrait.ok) return portrait;
      const { receipt } = upload.value;
      const item = { kind: 'character', id, checked, receipt, now: Date.now() } as const;
      const newItem = await createItem(c.get('db'), tenant, item);
      const isNew = newItem.ok && newItem.value.id === id;
      if (picture && !isNew) await deletePortrait(BUCKET, tenant, id);
      return importResponse(c, newItem as Result<LibraryItem<'character'>>, {
        used: usedFields,
        ignored: ignoredFields,
        ...listNotes(notes),
      });
    },
  );
  route(
    'POST /v1/lorebooks/import',
    'importLorebook',
    'Import a lorebook',
    {
      description:
        'Accepts World Info, the lorebook of a character card, lorebook_v3, and lorebooks of Agnai, NovelAI and RisuAI. Send the file as the body, or as the form field `file`. The response lists fields without effect in `ignored`, and changed or skipped parts in `repaired` and `skipped`; all are kept for export. An invalid file has no effect.',
      headers: idempotencyHeader,
      query: z.object({
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe('Name for a book without one. Default: the file name'),
      }),
      maxBody: 4 * MAX_BODY,
      takes: WANTED_TYPES,
      body: fileBody,
      201: answers(importedItemSchema('lorebook'), 'The new lorebook'),
    },
    async (c, { query }) => {
      const upload = await readUpload(c);
      if (!upload.ok) return upload;
      const { bytes, name, receipt } = upload.value;
      const notes = noNotes();
      const { readLorebookFile } = await import('../../library/import-file');
      const lorebook = readLorebookFile(bytes, query.name ?? name, notes);
      if (!lorebook.ok) return lorebook;
      const ignoredFields = listIgnored({ kind: 'lorebook', body: lorebook.value.body as Lorebook });
      const newItem = await createItem(c.get('db'), c.get('principal').tenant, {
        kind: 'lorebook',
        id: `${libraryPrefix('lorebook')}_${randomId()}`,
        checked: lorebook.value,
        receipt,
        now: Date.now(),
      });
      return importResponse(c, newItem as Result<LibraryItem<'lorebook'>>, {
        ignored: ignoredFields,
        ...listNotes(notes),
      });
    },
  );
  route(
    'GET /v1/characters/{id}/card',
    'exportCharacter',
    'Export a character card',
    {
      description: 'An unchanged import is exported exactly as imported, including unknown fields.',
      params: z.object({ id: libraryIdSchema('character').describe('Id of the character') }),
      query: z.object({
        format: z
          .enum([...CARD_FORMS, 'png'])
          .optional()
          .describe(
            '`png`: its picture if that is a PNG (otherwise a plain one), with the embedded card as V2 and V3. `v2` and `v3` contain every field the format requires. Default: JSON in the format of the import, or V2',
          ),
      }),
      200: {
        description: 'The card, including unknown fields of the import',
        content: { 'application/json': { schema: anyFile }, 'image/png': { schema: binary } },
      },
    },
    async (c, { params: { id }, query: { format = null } }) => {
      const { tenant } = c.get('principal');
      const character = await readItem(c.get('db'), tenant, 'character', id);
      if (!character.ok) return character;
      const { body } = character.value as LibraryItem<'character'>;
      if (format !== 'png') return c.json(writeCard(body, format), 200, nameFile(body, 'json'));
      const picture = await readPortrait(c.env.BUCKET, tenant, id);
      if (!picture.ok) return picture;
      const portrait = picture.value && isPng(picture.value) ? picture.value : await drawPortrait();
      const { writePngCard } = await import('../../library/png-card');
      const png = writePngCard(portrait, writeCard(body, 'v2'), writeCard(body, 'v3'));
      return new Response(png, { headers: { 'Content-Type': 'image/png', ...nameFile(body, 'png') } });
    },
  );
  route(
    'GET /v1/lorebooks/{id}/world-info',
    'exportLorebook',
    'Export a lorebook as World Info',
    {
      description: 'For SillyTavern and other programs. An unchanged import is exported exactly as imported.',
      params: z.object({ id: libraryIdSchema('lorebook').describe('Id of the lorebook') }),
      200: { description: 'The file', content: { 'application/json': { schema: anyFile } } },
    },
    async (c, { params: { id } }) => {
      const lorebook = await readItem(c.get('db'), c.get('principal').tenant, 'lorebook', id);
      if (!lorebook.ok) return lorebook;
      const { body } = lorebook.value as LibraryItem<'lorebook'>;
      return c.json(exportWorldInfo(body), 200, nameFile(body, 'json'));
    },
  );
}

/** The response to an import: the item, with used and ignored fields of its file. */
function importResponse<T extends LibraryItem, F>(
  c: AppContext,
  created: Result<T>,
  fields: F,
): Result<T & F> {
  if (!created.ok) return created;
  c.header('Location', `${c.req.path.replace(/import$/, '')}${created.value.id}`);
  return ok({ ...created.value, ...fields });
}

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  /** File name without its extension, if known. */
  name?: string;
  receipt: Receipt | null;
}

/**
 * The file of a request: its body, or the form field `file`.
 *
 * @param types accepted media types
 * @param want the same in words, for problems
 */
export async function readUpload(
  c: AppContext,
  types = FILE_TYPES,
  want = WANTED_TYPES,
): Promise<Result<Upload>> {
  const header = c.req.header('Content-Type') ?? 'none';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) return fail({ code: 'unsupported_media', got: type, want });
  const bytes = c.get('body') ?? new Uint8Array();
  const upload = type === 'multipart/form-data' ? readForm(bytes, header) : ok({ bytes });
  if (!upload.ok) return upload;
  return ok({ ...upload.value, receipt: await buildFileReceipt(c, upload.value.bytes) });
}

type UploadedFile = Result<Omit<Upload, 'receipt'>>;

const readForm = (body: Uint8Array<ArrayBuffer>, type: string): UploadedFile => {
  const file = findFormFile(body, type);
  if (typeof file === 'string')
    return fail({ code: 'invalid', errors: [{ pointer: '/file', message: file }] });
  const name = file.name
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .trim()
    .slice(0, 200);
  return ok({ bytes: file.bytes, ...(name !== '' && { name }) });
};

/** Header for saving a file under the name of its content. */
const nameFile = ({ name }: LibraryBody, type: 'json' | 'png') =>
  nameAttachment(toSlug(name) || 'unnamed', name, type);

/** Loads the encoder on first use. */
async function drawPortrait(): Promise<Uint8Array> {
  const { plainPortrait } = await import('../../library/plain-portrait');
  return plainPortrait();
}
