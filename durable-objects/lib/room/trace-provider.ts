import { tracing } from 'cloudflare:workers';
import type { ProviderKind } from '../../../src/contract/providers';
import type { Provider, ProviderReply } from '../../../src/model/provider';
import type { Brief } from '../../../src/room/step-context';

/** Values of `gen_ai.provider.name`. The conventions have none for OpenRouter and Workers AI. */
const PROVIDER_NAMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gcp.gemini',
  openrouter: 'openrouter',
  'workers-ai': 'cloudflare.workers_ai',
};

/** Rooms by the task of a call. The gateway does not know rooms, and hands the task on as the same object. */
const rooms = new WeakMap<Brief, string>();

/** Names the room that asks, for the spans of all requests with this task. */
export const traceRoom = (brief: Brief, room: string): void => void rooms.set(brief, room);

type Attributes = Record<string, string | number | string[]>;

/**
 * Puts each request of a provider into a span of the platform's tracing, by the semantic conventions of OpenTelemetry for
 * calls to models. It has no prompt, answer or error text; without tracing it costs one call.
 */
export const traceProvider = (provider: Provider, kind: ProviderKind): Provider => ({
  ...provider,
  complete: (request, signal) =>
    tracing.enterSpan(`chat ${request.model}`, async (span) => {
      // The types of the platform do not have arrays of strings.
      const describe = (attributes: Attributes) => span.setAttributes(attributes as Record<string, string>);
      if (span.isTraced) {
        const room = rooms.get(request.brief);
        describe({
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': PROVIDER_NAMES[kind],
          'gen_ai.request.model': request.model,
          'proscenium.provider': provider.name,
          ...(room !== undefined && { 'gen_ai.conversation.id': room }),
        });
      }
      try {
        const reply = await provider.complete(request, signal);
        if (span.isTraced) describe(describeReply(reply));
        return reply;
      } catch (error) {
        if (span.isTraced) describe({ 'error.type': error instanceof Error ? error.name : '_OTHER' });
        throw error;
      }
    }),
});

const describeReply = (reply: ProviderReply): Attributes =>
  reply.kind === 'answered'
    ? {
        'gen_ai.usage.input_tokens': reply.usage.promptTokens,
        'gen_ai.usage.output_tokens': reply.usage.completionTokens,
        ...(reply.finishReason !== null && { 'gen_ai.response.finish_reasons': [reply.finishReason] }),
      }
    : { 'error.type': reply.kind };
