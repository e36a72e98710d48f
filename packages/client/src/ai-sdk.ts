import { type ConnectOptions, createSend } from './requests';

/** The parts of the AI SDK's messages that a scene reads. */
interface ChatMessage {
  role: string;
  parts: readonly { type: string; text?: string }[];
}

/** The chunks of the AI SDK's message streams that a scene sends. */
export type ChatChunk =
  | { type: 'start' | 'finish' }
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'error'; errorText: string };

/** The AI SDK's `ChatTransport`, for `useChat({ transport })`. */
export interface SceneChatTransport {
  sendMessages(options: {
    messages: readonly ChatMessage[];
    abortSignal?: AbortSignal | undefined;
  }): Promise<ReadableStream<ChatChunk>>;
  reconnectToStream(): Promise<null>;
}

/** Longer than the stage follows a round. */
const TIMEOUT_MS = 330_000;

/**
 * Makes a scene the other side of a chat of the AI SDK (version 5 or newer). The person's message becomes a turn, and each line
 * that the person hears one text part, as `Name: …`. *Regenerate* replays the round, if it only answers this person.
 *
 * @param options.token token of a player's seat
 * @example
 * const transport = createChatTransport({ url, token: seatToken, scene: 'scn_…' });
 * const { messages, sendMessage } = useChat({ transport });
 */
export function createChatTransport({
  scene,
  ...options
}: Omit<ConnectOptions, 'WebSocket'> & { scene: string }): SceneChatTransport {
  const send = createSend({ ...options, url: options.url.replace(/\/+$/, ''), retries: 0 });
  return {
    sendMessages: async ({ messages, abortSignal }) => {
      const response = await send(`/v1/scenes/${scene}/ag-ui`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          threadId: scene,
          runId: 'chat',
          messages: messages.map(({ role, parts }) => ({
            role,
            content: parts.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n\n'),
          })),
        }),
        ...(abortSignal && { signal: abortSignal }),
        timeoutMs: TIMEOUT_MS,
      });
      if (!response.body) throw new Error('The response has no body.');
      return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(readRun());
    },
    // A round goes on without its reader, and its lines are in the transcript.
    reconnectToStream: async () => null,
  };
}

/** Converts the server-sent events of a run, in any pieces, to chunks. */
function readRun(): TransformStream<string, ChatChunk> {
  let rest = '';
  let isOver = false;
  return new TransformStream({
    transform: (piece, controller) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const chunk = block.startsWith('data: ') ? readEvent(JSON.parse(block.slice(6))) : null;
        if (chunk) controller.enqueue(chunk);
        isOver ||= chunk?.type === 'finish' || chunk?.type === 'error';
      }
    },
    flush: (controller) => {
      const errorText = 'The reply was cut off. Try again.';
      if (!isOver) controller.enqueue({ type: 'error', errorText });
    },
  });
}

function readEvent(event: {
  type: string;
  messageId: string;
  delta: string;
  message: string;
}): ChatChunk | null {
  const { type, messageId: id, delta, message } = event;
  switch (type) {
    case 'RUN_STARTED':
      return { type: 'start' };
    case 'TEXT_MESSAGE_START':
      return { type: 'text-start', id };
    case 'TEXT_MESSAGE_CONTENT':
      return { type: 'text-delta', id, delta };
    case 'TEXT_MESSAGE_END':
      return { type: 'text-end', id };
    case 'RUN_FINISHED':
      return { type: 'finish' };
    case 'RUN_ERROR':
      return { type: 'error', errorText: message };
    default:
      return null;
  }
}
