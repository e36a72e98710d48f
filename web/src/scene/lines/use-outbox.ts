import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Connection } from '../../../../packages/client/src/index';
import type { Event } from '../../../../src/contract/events/events';
import { api, newIdempotencyKey, type Reply } from '../../api/api';
import { hand } from '../../api/scene';
import {
  listPending,
  markAnswered,
  markArrived,
  type Outgoing,
  type OutgoingText,
  resumeOutgoing,
} from './outbox';

/** Pause before resending an unanswered line while connected. */
const AGAIN_MS = 5000;

export interface Outbox {
  /** Lines being sent, oldest first. */
  outgoing: readonly Outgoing[];
  say: (said: OutgoingText) => void;
  /** Sends a waiting line now; a rejected one gets a new key. */
  again: (key: string) => void;
  drop: (key: string) => void;
}

const place = (scene: string, key: string): string => `proscenium:outbox:${scene}:${key}`;

function readStored(scene: string): Outgoing[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(place(scene, '')))
    .flatMap((name) => {
      try {
        return [JSON.parse(localStorage.getItem(name) ?? '') as Outgoing];
      } catch {
        return [];
      }
    });
}

async function send(scene: string, { said, key }: Outgoing): Promise<Reply<number>> {
  const reply = await (said.type === 'turn'
    ? api.turn(scene, said.input, key)
    : said.type === 'roll'
      ? hand.roll(scene, said.roll, key)
      : api.note(scene, said.text, key));
  if (!reply.ok) return reply;
  return { ok: true, value: 'inputSeq' in reply.value ? reply.value.inputSeq : reply.value.seq };
}

/**
 * Delivers a person's lines: stores each in this browser before sending, sends them in order, and keeps each until its
 * event arrives. Reloads, lost connections and server restarts neither lose nor duplicate lines.
 */
export function useOutbox(scene: string, live: Connection, events: readonly Event[]): Outbox {
  const [list, setList] = useState<readonly Outgoing[]>(() => resumeOutgoing(readStored(scene), Date.now()));
  const all = useRef(list);
  const busy = useRef(false);
  const head = events.at(-1)?.seq ?? 0;

  const change = useCallback(
    (next: readonly Outgoing[]) => {
      const keys = new Set(next.map(({ key }) => key));
      for (const one of next)
        if (!all.current.includes(one)) localStorage.setItem(place(scene, one.key), JSON.stringify(one));
      for (const { key } of all.current) if (!keys.has(key)) localStorage.removeItem(place(scene, key));
      all.current = next;
      setList(next);
    },
    [scene],
  );
  const update = useCallback(
    (key: string, how: (one: Outgoing) => Outgoing) =>
      change(all.current.map((one) => (one.key === key ? how(one) : one))),
    [change],
  );

  const pump = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (;;) {
      const next = all.current.find(({ state }) => state === 'waiting');
      if (!next) break;
      update(next.key, (one) => ({ ...one, state: 'sending' }));
      const reply = await send(scene, next);
      update(next.key, (one) => markAnswered(one, reply));
      // Later lines wait with it, to keep the speaker's order.
      if (all.current.find(({ key }) => key === next.key)?.state === 'waiting') break;
    }
    busy.current = false;
  }, [scene, update]);

  const waits = list.some(({ state }) => state === 'waiting');
  useEffect(() => {
    if (live === 'live') void pump();
  }, [live, pump]);
  useEffect(() => {
    if (!waits || live !== 'live') return;
    const timer = window.setInterval(() => void pump(), AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [waits, live, pump]);
  useEffect(() => {
    const there = new Set(markArrived(all.current, head));
    if (there.size > 0) change(all.current.filter((one) => !there.has(one)));
  }, [list, head, change]);

  const say = useCallback(
    (said: OutgoingText) => {
      const one = { key: newIdempotencyKey(), said, at: new Date().toISOString(), since: head };
      change([...all.current, { ...one, state: 'waiting', seq: null, problem: null }]);
      void pump();
    },
    [change, pump, head],
  );
  const again = useCallback(
    (key: string) => {
      const one = all.current.find((other) => other.key === key);
      if (!one) return;
      if (one.state === 'refused') {
        change(all.current.filter((other) => other !== one));
        say(one.said);
      } else void pump();
    },
    [change, pump, say],
  );
  const drop = useCallback((key: string) => change(all.current.filter((one) => one.key !== key)), [change]);
  return { outgoing: listPending(list, events), say, again, drop };
}
