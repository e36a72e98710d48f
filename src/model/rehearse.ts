import { cutAtSentence } from 'answer-reader';
import { tryModel } from './endpoints/try-model';
import { createProvider } from './providers/make';
import { UNDERSTUDY_PROFILE } from './understudy-profile';

const PROFILE = { ...UNDERSTUDY_PROFILE, provider: 'openai', model: 'rehearsal' };
const LINE =
  'There is one left, up under the roof, and it is quiet. Mind the third step: it creaks, and the cat sleeps there.';

/** An endpoint in memory that streams an object or a line. */
const answer: typeof fetch = async (_url, init) => {
  const text = String(init?.body).includes('"lamp"') ? '{"color": "green", "chairs": 7}' : LINE;
  const parts = text.match(/.{1,9}/g) ?? [];
  const chunks = [
    ...parts.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return new Response(`${chunks.join('')}data: [DONE]\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });
};

/** Makes the calls of a trial without a network, so that their code is loaded and compiled before a round needs it. */
export function rehearseCalls(): ReturnType<typeof tryModel> {
  // Loads the rules of `Intl.Segmenter`.
  cutAtSentence(LINE, LINE.length - 1);
  const now = () => Date.now();
  const provider = createProvider('openai', { name: 'openai', apiKey: '' }, { now, fetch: answer });
  const names = { baseUrl: '', apiKey: '', model: '' };
  return tryModel(PROFILE, {
    ...{ provider, endpoint: null, names, tenant: '', now },
    sleep: async () => {},
    meter: (_intent, _size, run) => run(),
  });
}
