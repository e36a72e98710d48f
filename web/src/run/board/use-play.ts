import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Tried } from '../../../../src/api/tries';
import { api, type PageProblem } from '../../api/api';

export interface Play {
  /** The game after `moves`; null until the first answer. */
  tried: Tried | null;
  /** Keys of the actions made, oldest first, even those whose board is still to come. */
  moves: readonly string[];
  problem: PageProblem | null;
  isFull: boolean;
  move: (key: string) => void;
  /** Takes the last move back. */
  undo: () => void;
  restart: () => void;
}

/** Plays on from a frame of a run, in a copy of its game. Moves made faster than the answers are not lost. */
export function usePlay(run: string, from: number): Play {
  const [answer, setAnswer] = useState<Tried | null>(null);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const wantedMoves = useRef<readonly string[]>([]);
  const asks = useRef(false);
  const isUnmounted = useRef(false);

  const follow = useCallback(async () => {
    if (asks.current) return;
    asks.current = true;
    for (
      let asked: readonly string[] | null = null;
      asked !== wantedMoves.current && !isUnmounted.current;
    ) {
      asked = wantedMoves.current;
      const reply = await api.tryMoves(run, from, asked);
      if (isUnmounted.current) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) setAnswer(reply.value);
      else if (asked === wantedMoves.current) break;
    }
    asks.current = false;
  }, [run, from]);
  const want = useCallback(
    (next: readonly string[]) => {
      wantedMoves.current = next;
      setMoves(next);
      void follow();
    },
    [follow],
  );
  useEffect(() => {
    isUnmounted.current = false;
    void follow();
    return () => {
      isUnmounted.current = true;
      asks.current = false;
    };
  }, [follow]);
  // The limit comes with the first answer, long before anybody has made so many moves.
  const most = answer ? answer.moves + answer.left : Number.POSITIVE_INFINITY;
  return {
    tried: answer,
    moves,
    problem,
    isFull: moves.length >= most,
    move: (key) => {
      if (wantedMoves.current.length < most) want([...wantedMoves.current, key]);
    },
    undo: () => want(wantedMoves.current.slice(0, -1)),
    restart: () => want([]),
  };
}
