import { useEffect, useRef } from 'preact/hooks';

/** Key handlers of the room, active except in fields. */
export interface RoomKeys {
  onFind: () => void;
  onHelp: () => void;
  /** Absent if the visitor does not own the scene. */
  onDirect?: (() => void) | undefined;
}

/** Listens to the room's keys: `/` to the composer, `f` or Ctrl+F to the search, `d` to direct, `?` for help. */
export function useRoomKeys(keys: RoomKeys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || document.querySelector('dialog[open], [popover]:popover-open')) return;
      const isFind = (event.ctrlKey || event.metaKey) && event.key === 'f';
      if (!isFind && (event.ctrlKey || event.metaKey || isField(event.target))) return;
      const action = isFind ? now.current.onFind : keyAction(event.key, now.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function keyAction(key: string, { onFind, onHelp, onDirect }: RoomKeys): (() => void) | undefined {
  if (key === '/') return () => document.querySelector<HTMLElement>('.composer textarea')?.focus();
  if (key === 'f') return onFind;
  if (key === '?') return onHelp;
  return key === 'd' ? onDirect : undefined;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
