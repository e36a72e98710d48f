import { useEffect, useRef, useState } from 'preact/hooks';
import { useKept } from '../../kit/use-kept';
import { giveSigns, NO_SIGNS, type TurnSigns } from './tell-turn';

/** Keeps this browser's choice of signs, for all scenes. */
export const useTurnSigns = (): [TurnSigns, (change: Partial<TurnSigns>) => void] => {
  const [signs, change] = useKept<TurnSigns>('turn-signs', NO_SIGNS);
  return [signs, change];
};

/**
 * Gives the chosen signs when it becomes the visitor's turn while they are elsewhere.
 *
 * @param turn name of the turn that is the visitor's; null: it is somebody else's
 * @param isRead false: the scene has not been read yet; how it stands then is no news
 * @returns true when it became the visitor's turn while the page was out of sight, until it is looked at
 */
export function useTellTurn(
  turn: string | null,
  isRead: boolean,
  isAway: boolean,
  signs: TurnSigns,
): boolean {
  const [isCalled, setCalled] = useState(false);
  const toldTurn = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (!isRead) return;
    const isNews = toldTurn.current !== undefined && turn !== null && turn !== toldTurn.current;
    // Nothing is forgotten between turns: the same one, read again, is no other.
    toldTurn.current = turn ?? toldTurn.current ?? null;
    if (isNews && (isAway || !document.hasFocus())) void giveSigns(signs);
    if (isNews && isAway) setCalled(true);
    if (!isAway || turn === null) setCalled(false);
  }, [turn, isRead, isAway, signs]);
  return isCalled;
}
