import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { TriedMoves } from '../../../../src/contract/tries';
import { api, type PageProblem } from '../../api/api';

export interface Play {
  /** The game after `moves`; null until the first answer. */
  tried: TriedMoves | null;
  /** Keys of the actions made, oldest first, even those whose board is still to come. */
  moves: readonly string[];
  problem: PageProblem | null;
  isFull: boolean;
  move: (key: string) => void;
  undo: () => void;
  restart: () => void;
}

/** Plays on from a frame of a run, in a copy of its game. Moves made faster than the answers are not lost. */
export function usePlay(run: string, from: number): Play {
  const [answer, setAnswer] = useState<TriedMoves | null>(null);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const target = useRef<readonly string[]>([]);
  const asks = useRef(false);
  const isOver = useRef(false);

  const follow = useCallback(async () => {
    if (asks.current) return;
    asks.current = true;
    for (let sent: readonly string[] | null = null; sent !== target.current && !isOver.current; ) {
      sent = target.current;
      const reply = await api.tryMoves(run, from, sent);
      if (isOver.current) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) setAnswer(reply.value);
      else if (sent === target.current) break;
    }
    asks.current = false;
  }, [run, from]);
  const want = useCallback(
    (next: readonly string[]) => {
      target.current = next;
      setMoves(next);
      void follow();
    },
    [follow],
  );
  useEffect(() => {
    isOver.current = false;
    void follow();
    return () => {
      isOver.current = true;
      asks.current = false;
    };
  }, [follow]);
  // The limit arrives with the first response, well before anyone can reach it.
  const most = answer ? answer.moves + answer.left : Number.POSITIVE_INFINITY;
  return {
    tried: answer,
    moves,
    problem,
    isFull: moves.length >= most,
    move: (key) => {
      if (target.current.length < most) want([...target.current, key]);
    },
    undo: () => want(target.current.slice(0, -1)),
    restart: () => want([]),
  };
}
