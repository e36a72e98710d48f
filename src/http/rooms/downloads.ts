import { toSlug } from '../../base/slug';
import { isAdventure } from '../../contract/ids';
import { fail, ok, type Result } from '../../contract/problems';
import { TRANSCRIPT_POLICY } from '../../contract/report-policy';
import { TRANSCRIPT_TYPES, type TranscriptFormat, type TranscriptPiece } from '../../contract/transcripts';
import type { AppContext } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

/**
 * Builds the Content-Disposition header of a download (RFC 6266).
 *
 * @param plain name in ASCII letters, digits and hyphens, for clients without RFC 8187 support
 * @param full name in any script
 */
export function nameAttachment(
  plain: string,
  full: string,
  extension: string,
): Record<'Content-Disposition', string> {
  if (plain === full) return { 'Content-Disposition': `attachment; filename="${plain}.${extension}"` };
  // RFC 8187 requires these to be encoded too.
  const encodedName = encodeURIComponent(full.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const names = `filename="${plain}.${extension}"; filename*=UTF-8''${encodedName}.${extension}`;
  return { 'Content-Disposition': `attachment; ${names}` };
}

/** File name of a room's downloads, without extension: in ASCII letters, digits and hyphens, and in any script. */
export interface DownloadName {
  plain: string;
  full: string;
}

/** Names files of an adventure after its story, and files of other rooms by their id. */
export async function nameDownload(c: AppContext, id: string): Promise<DownloadName> {
  const run = isAdventure(id) ? await callRoom(adventureClient(c, id), (room) => room.read(), 'safe') : null;
  const title = run?.ok ? run.value.title : '';
  return { plain: toSlug(title) || id, full: title.trim() || id };
}

/** Chooses the format of a transcript: by `as`, otherwise by `Accept`, otherwise Markdown. */
export function chooseFormat(as: TranscriptFormat | undefined, accept: string | undefined): TranscriptFormat {
  if (as) return as;
  if (accept?.includes('text/html')) return 'html';
  if (accept?.includes('text/plain')) return 'txt';
  return accept && /application\/(?:x-ndjson|jsonl)/.test(accept) ? 'jsonl' : 'md';
}

/** Checks the credential again before each part of a long file, because it may be revoked during the download. */
export const whileAuthorized =
  <T>(c: AppContext, read: (cursor: string | null) => Promise<Result<T>>) =>
  async (cursor: string | null): Promise<Result<T>> => {
    // The gate has just checked it before the first part.
    const still = cursor === null ? undefined : await c.get('isStillGood')?.();
    return still && !still.ok ? still : read(cursor);
  };

/**
 * Streams a file while reading it, with one part in memory at a time. If a part cannot be read, the stream errors, so
 * that an incomplete file is not mistaken for a complete one.
 *
 * @param more reads the part at a cursor
 */
export function streamPieces(
  first: TranscriptPiece,
  more: (cursor: string) => Promise<Result<TranscriptPiece>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let piece: Result<TranscriptPiece> = ok(first);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A part may be empty: continue until there is text or the end.
      for (let isGiven = false; !isGiven; ) {
        if (!piece.ok) throw new Error(`reading the file failed: ${piece.failure.code}`);
        const { text, next } = piece.value;
        isGiven = text !== '';
        if (isGiven) controller.enqueue(encoder.encode(text));
        if (next === null) return controller.close();
        piece = await more(next);
      }
    },
  });
}

/**
 * Responds with a transcript as a file.
 *
 * @param first the first part
 * @param more reads the part at a cursor
 */
export const answerTranscript = (
  name: DownloadName,
  as: TranscriptFormat,
  first: TranscriptPiece,
  more: (cursor: string) => Promise<Result<TranscriptPiece>> = async () =>
    fail({ code: 'unavailable', detail: 'The file has no further parts.', retryAfter: 1 }),
): Response =>
  new Response(streamPieces(first, more), {
    headers: {
      'Content-Type': `${TRANSCRIPT_TYPES[as]}; charset=utf-8`,
      ...nameAttachment(name.plain, name.full, as),
      // Contains text from models and people: it is escaped, and the page must not load or run anything.
      ...(as === 'html' && {
        'Content-Security-Policy': `${TRANSCRIPT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
      }),
    },
  });
