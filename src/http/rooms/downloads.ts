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

/**
 * Answers a transcript as a file, made while it is read: one piece is in memory at a time. When a piece cannot be had the
 * stream errors, so that half a transcript is never taken for a whole one.
 *
 * @param first the first piece
 * @param more fetches the piece at a cursor
 */
export function answerTranscript(
  name: DownloadName,
  as: TranscriptFormat,
  first: TranscriptPiece,
  more: (cursor: string) => Promise<Result<TranscriptPiece>> = async () =>
    fail({ code: 'unavailable', detail: 'There is no further piece.', retryAfter: 1 }),
): Response {
  const encoder = new TextEncoder();
  let piece: Result<TranscriptPiece> = ok(first);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!piece.ok) throw new Error(`The transcript stopped: ${piece.failure.code}`);
      const { text, next } = piece.value;
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (next === null) controller.close();
      else piece = await more(next);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': `${TRANSCRIPT_TYPES[as]}; charset=utf-8`,
      ...nameAttachment(name.plain, name.full, as),
      // Its texts are those of models and people: they are escaped, and it may load and run nothing.
      ...(as === 'html' && {
        'Content-Security-Policy': `${TRANSCRIPT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
      }),
    },
  });
}
