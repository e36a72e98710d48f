import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ActionId } from '../../../../src/contract/agents';
import type { GiveMove, MoveResult } from '../../../../src/contract/moves';
import { api, type PageProblem } from '../../api/api';
import type { Play } from './use-play';

/** A run as a person who plays it finds it. */
export interface OwnRun {
  id: string;
  /** The game was started. */
  hasBegun: boolean;
  /** Packed frame that it shows; null: it has not begun. */
  cells: string | null;
  state: string;
  level: number;
  available: readonly ActionId[];
  /** Actions that the budget has left. */
  left: number;
}

/** Plays a run itself, not a copy: moves go to its game and are final. Fast moves are queued. */
export function useOwnPlay(run: OwnRun): Play {
  const { id, hasBegun } = run;
  // The run continues while it is played.
  const [budget] = useState(run.left);
  const [answer, setAnswer] = useState<MoveResult | null>(null);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const queue = useRef<string[]>([]);
  const asks = useRef(false);
  const isOver = useRef(false);

  const follow = useCallback(async () => {
    if (asks.current) return;
    asks.current = true;
    for (let key = queue.current.shift(); key !== undefined && !isOver.current; key = queue.current.shift()) {
      const reply = await api.giveMove(id, readMove(key));
      if (isOver.current) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) setAnswer(reply.value);
      // Moves meant for a board that never appeared are dropped.
      else queue.current = [];
    }
    asks.current = false;
  }, [id]);
  const send = useCallback(
    (key: string) => {
      queue.current.push(key);
      setMoves((before) => [...before, key]);
      void follow();
    },
    [follow],
  );
  useEffect(() => {
    isOver.current = false;
    if (!hasBegun && queue.current.length === 0) {
      queue.current.push(RESET);
      void follow();
    }
    return () => {
      isOver.current = true;
      asks.current = false;
    };
  }, []);
  const available = [...(answer?.available ?? run.available)];
  const cells = answer?.cells ?? run.cells;
  const moveCount = moves.filter((key) => key !== RESET).length;
  return {
    tried:
      cells === null
        ? null
        : {
            from: 0,
            moves: moves.length,
            left: Math.max(0, budget - moveCount),
            before: answer?.before ?? cells,
            cells,
            animation: answer?.animation ?? NONE,
            state: asGameState(answer?.state ?? run.state),
            level: answer?.level ?? run.level,
            available,
            restarted: answer?.restarted ?? false,
            summary: null,
          },
    moves,
    problem,
    isFull: moveCount >= budget,
    move: (key) => {
      if (moveCount < budget) send(key);
    },
    // Only the game can undo a move, if it has an action for that.
    undo: () => {
      if (available.includes('ACTION7') && moveCount < budget) send('ACTION7');
    },
    restart: () => send(RESET),
  };
}

const RESET = 'RESET';
const NONE: string[] = [];

const asGameState = (state: string) =>
  state === 'WIN' || state === 'GAME_OVER' ? state : ('NOT_FINISHED' as const);

/** The body of a move, from its key: `ACTION6@3,4` is a click at column 3 and row 4. */
function readMove(key: string): GiveMove {
  const [action, place] = key.split('@');
  const [x, y] = (place ?? '').split(',').map(Number);
  return { action: action as GiveMove['action'], ...(place !== undefined && { x, y }) };
}
