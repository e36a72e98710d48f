import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/lib/run.mjs';
import { type Case, createScene, must, readLedger, say, until } from './cases';
import { visit } from './page-cases';

function readFollowRoom(): string {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const code = /```js\n((?:(?!```)[\s\S])*function followRoom\([\s\S]*?)```/.exec(page)?.[1];
  must(code, 'docs/api.md has no followRoom');
  return code;
}

interface Following {
  seqs: number[];
  tickets: number;
}

/** The console reports a refused reconnect, and requests while the Worker is down. */
const LOST = /40[13]|Failed to load resource|ERR_|EventSource/;

export const EVENT_SOURCE_CASES: Case[] = [
  {
    name: 'page: EventSource with tickets follows a room through a power cut, every event once',
    alone: 'first',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (page) => {
          const scene = await createScene(client, { provider: 'understudy' });
          const room = `/v1/scenes/${scene.id}`;
          await say(client, scene.id, 'First.');
          await page.evaluate(`(() => {
            ${readFollowRoom()}
            window.following = { seqs: [], tickets: 0 };
            const newTicket = async () => {
              const headers = { Authorization: ${JSON.stringify(`Bearer ${stage.key}`)} };
              const answer = await fetch(${JSON.stringify(`${room}/tickets`)}, { method: 'POST', headers });
              if (!answer.ok) throw new Error(String(answer.status));
              window.following.tickets += 1;
              return (await answer.json()).ticket;
            };
            followRoom(${JSON.stringify(`${stage.url}${room}`)}, newTicket, (event) => {
              if (event.seq !== undefined) window.following.seqs.push(event.seq);
            });
          })()`);
          const read = () => page.evaluate('window.following') as Promise<Following>;
          const untilAll = async () => {
            const ledger = await readLedger(client, room);
            return until('the page has the ledger', 30, async () => {
              const following = await read();
              return following.seqs.length >= ledger.length ? { following, ledger } : null;
            });
          };
          const before = await untilAll();
          stage.killWorkerd();
          await until('the stage is back', 30, async () => client.get(room));
          await say(client, scene.id, 'Second.', 'ben');
          const { following, ledger } = await untilAll();
          must(
            JSON.stringify(following.seqs) === JSON.stringify(ledger.map(({ seq }) => seq)),
            `the page had ${following.seqs}`,
          );
          must(following.tickets > before.following.tickets, 'the stream was never cut');
          return `${ledger.length} events, ${following.tickets} tickets`;
        },
        LOST,
      ),
  },
  {
    name: 'page: EventSource gives up when it comes back with a used ticket',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (page) => {
          const scene = await createScene(client, { provider: 'understudy' });
          const room = `/v1/scenes/${scene.id}`;
          const { ticket } = await client.post<{ ticket: string }>(`${room}/tickets`);
          const open = () =>
            page.evaluate(
              (address) =>
                new Promise<string>((done) => {
                  const source = new EventSource(address);
                  source.onmessage = ({ lastEventId }) => {
                    source.close();
                    done(`event ${lastEventId}`);
                  };
                  source.onerror = () => done(`state ${source.readyState}`);
                }),
              `${room}/events?ticket=${ticket}`,
            );
          must((await open()) === 'event 1', 'the ticket did not open a stream');
          // CLOSED: no automatic retry.
          must((await open()) === 'state 2', 'the used ticket opened a second stream, or is tried for ever');
          return undefined;
        },
        LOST,
      ),
  },
];
