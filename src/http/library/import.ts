import { z } from 'zod';
import { isPng } from '../../base/png/chunks';
import type { Receipt } from '../../contract/access';
import { toSlug } from '../../contract/ids';
import {
  importedItemOf,
  type LibraryBody,
  type LibraryItem,
  libraryIdOf,
  libraryPrefix,
} from '../../contract/library';
import type { Lorebook } from '../../contract/lore';
import { fail, ok, type Result } from '../../contract/problems';
import { CARD_FORMS, writeCard } from '../../library/cards';
import { listNotes, noNotes } from '../../library/fit-fields';
import { listIgnored, listUsed } from '../../library/ignored';
import { readCharacterFile, readLorebookFile } from '../../library/import-file';
import { writePngCard } from '../../library/png-card';
import { forgetPortrait, keepPortrait, readPortrait } from '../../library/portraits';
import { createItem, readItem } from '../../library/store';
import { exportWorldInfo } from '../../library/world-info';
import { MAX_BODY } from '../middleware/body';
import { findFormFile } from '../middleware/form-file';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  makeFileReceipt,
  routesOf,
} from '../middleware/http';
import { nameAttachment } from '../rooms/downloads';
import { randomId } from '../rooms/lifecycle';

/** The reader of a file says what is in it, not the schema of the request. */
const anyFile = z.any().describe('The file');
const binary = z.string().meta({ format: 'binary' });
const FORM = {
  type: 'object' as const,
  properties: { file: { type: 'string' as const, format: 'binary', description: 'The file' } },
  required: ['file'],
};
/**
 * JSON and the form have no Zod schemas: the framework would parse them before we do. Then JSON in UTF-16 would be refused, and
 * the file of a form copied.
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
/** The content types that a refusal of another one names. */
const WANTED_TYPES =
  'application/json, application/yaml, image/png, image/jpeg, image/webp, application/zip, application/octet-stream or multipart/form-data';

/** Files of other programs: character cards and World Info, in and out. */
export function mountLibraryFiles(app: App): void {
  const route = routesOf(app, 'library', { who: 'key', scopes: ['read'] });
  route(
    'POST /v1/characters/import',
    'importCharacter',
    'Import a character card',
    {
      description:
        'A card of V1, V2, V3 or another program: as JSON or YAML, in a PNG, WebP or JPEG, in a `.charx`, or in a `.byaf`. The file is the body, or the field `file` of a form. `used` and `ignored` of the answer say which of its fields have an effect, `repaired` and `skipped` what was read in another way or not at all; fields that are not known are kept for an export. Nothing is stored of a file that is refused.',
      headers: idempotencyHeader,
      // A .charx has pictures, sounds and films beside its card.
      maxBody: 32 * MAX_BODY,
      takes: WANTED_TYPES,
      body: fileBody,
      201: answers(importedItemOf('character'), 'The new character'),
    },
    async (c) => {
      const upload = await readUpload(c);
      if (!upload.ok) return upload;
      const notes = noNotes();
      const file = await readCharacterFile(upload.value.bytes, notes);
      if (!file.ok) return file;
      const { checked, picture } = file.value;
      // Before anything is stored: what can't be read well is not kept either.
      const hasPicture = picture !== null;
      const usedFields = listUsed(checked.body, hasPicture);
      const ignoredFields = listIgnored({ kind: 'character', body: checked.body, hasPicture });
      const { tenant } = c.get('principal');
      const { BUCKET } = c.env;
      const id = `${libraryPrefix('character')}_${randomId()}`;
      // The picture first, so that no character is without it; one without a character is taken back.
      const portrait = picture ? await keepPortrait(BUCKET, tenant, id, picture) : ok(null);
      if (!portrait.ok) return portrait;
      const { receipt } = upload.value;
      const item = { kind: 'character', id, checked, receipt, now: Date.now() } as const;
      const newItem = await createItem(c.get('db'), tenant, item);
      const isNew = newItem.ok && newItem.value.id === id;
      if (picture && !isNew) await forgetPortrait(BUCKET, tenant, id);
      return imported(c, newItem as Result<LibraryItem<'character'>>, {
        used: usedFields,
        ignored: ignoredFields,
        ...listNotes(notes),
      });
    },
  );
  route(
    'POST /v1/lorebooks/import',
    'importLorebook',
    'Import a lorebook: World Info, the book of a character card, lorebook_v3, or one of Agnai, NovelAI or RisuAI',
    {
      description:
        'The file is the body, or the field `file` of a form. `ignored` of the answer names fields without an effect, `repaired` and `skipped` what was read in another way or not at all; all are kept for an export. Nothing is stored of a file that is refused.',
      headers: idempotencyHeader,
      query: z.object({
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe('Of a book whose file has none; else the name of the file'),
      }),
      maxBody: 4 * MAX_BODY,
      takes: WANTED_TYPES,
      body: fileBody,
      201: answers(importedItemOf('lorebook'), 'The new lorebook'),
    },
    async (c, { query }) => {
      const upload = await readUpload(c);
      if (!upload.ok) return upload;
      const { bytes, name, receipt } = upload.value;
      const notes = noNotes();
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
      return imported(c, newItem as Result<LibraryItem<'lorebook'>>, {
        ignored: ignoredFields,
        ...listNotes(notes),
      });
    },
  );
  route(
    'GET /v1/characters/{id}/card',
    'exportCharacter',
    'A character as a character card',
    {
      description: 'An unchanged import comes out as it went in, with the fields that are not known here.',
      params: z.object({ id: libraryIdOf('character').describe('Id of the character') }),
      query: z.object({
        format: z
          .enum([...CARD_FORMS, 'png'])
          .optional()
          .describe(
            '`png`: its picture if that is a PNG (else a plain one), with the card in it as V2 and V3. `v2` and `v3` have every field that the format requires. ' +
              'Default: JSON of the form it was imported in, or V2',
          ),
      }),
      200: {
        description: 'The card; its unknown fields are as they were imported',
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
      const png = writePngCard(portrait, writeCard(body, 'v2'), writeCard(body, 'v3'));
      return new Response(png, { headers: { 'Content-Type': 'image/png', ...nameFile(body, 'png') } });
    },
  );
  route(
    'GET /v1/lorebooks/{id}/world-info',
    'exportLorebook',
    'A lorebook as a World Info file',
    {
      description: 'For SillyTavern and other programs. An unchanged import comes out as it went in.',
      params: z.object({ id: libraryIdOf('lorebook').describe('Id of the lorebook') }),
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

/** The answer of an import: the item, and what of its file has an effect and what has none. */
function imported<T extends LibraryItem, F>(c: AppContext, created: Result<T>, fields: F): Result<T & F> {
  if (!created.ok) return created;
  c.header('Location', `${c.req.path.replace(/import$/, '')}${created.value.id}`);
  return ok({ ...created.value, ...fields });
}

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  /** The name of the file without its ending, when it came with one. */
  name?: string;
  receipt: Receipt | null;
}

/**
 * The file of a request: its body, or the field `file` of a form.
 *
 * @param types media types that it may have
 * @param want the same in words, for a refusal
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
  return ok({ ...upload.value, receipt: await makeFileReceipt(c, upload.value.bytes) });
}

type Sent = Result<Omit<Upload, 'receipt'>>;

const readForm = (body: Uint8Array<ArrayBuffer>, type: string): Sent => {
  const file = findFormFile(body, type);
  if (typeof file === 'string')
    return fail({ code: 'invalid', errors: [{ pointer: '/file', message: file }] });
  const name = file.name
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .trim()
    .slice(0, 200);
  return ok({ bytes: file.bytes, ...(name !== '' && { name }) });
};

/** The header of an answer that is saved under the name of what it holds. */
const nameFile = ({ name }: LibraryBody, type: 'json' | 'png') =>
  nameAttachment(toSlug(name) || 'unnamed', name, type);

/** Loads the encoder when it is first needed. */
async function drawPortrait(): Promise<Uint8Array> {
  const { plainPortrait } = await import('../../library/plain-portrait');
  return plainPortrait();
}
