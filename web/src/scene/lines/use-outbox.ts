import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../../../../src/events/events';
import { api, newIdempotencyKey, type Reply } from '../../api/api';
import type { LiveState } from '../../room/live';
import { answered, arrived, type Outgoing, type Said, takeUp, underWay } from './outbox';

/** What nothing answered is sent again after so long, while the page is connected. */
const AGAIN_MS = 5000;

export interface Outbox {
  /** What is under way, oldest first. */
  outgoing: readonly Outgoing[];
  say: (said: Said) => void;
  /** Sends at once what waits; what was refused, as something new. */
  again: (key: string) => void;
  /** Takes it out. */
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
  const reply =
    said.type === 'turn' ? await api.turn(scene, said.input, key) : await api.note(scene, said.text, key);
  if (!reply.ok) return reply;
  return { ok: true, value: 'inputSeq' in reply.value ? reply.value.inputSeq : reply.value.seq };
}

/**
 * What a person says in a scene, on its way: stored in this browser before it is sent, sent in the order in which it was
 * said, and kept until its event has come. A reload, a cut or a restart of the stage loses nothing and doubles nothing.
 */
export function useOutbox(scene: string, live: LiveState, events: readonly Event[]): Outbox {
  const [list, setList] = useState<readonly Outgoing[]>(() => takeUp(readStored(scene), Date.now()));
  const held = useRef(list);
  const busy = useRef(false);
  const head = events.at(-1)?.seq ?? 0;

  const change = useCallback(
    (next: readonly Outgoing[]) => {
      const kept = new Set(next.map(({ key }) => key));
      for (const one of next)
        if (!held.current.includes(one)) localStorage.setItem(place(scene, one.key), JSON.stringify(one));
      for (const { key } of held.current) if (!kept.has(key)) localStorage.removeItem(place(scene, key));
      held.current = next;
      setList(next);
    },
    [scene],
  );
  const put = useCallback(
    (key: string, how: (one: Outgoing) => Outgoing) =>
      change(held.current.map((one) => (one.key === key ? how(one) : one))),
    [change],
  );

  const pump = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (;;) {
      const next = held.current.find(({ state }) => state === 'waiting');
      if (!next) break;
      put(next.key, (one) => ({ ...one, state: 'sending' }));
      const reply = await send(scene, next);
      put(next.key, (one) => answered(one, reply));
      // What comes after it waits with it: the order is the speaker's.
      if (held.current.find(({ key }) => key === next.key)?.state === 'waiting') break;
    }
    busy.current = false;
  }, [scene, put]);

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
    const there = new Set(arrived(held.current, head));
    if (there.size > 0) change(held.current.filter((one) => !there.has(one)));
  }, [list, head, change]);

  const say = useCallback(
    (said: Said) => {
      const one = { key: newIdempotencyKey(), said, at: new Date().toISOString(), since: head };
      change([...held.current, { ...one, state: 'waiting', seq: null, problem: null }]);
      void pump();
    },
    [change, pump, head],
  );
  const again = useCallback(
    (key: string) => {
      const one = held.current.find((other) => other.key === key);
      if (!one) return;
      if (one.state === 'refused') {
        change(held.current.filter((other) => other !== one));
        say(one.said);
      } else void pump();
    },
    [change, pump, say],
  );
  const drop = useCallback((key: string) => change(held.current.filter((one) => one.key !== key)), [change]);
  return { outgoing: underWay(list, events), say, again, drop };
}
