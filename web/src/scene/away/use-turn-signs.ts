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
 * @param isMine null: the scene has not been read yet; how it stands then is no news
 * @returns true when it became the visitor's turn while the page was out of sight, until it is looked at
 */
export function useTellTurn(isMine: boolean | null, isAway: boolean, signs: TurnSigns): boolean {
  const [isCalled, setCalled] = useState(false);
  const before = useRef<boolean | null>(null);
  useEffect(() => {
    const isNews = before.current === false && isMine === true;
    before.current = isMine;
    if (isNews && (isAway || !document.hasFocus())) void giveSigns(signs);
    if (isNews && isAway) setCalled(true);
    if (!isAway || isMine === false) setCalled(false);
  }, [isMine, isAway, signs]);
  return isCalled;
}
