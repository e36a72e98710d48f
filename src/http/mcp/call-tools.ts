import { z } from 'zod';
import { nameAnswerer } from '../../base/answerer';
import { oneLine, quoteBlock } from '../../base/quote';
import { type CallDetails, type callPage, type Message, role } from '../../contract/calls';
import { callId } from '../../contract/ids';
import { toQuery } from './scene-tools';
import { defineTool, formatResult } from './tool';
import { paragraphs, shorten } from './words';

/** Maximum characters of a message or answer that are shown. */
const MAX_MESSAGE = 12_000;

const listedCall = z.object({
  call: callId,
  role: z.string(),
  purpose: z.string(),
  answeredBy: z.string(),
  status: z.string(),
  rung: z.string().nullable().describe('How the answer was obtained'),
  promptTokens: z.int(),
  completionTokens: z.int(),
  latencyMs: z.int().nullable(),
});
type ListedCall = z.output<typeof listedCall>;

type Summary = z.output<typeof callPage>['items'][number];

const listCall = ({ id, role, purpose, provider, model, status, rung, ...call }: Summary): ListedCall => ({
  ...{ call: id, role, purpose, status, rung, answeredBy: nameAnswerer({ provider, model }) },
  promptTokens: call.promptTokens,
  completionTokens: call.completionTokens,
  latencyMs: call.latencyMs,
});

const writeCall = ({ call, role, purpose, answeredBy, status, rung, ...counts }: ListedCall): string =>
  `${call}: ${role}, ${oneLine(purpose)}; ${status}${rung === null ? '' : ` (${rung})`} by ${oneLine(answeredBy)}; ` +
  `${counts.promptTokens} + ${counts.completionTokens} tokens${counts.latencyMs === null ? '' : `, ${counts.latencyMs} ms`}`;

const messageText = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : `[picture: ${part.label}]`)).join('\n');

export const CALL_TOOLS = [
  defineTool({
    name: 'list_calls',
    title: 'List model calls',
    description:
      'List model calls, newest first, with role, model, tokens and status. Calls of a round or turn appear once it is over.',
    asks: ['GET /v1/calls'],
    args: {
      room: z.string().optional().describe('Filter by scene or run id'),
      round: z
        .number()
        .int()
        .positive()
        .optional()
        .describe('Filter by round or turn; use together with `room`'),
      role: role.optional().describe('Filter by role'),
      limit: z.number().int().min(1).max(100).default(20),
    },
    answer: z.object({ calls: z.array(listedCall) }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof callPage>>(`GET /v1/calls?${toQuery({ ...args })}`);
      if (!page.ok) return page;
      const calls = page.value.items.map(listCall);
      return formatResult(calls.map(writeCall).join('\n') || 'No matching calls.', { calls });
    },
  }),
  defineTool({
    name: 'read_call',
    title: 'Read a model call',
    description: 'Read one model call: the prompt, the raw answer and its problems.',
    asks: ['GET /v1/calls/{id}'],
    args: { call: callId.describe('Id of the call, from `list_calls`') },
    answer: listedCall.extend({
      messages: z.array(z.object({ role: z.string(), text: z.string() })),
      raw: z.string().nullable().describe('The raw answer'),
      problems: z.array(z.string()),
    }),
    run: async ({ caller, args }) => {
      const record = await caller.ask<CallDetails>(`GET /v1/calls/${args.call}`);
      if (!record.ok) return record;
      const { messages, raw, problems, error, ...summary } = record.value;
      const call = listCall(summary);
      const data = {
        ...call,
        messages: messages.map((one) => ({ role: one.role, text: shorten(messageText(one), MAX_MESSAGE) })),
        raw: raw === null ? null : shorten(raw, MAX_MESSAGE),
        problems: [
          ...problems.map(({ pointer, message }) => `${pointer || 'answer'}: ${message}`),
          ...(error === null ? [] : [error]),
        ],
      };
      const text = paragraphs(
        writeCall(call),
        ...data.messages.map((one) => `\n[${one.role}]\n${quoteBlock(one.text)}`),
        `\n[answer]\n${data.raw === null ? 'none' : quoteBlock(data.raw)}`,
        data.problems.length > 0 && `\n[problems]\n${data.problems.map(oneLine).join('\n')}`,
      );
      return formatResult(text, data);
    },
  }),
];
