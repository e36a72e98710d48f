import { z } from 'zod';
import { parseJson } from '../../base/foreign-values';
import { labelText, quoteName } from '../../base/quote';
import type { Caller, Reply } from './caller';

/** A line of a conversation in tool results. */
export const line = z.object({
  name: z.string().describe('Name of the speaker'),
  text: z.string(),
  round: z.int().nullable().describe('Round of the line; 0: before the first round; null: not answered yet'),
  whisperTo: z.array(z.string()).nullable().describe('Names of the recipients of a whisper; null: everyone'),
});
export type Line = z.output<typeof line>;

/** The used part of a message in a transcript file (`as=jsonl`). */
const message = z.object({
  name: z.string(),
  mes: z.string(),
  is_system: z.boolean(),
  extra: z.object({
    proscenium: z.object({ round: z.int().optional(), hearers: z.array(z.string()).optional() }),
  }),
});

/** Reads the current conversation of a scene with the caller's view, oldest line first. */
export async function readLines(caller: Caller, scene: string): Promise<Reply<Line[]>> {
  const file = await caller.askText(`GET /v1/scenes/${scene}/transcript?as=jsonl`);
  if (!file.ok) return file;
  const lines = file.value.split('\n').flatMap((row): Line[] => {
    // The first row is the file header, and the last is empty.
    const { data } = message.safeParse(parseJson(row));
    // The owner's file contains hidden lines, which models must not see.
    if (!data || data.is_system) return [];
    const { round = null, hearers = null } = data.extra.proscenium;
    return [{ name: data.name, text: data.mes, round, whisperTo: hearers }];
  });
  return { ok: true, value: lines };
}

/** Formats lines: `Ada (whispering to Mara): …`. */
export function writeLines(lines: readonly Line[]): string {
  return lines
    .map(({ name, text, whisperTo }) => {
      const how =
        whisperTo === null
          ? ''
          : ` (whispering${whisperTo.length > 0 ? ` to ${whisperTo.map(quoteName).join(', ')}` : ''})`;
      return labelText(`${quoteName(name)}${how}`, text);
    })
    .join('\n');
}
