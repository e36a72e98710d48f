/** A round as calls of `generateText`, whose answers with a schema are parsed. Stores nothing. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, Output } from 'ai';

/** @type {import('./server.mjs').OpenPeer} */
export function openPeer({ url, key, requests }) {
  const provider = createOpenAICompatible({
    name: 'bench',
    baseURL: url,
    apiKey: key,
    supportsStructuredOutputs: true,
  });
  const calls = requests.map(({ model, messages, response_format, ...rest }) => {
    const format = response_format?.json_schema;
    return {
      model: provider(model),
      messages,
      allowSystemInMessages: true,
      maxRetries: 0,
      providerOptions: { bench: rest },
      ...(format && {
        output: Output.object({ name: format.name, schema: jsonSchema(format.schema) }),
      }),
    };
  });
  return async () => {
    for (const call of calls) {
      const result = await generateText(call);
      if (call.output) result.output;
    }
  };
}
