import { tracing } from 'cloudflare:workers';
import type { ProviderKind } from '../../../src/contract/providers';
import type { Provider, ProviderReply } from '../../../src/model/provider';
import type { Brief } from '../../../src/room/step-context';
import { PROVIDER_NAMES } from '../../../src/traces/spans';

/** The gateway does not know rooms, but passes the task object through. */
const rooms = new WeakMap<Brief, string>();

export const traceRoom = (brief: Brief, room: string): void => void rooms.set(brief, room);

type Attributes = Record<string, string | number | string[]>;

/**
 * Traces each request to a provider, following OpenTelemetry's semantic conventions for generative AI. Spans
 * contain no prompt, answer or error text.
 */
export const traceProvider = (provider: Provider, kind: ProviderKind): Provider => ({
  ...provider,
  complete: (request, signal) =>
    tracing.enterSpan(`chat ${request.model}`, async (span) => {
      // The platform's types lack string arrays.
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
