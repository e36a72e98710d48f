import { tracing } from 'cloudflare:workers';
import type { Provider, ProviderReply } from '../../../src/model/provider';

/**
 * Puts each request of a provider into a span of the platform's tracing, with the names that OpenTelemetry has for calls to
 * models. No prompt and no answer is in it; without tracing it costs one call.
 */
export const traceProvider = (provider: Provider): Provider => ({
  ...provider,
  complete: (request, signal) =>
    tracing.enterSpan('chat', async (span) => {
      const reply = await provider.complete(request, signal);
      if (span.isTraced) span.setAttributes(describeReply(provider.name, request.model, reply));
      return reply;
    }),
});

/** Attributes of a span, by the semantic conventions of OpenTelemetry for generative models. */
export const describeReply = (
  provider: string,
  model: string,
  reply: ProviderReply,
): Record<string, string | number> => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': provider,
  'gen_ai.request.model': model,
  'proscenium.reply': reply.kind,
  ...(reply.kind === 'answered' && {
    'gen_ai.usage.input_tokens': reply.usage.promptTokens,
    'gen_ai.usage.output_tokens': reply.usage.completionTokens,
    ...(reply.finishReason !== null && { 'gen_ai.response.finish_reason': reply.finishReason }),
  }),
});
