import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Tried } from '../../../../src/api/tries';
import { api, type PageProblem } from '../../api/api';

export interface Play {
  /** What the game shows after `moves`; null until the first answer. */
  tried: Tried | null;
  /** Keys of the actions made, oldest first: also those whose board is still to come. */
  moves: readonly string[];
  problem: PageProblem | null;
  isFull: boolean;
  move: (key: string) => void;
  /** Takes the last move back. */
  undo: () => void;
  restart: () => void;
}

/** A person plays on from a frame of a run, in a copy of its game. Moves faster than the answers are not lost. */
export function usePlay(run: string, from: number): Play {
  const [tried, setTried] = useState<Tried | null>(null);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const wanted = useRef<readonly string[]>([]);
  const asks = useRef(false);
  const gone = useRef(false);

  const follow = useCallback(async () => {
    if (asks.current) return;
    asks.current = true;
    for (let asked: readonly string[] | null = null; asked !== wanted.current && !gone.current; ) {
      asked = wanted.current;
      const reply = await api.tryMoves(run, from, asked);
      if (gone.current) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) setTried(reply.value);
      else if (asked === wanted.current) break;
    }
    asks.current = false;
  }, [run, from]);
  const want = useCallback(
    (next: readonly string[]) => {
      wanted.current = next;
      setMoves(next);
      void follow();
    },
    [follow],
  );
  useEffect(() => {
    gone.current = false;
    void follow();
    return () => {
      gone.current = true;
      asks.current = false;
    };
  }, [follow]);
  // Not known before the first answer, which is there before anybody has made so many moves.
  const most = tried ? tried.moves + tried.left : Number.POSITIVE_INFINITY;
  return {
    tried,
    moves,
    problem,
    isFull: moves.length >= most,
    move: (key) => {
      if (wanted.current.length < most) want([...wanted.current, key]);
    },
    undo: () => want(wanted.current.slice(0, -1)),
    restart: () => want([]),
  };
}
