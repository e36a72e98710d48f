import { fail, ok, type Result } from '../../contract/problems';
import { TRANSCRIPT_POLICY } from '../../contract/report-policy';
import { TRANSCRIPT_TYPES, type TranscriptFormat, type TranscriptPiece } from '../../contract/transcripts';
import { nameAttachment } from '../middleware/attachment';
import type { DownloadName } from './download-name';

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
