import { z } from 'zod';
import { parseJson } from '../../base/foreign-values';
import { labelText, quoteName } from '../../base/quote';
import type { Caller, Reply } from './caller';

/** One line of a conversation as tools tell it. */
export const line = z.object({
  name: z.string().describe('Who says it'),
  text: z.string(),
  round: z
    .int()
    .nullable()
    .describe('Round it was heard in; 0: before the first; null: no round has answered it'),
  whisperTo: z.array(z.string()).nullable().describe('Names of those who hear it; null: everybody'),
});
export type Line = z.output<typeof line>;

/** The part of a message in a transcript file (`as=jsonl`) that is read here. */
const message = z.object({
  name: z.string(),
  mes: z.string(),
  is_system: z.boolean(),
  extra: z.object({
    proscenium: z.object({ round: z.int().optional(), hearers: z.array(z.string()).optional() }),
  }),
});

/** Reads the conversation of a scene, as the caller may see it and as it counts now; oldest line first. */
export async function readLines(caller: Caller, scene: string): Promise<Reply<Line[]>> {
  const file = await caller.askText(`GET /v1/scenes/${scene}/transcript?as=jsonl`);
  if (!file.ok) return file;
  const lines = file.value.split('\n').flatMap((row): Line[] => {
    // The first row is the head of the file, and the last is empty.
    const { data } = message.safeParse(parseJson(row));
    // The owner's file has hidden lines, which no model reads.
    if (!data || data.is_system) return [];
    const { round = null, hearers = null } = data.extra.proscenium;
    return [{ name: data.name, text: data.mes, round, whisperTo: hearers }];
  });
  return { ok: true, value: lines };
}

/** Lines to read: `Ada (whispering to Mara): …`. */
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
