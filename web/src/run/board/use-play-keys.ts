import { useEffect, useRef } from 'preact/hooks';

/** Things that take keys for themselves (words: keep). */
const TYPING = 'input, textarea, select, [role="menu"], [role="tablist"], dialog';
/** Things that are pressed by these keys, and stay so (words: keep). */
const PRESSED = 'button, a, summary';

/** Lets a person play from anywhere on the page, whatever was clicked last. @param press returns true when it used the key */
export function usePlayKeys(press: (event: KeyboardEvent) => boolean): void {
  const newest = useRef(press);
  newest.current = press;
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const { target } = event;
      // The board itself has had its keys already.
      if (event.defaultPrevented || (target instanceof Element && target.closest(TYPING))) return;
      const presses = event.key === ' ' || event.key === 'Enter';
      if (presses && target instanceof Element && target.closest(PRESSED)) return;
      if (newest.current(event)) event.preventDefault();
    };
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}
