import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useStored } from '../../kit/use-kept';
import { useTitle } from '../../kit/use-title';
import type { SceneView } from '../use-scene';
import { type LastLine, nameTurn } from './my-turn';
import { NO_SIGNS, signalTurn, type TurnSigns } from './tell-turn';
import { type Away, useAway } from './use-away';

export interface News {
  away: Away;
  signs: TurnSigns;
  changeSigns: (change: Partial<TurnSigns>) => void;
}

/** Notifies an absent visitor: a count in the page title, and the chosen signals on their turn. */
export function useNews({ id, view, lines, progress }: SceneView, persona: string | undefined): News {
  const { room: scene, events } = view;
  const self = persona ? `persona:${persona}` : null;
  const away = useAway(id, events.at(-1)?.seq ?? 0, lines, self);
  const [signs, changeSigns] = useTurnSigns();
  const lastLine = useMemo(() => readLastLine(lines), [lines]);
  const turn = scene && nameTurn(scene, persona, lastLine, progress?.state === 'running');
  const isCalled = useTurnSignal(turn, scene !== null, away.isAway, signs);
  const count = Math.max(away.unread?.count ?? 0, isCalled ? 1 : 0);
  useTitle(scene?.title ?? 'Scene', away.isAway ? count : 0);
  return { away, signs, changeSigns };
}

/** Returns the most recent line, which need not be the last one displayed. */
function readLastLine(lines: SceneView['lines']): LastLine | null {
  let last: LastLine | null = null;
  for (const line of lines) if (line.type === 'speech' && line.seq > (last?.seq ?? 0)) last = line;
  return last;
}

/** Keeps this browser's choice of signs, for all scenes. */
const useTurnSigns = (): [TurnSigns, (change: Partial<TurnSigns>) => void] => {
  const [signs, change] = useStored<TurnSigns>('turn-signs', NO_SIGNS);
  return [signs, change];
};

/**
 * Gives the chosen signals when it becomes the visitor's turn while they are away.
 *
 * @param turn the visitor's turn; null: someone else's
 * @param isRead false: the scene is not loaded yet, so its state is not news
 * @returns true if it became the visitor's turn while the page was hidden, until they look
 */
function useTurnSignal(turn: string | null, isRead: boolean, isAway: boolean, signs: TurnSigns): boolean {
  const [isCalled, setCalled] = useState(false);
  const toldTurn = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (!isRead) return;
    const isNews = toldTurn.current !== undefined && turn !== null && turn !== toldTurn.current;
    // Keep the name between turns: reading the same turn again must not signal again.
    toldTurn.current = turn ?? toldTurn.current ?? null;
    if (isNews && (isAway || !document.hasFocus())) void signalTurn(signs);
    if (isNews && isAway) setCalled(true);
    if (!isAway || turn === null) setCalled(false);
  }, [turn, isRead, isAway, signs]);
  return isCalled;
}
