import WebSocket from 'ws';
import type { Stage } from './stage';

/** Burst limit of a socket. */
const AT_ONCE = 100;

/**
 * Sends `count` whispers from `persona` to `to`, another player: no model answers, so a room with thousands
 * of events takes seconds. Lines differ in length, and every tenth has Markdown.
 */
export async function fillWithWhispers(
  stage: Pick<Stage, 'url' | 'key'>,
  scene: string,
  count: number,
  [persona, to]: readonly [string, string],
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const texts = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => writeLine(from + i + 1));
    await sayAll(
      stage,
      scene,
      texts.map((text) => ({ type: 'user', text, personaId: persona, to: [`persona:${to}`], whisper: true })),
    );
  }
}

function writeLine(n: number): string {
  const long = 'and the rain went on '.repeat((n * 7) % 23).trim();
  return n % 10 === 0 ? `Line **${n}**, *quietly*: ${long}` : `Line ${n}: ${long || 'yes'}`;
}

function sayAll({ url, key }: Pick<Stage, 'url' | 'key'>, scene: string, inputs: object[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const address = `${url.replace('http', 'ws')}/v1/scenes/${scene}/socket?after=999999999`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } });
    let accepted = 0;
    socket.on('error', reject);
    socket.on('open', () => {
      for (const input of inputs) socket.send(JSON.stringify({ type: 'turn', input }));
    });
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as { type?: string };
      if (said.type === 'problem') reject(new Error(`a whisper was refused: ${String(data)}`));
      if (said.type === 'accepted') accepted += 1;
      if (accepted < inputs.length) return;
      socket.close();
      resolve();
    });
  });
}
