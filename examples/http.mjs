// Plays a round over plain HTTP, then reads its lines and events.
const { PROSCENIUM_KEY: key, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;

async function call(method, path, body) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.detail} ${answer.fix}`);
  return answer;
}

const { id } = await call('POST', '/v1/scenes', { template: 'lighthouse' });
const line = { type: 'user', text: 'Who lit the lamp?', personaId: 'ines' };
const { round, status } = await call('POST', `/v1/scenes/${id}/turns?wait=1`, line);
console.log(`round ${round}: ${status}`);

const { lines } = await call('GET', `/v1/scenes/${id}/rounds/${round}`);
for (const { name, text } of lines) console.log(`${name}: ${text}`);

const { events, head } = await call('GET', `/v1/scenes/${id}/events?limit=5`);
console.log(`${head} events, beginning with ${events.map(({ kind }) => kind).join(', ')}`);
