import { toSlug } from '../../base/slug';
import { isAdventure } from '../../contract/ids';
import { fail, ok, type Result } from '../../contract/problems';
import { TRANSCRIPT_POLICY } from '../../contract/report-policy';
import { TRANSCRIPT_TYPES, type TranscriptFormat, type TranscriptPiece } from '../../contract/transcripts';
import type { AppContext } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

/**
 * Writes the header of an answer that is saved as a file (RFC 6266).
 *
 * @param plain the name in letters, digits and hyphens, for whoever reads no other
 * @param full the name in any script
 */
export function nameAttachment(
  plain: string,
  full: string,
  extension: string,
): Record<'Content-Disposition', string> {
  if (plain === full) return { 'Content-Disposition': `attachment; filename="${plain}.${extension}"` };
  // RFC 8187 wants these encoded too.
  const encodedName = encodeURIComponent(full.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const names = `filename="${plain}.${extension}"; filename*=UTF-8''${encodedName}.${extension}`;
  return { 'Content-Disposition': `attachment; ${names}` };
}

/** Name of the files of a room, without an ending: in letters, digits and hyphens, and in any script. */
export interface DownloadName {
  plain: string;
  full: string;
}

/** Names the files of an adventure after its story, and those of other rooms by their id. */
export async function nameDownload(c: AppContext, id: string): Promise<DownloadName> {
  const run = isAdventure(id) ? await callRoom(adventureClient(c, id), (room) => room.read(), 'safe') : null;
  const title = run?.ok ? run.value.title : '';
  return { plain: toSlug(title) || id, full: title.trim() || id };
}

/** The form of a transcript that a request asks for: by `as`, else by its `Accept`, else Markdown. */
export function chooseFormat(as: TranscriptFormat | undefined, accept: string | undefined): TranscriptFormat {
  if (as) return as;
  if (accept?.includes('text/html')) return 'html';
  if (accept?.includes('text/plain')) return 'txt';
  return accept && /application\/(?:x-ndjson|jsonl)/.test(accept) ? 'jsonl' : 'md';
}

/** Reads the next piece of a long file only while the credential is good: the file may outlive its key. */
export const whileGood =
  <T>(c: AppContext, read: (cursor: string | null) => Promise<Result<T>>) =>
  async (cursor: string | null): Promise<Result<T>> => {
    // The gate has just checked it when the first piece is read.
    const still = cursor === null ? undefined : await c.get('isStillGood')?.();
    return still && !still.ok ? still : read(cursor);
  };

/**
 * Streams a file while it is read: one piece is in memory at a time. When a piece cannot be had the stream errors, so that
 * half a file is never taken for a whole one.
 *
 * @param more reads the piece at a cursor
 */
export function streamPieces(
  first: TranscriptPiece,
  more: (cursor: string) => Promise<Result<TranscriptPiece>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let piece: Result<TranscriptPiece> = ok(first);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A piece may have no text: go on until there is something to give, or nothing more to come.
      for (let isGiven = false; !isGiven; ) {
        if (!piece.ok) throw new Error(`The file stopped: ${piece.failure.code}`);
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
 * Answers a transcript as a file.
 *
 * @param first the first piece
 * @param more reads the piece at a cursor
 */
export const answerTranscript = (
  name: DownloadName,
  as: TranscriptFormat,
  first: TranscriptPiece,
  more: (cursor: string) => Promise<Result<TranscriptPiece>> = async () =>
    fail({ code: 'unavailable', detail: 'There is no further piece.', retryAfter: 1 }),
): Response =>
  new Response(streamPieces(first, more), {
    headers: {
      'Content-Type': `${TRANSCRIPT_TYPES[as]}; charset=utf-8`,
      ...nameAttachment(name.plain, name.full, as),
      // Its texts are those of models and people: they are escaped, and it may load and run nothing.
      ...(as === 'html' && {
        'Content-Security-Policy': `${TRANSCRIPT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
      }),
    },
  });
