import { createServer, type Server, type ServerResponse } from 'node:http';

type Mood = 'good' | 'error' | 'garbage' | 'no keys' | 'silent';

/** The public keys of a team at Cloudflare Access. `POST /control` with `{mood, keys}` sets the response. */
export async function startFakeAccess(port: number): Promise<{ url: string; close(): Promise<void> }> {
  let mood: Mood = 'good';
  let keys: unknown[] = [];
  const silent = new Set<ServerResponse>();
  const server: Server = createServer((request, response) => {
    if (request.method === 'POST') {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const order = JSON.parse(text) as { mood?: Mood; keys?: unknown[] };
        mood = order.mood ?? mood;
        keys = order.keys ?? keys;
        response.end('{}');
      });
      return;
    }
    if (request.url !== '/cdn-cgi/access/certs') {
      response.writeHead(404).end();
      return;
    }
    if (mood === 'silent') {
      silent.add(response);
      return;
    }
    response.writeHead(mood === 'error' ? 500 : 200, { 'Content-Type': 'application/json' });
    response.end(
      mood === 'garbage' ? '<html>' : JSON.stringify(mood === 'no keys' ? { keys: 'none' } : { keys }),
    );
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  return {
    url,
    close: async () => {
      for (const response of silent) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
