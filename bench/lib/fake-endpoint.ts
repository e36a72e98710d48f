import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CAST = ['ada', 'bo', 'cy'] as const;

const PROSE =
  'The lamp on the landing hums, and somebody has left the door to the yard open again. I counted the crates twice ' +
  'and there is one too many; the label is in a hand I do not know, and the cord is tied the way they tie it on ' +
  'the river boats. If you ask me, we should carry it to the kitchen before the rain comes, open it on the long ' +
  'table, and let everyone who sleeps in this house see what is in it. ';

/** A strict schema requires every field, so those without content are null. */
const BLANK_PLAN = {
  openGuidance: 'Keep it quiet, and let each of them want something.',
  activations: null,
  deactivations: null,
  stateUpdates: [{ id: 'ada', field: 'mood', value: 'wary' }],
  worldUpdates: [{ key: 'weather', value: 'rain is coming' }],
  trackers: null,
};

/** A model with a fixed delay and sensible answers of a fixed length. */
export interface FakeEndpoint {
  url: string;
  delayMs: number;
  /** If set, answers stream at this pace: ms to the first token, then tokens per second. */
  pace: { firstMs: number; tokensPerSecond: number } | null;
  /** If set to a list, collects the bodies of the requests in order of arrival. */
  captured: string[] | null;
  count: number;
  release(): void;
  close(): Promise<void>;
}

/**
 * Starts an OpenAI-compatible endpoint that knows only the schemas of a scene and of a run. It answers
 * anything else with a 400, so that a benchmark of failing rounds fails.
 */
export async function startFakeEndpoint(): Promise<FakeEndpoint> {
  const pending = new Set<() => void>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      endpoint.count += 1;
      endpoint.captured?.push(body);
      const answer = answerFor(body, endpoint.count);
      if (endpoint.pace) {
        void stream(res, answer, endpoint.pace, body.includes('"stream":true'));
        return;
      }
      const timer = setTimeout(() => {
        pending.delete(release);
        res.writeHead(answer.status, { 'Content-Type': 'application/json' });
        res.end(answer.text);
      }, endpoint.delayMs);
      const release = () => {
        clearTimeout(timer);
        res.destroy();
      };
      pending.add(release);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint: FakeEndpoint = {
    url: `http://127.0.0.1:${port}/v1`,
    delayMs: 0,
    pace: null,
    captured: null,
    count: 0,
    release: () => {
      for (const drop of pending) drop();
      pending.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Four letters per token; without streaming, sent at the time of the last token. */
async function stream(
  res: ServerResponse,
  { status, text }: { status: number; text: string },
  { firstMs, tokensPerSecond }: NonNullable<FakeEndpoint['pace']>,
  isStreamed: boolean,
): Promise<void> {
  const content = (JSON.parse(text) as { choices?: { message: { content: string } }[] }).choices?.[0]?.message
    .content;
  const tokens = content?.match(/[\s\S]{1,4}/g) ?? [];
  const started = performance.now();
  const untilToken = (n: number) =>
    pause(Math.max(0, started + firstMs + (n * 1_000) / tokensPerSecond - performance.now()));
  if (!isStreamed || content === undefined) {
    await untilToken(tokens.length);
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(text);
    return;
  }
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null) =>
    res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  for (const [n, token] of tokens.entries()) {
    await untilToken(n);
    send({ content: token }, null);
  }
  send({}, 'stop');
  res.end('data: [DONE]\n\n');
}

function answerFor(body: string, n: number): { status: number; text: string } {
  const request = JSON.parse(body) as { response_format?: { json_schema?: { name?: string } } };
  const schema = request.response_format?.json_schema?.name ?? schemaInText(body);
  const value =
    schema === 'summary_report'
      ? summaryOf(body)
      : schema === 'next_action_suggestion'
        ? suggestionOf(body)
        : valueFor(schema, n, body);
  if (value === null) {
    return { status: 400, text: JSON.stringify({ error: { message: `no answer for schema ${schema}` } }) };
  }
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  const prompt_tokens = Math.ceil(body.length / 4);
  const completion_tokens = Math.ceil(content.length / 4);
  const message = { role: 'assistant', content };
  const text = JSON.stringify({
    id: `chatcmpl-${n}`,
    object: 'chat.completion',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });
  return { status: 200, text };
}

/** A run asks again in words only after an answer was refused. */
const schemaInText = (body: string): string | undefined =>
  body.includes('expected_information_gain')
    ? 'next_action_suggestion'
    : body.includes('is_consistent_with_previous')
      ? 'action_analysis'
      : undefined;

function summaryOf(body: string): unknown {
  const rounds = /Summarize rounds ([\d, ]+)\./.exec(body)?.[1]?.split(', ') ?? [];
  return {
    bullets: rounds.map((round) => ({ round: Number(round), text: 'They talked about the crate again.' })),
    running: PROSE.repeat(2),
  };
}

function suggestionOf(body: string): unknown {
  const past = /ALREADY EXECUTED ON THIS BOARD:\\n([^\\]*)/.exec(body)?.[1] ?? '';
  const target = ['ACTION1', 'ACTION4', 'ACTION2', 'ACTION3', 'ACTION5'].find((id) => !past.includes(id));
  return {
    current_board_assessment: 'A block stands among walls, in a room with two ways out of it.',
    reasoning: 'It was not tried here, and so it tells the most.',
    target_action: target ?? 'ACTION1',
    target_x: null,
    target_y: null,
    setup_sequence: [],
    expected_information_gain: 'Whether what is believed of it holds here as well.',
  };
}

/** Ids of the cast, from the schema. */
const listCast = (body: string): readonly string[] => {
  const [, ids] = /"enum":(\["ada"[^\]]*\])/.exec(body) ?? [];
  return ids === undefined ? CAST : (JSON.parse(ids) as string[]);
};

function valueFor(schema: string | undefined, n: number, body: string): unknown {
  switch (schema) {
    case 'action_analysis':
      return {
        interpretation: 'The block moved by its own width, and nothing else changed on the board.',
        action_definition: `Moves the block somewhere, as seen ${n} times or so.`,
        is_consistent_with_previous: false,
        objects_involved: ['block', 'wall'],
        context_description: 'The block stood in the open, a wall to its left.',
        had_effect: true,
        no_effect_reason: null,
        environment_updates: [
          { kind: 'rule', name: 'walls', text: 'Walls stop the block.', confidence: 0.6 },
        ],
        confidence: 0.7,
      };
    case 'director_plan':
      return {
        actingCharacters: listCast(body).map((id, index) => ({
          id,
          order: index + 1,
          guidance: `Answer what was said, and leave the others something to answer, ${id}.`,
          priority: null,
        })),
        ...BLANK_PLAN,
      };
    case 'speakers':
      return { who: [CAST[0]], cue: 'Answer her.' };
    case 'state_report':
      return { stateUpdates: BLANK_PLAN.stateUpdates, worldUpdates: null, trackers: null };
    case undefined:
      return `${PROSE}That makes ${n}.`;
    case 'director_reconciliation':
      return { ...BLANK_PLAN, remainingActors: [], newActivations: null };
    case 'spoken_line':
      return { thought: 'They expect something of me.', kind: 'say', text: `${PROSE}That makes ${n}.` };
    default:
      return null;
  }
}
