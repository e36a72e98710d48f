import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MenuItem } from '../../kit/menu';
import { readSwipe } from '../../kit/use-swipe';

interface LineHand {
  items: readonly MenuItem[];
  onHold: () => void;
  /** Switches the version: 1 the next, -1 the previous. */
  onTurn: (by: 1 | -1) => void;
}

/** How long a finger must hold a line to open its menu, and how far it may move. */
const HOLD_MS = 500;
const STILL_PX = 10;

/** Adds keys while focused, the long-press menu, and swiping between versions to the surrounding list item. */
export function useLineHand(place: RefObject<HTMLElement | null>, hand: LineHand): void {
  const now = useRef(hand);
  now.current = hand;
  useEffect(() => {
    const item = place.current?.closest('li');
    if (!item) return;
    let hold: { x: number; y: number; timer: number } | null = null;
    const letGo = () => {
      if (hold) clearTimeout(hold.timer);
      hold = null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== item || event.ctrlKey || event.metaKey || event.altKey) return;
      const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
      const deedOfKey = now.current.items.find(({ keys, disabled }) => keys === event.key && !disabled);
      if (turn) now.current.onTurn(turn);
      else if (event.key === 'Enter' || event.key === 'm') now.current.onHold();
      else if (deedOfKey) deedOfKey.onChoose();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onDown = (event: PointerEvent) => {
      letGo();
      if (event.pointerType !== 'touch') return;
      const timer = window.setTimeout(() => {
        hold = null;
        now.current.onHold();
      }, HOLD_MS);
      hold = { x: event.clientX, y: event.clientY, timer };
    };
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (hold && Math.hypot(clientX - hold.x, clientY - hold.y) > STILL_PX) clearTimeout(hold.timer);
    };
    const onUp = ({ clientX, clientY }: PointerEvent) => {
      const [x, y] = hold ? [clientX - hold.x, clientY - hold.y] : [0, 0];
      letGo();
      const turn = readSwipe(x, y);
      if (turn) now.current.onTurn(turn);
    };
    item.addEventListener('keydown', onKeyDown);
    item.addEventListener('pointerdown', onDown);
    item.addEventListener('pointermove', onMove);
    item.addEventListener('pointerup', onUp);
    item.addEventListener('pointercancel', letGo);
    return () => {
      letGo();
      item.removeEventListener('keydown', onKeyDown);
      item.removeEventListener('pointerdown', onDown);
      item.removeEventListener('pointermove', onMove);
      item.removeEventListener('pointerup', onUp);
      item.removeEventListener('pointercancel', letGo);
    };
  }, [place]);
}
