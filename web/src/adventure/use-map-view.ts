import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Point {
  x: number;
  y: number;
}

/** A rectangle of the drawing. */
export interface Box extends Point {
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** The visible part of the drawing: its center, and the scale. */
export interface MapWindow extends Point {
  scale: number;
}

/** Largest and smallest scale; a whole map may be smaller still. */
const SCALES = { most: 3, least: 0.25 };
/** Zoom factor of one button or key press. */
export const ZOOM = 1.4;
/** Pixels that an arrow key moves the map. */
const STRIDE = 70;
/** Pixels before a press counts as a drag. */
const SLACK = 4;
/** Pixels kept free around the focused box. */
const EDGE = 24;

/** Moves a window as little as possible to show a box; centers on it if it does not fit. */
export function bringIntoSight(window: MapWindow, box: Box, frame: Size): MapWindow {
  const along = (middle: number, start: number, length: number, room: number): number => {
    const half = room / window.scale / 2 - EDGE / window.scale;
    if (length > 2 * half) return start + length / 2;
    return Math.min(Math.max(middle, start + length - half), start + half);
  };
  return {
    x: along(window.x, box.x, box.width, frame.width),
    y: along(window.y, box.y, box.height, frame.height),
    scale: window.scale,
  };
}

/** Zooms around `at`, in pixels from the frame's center. */
export function zoomAt(window: MapWindow, times: number, at: Point): MapWindow {
  const least = Math.min(SCALES.least, window.scale);
  const scale = Math.min(SCALES.most, Math.max(least, window.scale * times));
  return {
    x: window.x + at.x / window.scale - at.x / scale,
    y: window.y + at.y / window.scale - at.y / scale,
    scale,
  };
}

/** Fits a box into the frame, without enlarging it. */
export function fitInto(box: Box, frame: Size): MapWindow {
  const scale = Math.min(1, frame.width / Math.max(1, box.width), frame.height / Math.max(1, box.height));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, scale };
}

const boxCenter = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export interface MapHand {
  frame: RefObject<HTMLElement | null>;
  /** Null until the frame was measured. */
  window: (MapWindow & Size) | null;
  zoom: (times: number) => void;
  fit: () => void;
  /** Returns to the player's place and follows it. */
  showHere: () => void;
  show: (box: Box) => void;
}

/**
 * Pans and zooms a map with the wheel, dragging, two fingers, arrow keys, `+`, `-`, `0` (fit all) and Home (the
 * player's place). The view follows the player until the person moves it.
 *
 * @param here the box of the player's place; null if there is none
 * @param all the box around the whole drawing
 */
export function useMapView(here: Box | null, all: Box): MapHand {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  /** The chosen view; null: follow the player. */
  const [choice, setChoice] = useState<MapWindow | null>(null);
  const lastWindow = useRef<MapWindow | null>(null);
  if (size && !choice) {
    const start = lastWindow.current ?? { ...boxCenter(here ?? all), scale: 1 };
    lastWindow.current = here ? bringIntoSight(start, here, size) : start;
  }
  const windowNow = choice ?? lastWindow.current;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const change = (next: (window: MapWindow) => MapWindow) => {
    if (!windowNow) return;
    const { x, y, scale } = next(windowNow);
    // Keep the map in view: once lost, it would be hard to find again.
    const inside = (value: number, start: number, length: number) =>
      Math.min(Math.max(value, start), start + length);
    setChoice({ x: inside(x, all.x, all.width), y: inside(y, all.y, all.height), scale });
  };
  const hand: Omit<MapHand, 'frame' | 'window'> = {
    zoom: (times) => change((window) => zoomAt(window, times, { x: 0, y: 0 })),
    fit: () => size && change(() => fitInto(all, size)),
    showHere: () => {
      lastWindow.current = here && { ...boxCenter(here), scale: Math.max(windowNow?.scale ?? 1, 0.7) };
      setChoice(null);
    },
    show: (box) => size && change((window) => bringIntoSight(window, box, size)),
  };
  const latest = useRef({ change, hand });
  latest.current = { change, hand };
  useEffect(() => (frame.current ? listen(frame.current, latest) : undefined), []);

  return { frame, window: windowNow && size && { ...windowNow, ...size }, ...hand };
}

type Latest = RefObject<{
  change: (next: (window: MapWindow) => MapWindow) => void;
  hand: Omit<MapHand, 'frame' | 'window'>;
}>;

/** Listens to the wheel, pointers and keys of a frame. Returns a function that stops it. */
function listen(element: HTMLElement, latest: Latest): () => void {
  const controller = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(kind: K, does: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(kind, does, { signal: controller.signal, passive: false });
  const change = (next: (window: MapWindow) => MapWindow) => latest.current?.change(next);
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  /**
   * Scrolling the page past the map must keep scrolling, so the wheel zooms only after the pointer moved over the map.
   */
  let isPointed = false;
  on('pointerleave', () => {
    isPointed = false;
  });
  on('wheel', (event) => {
    if (!isPointed && !event.ctrlKey && document.activeElement !== element) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
    // A touchpad pinch arrives as wheel events with Ctrl, in small steps.
    change((window) => zoomAt(window, Math.exp(-pixels / (event.ctrlKey ? 100 : 400)), fromMiddle(event)));
  });

  const pointers = new Map<number, Point>();
  let isDragged = false;
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) isDragged = false;
    pointers.set(event.pointerId, fromMiddle(event));
  });
  on('pointermove', (event) => {
    if (event.movementX !== 0 || event.movementY !== 0) isPointed = true;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (!isDragged && pointers.size === 1 && Math.hypot(by.x, by.y) < SLACK) return;
    isDragged = true;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, now);
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (!other) {
      change((window) => ({
        ...window,
        x: window.x - by.x / window.scale,
        y: window.y - by.y / window.scale,
      }));
      return;
    }
    const [far, wasFar] = [now, before].map((point) => Math.hypot(point.x - other.x, point.y - other.y));
    if (!far || !wasFar) return;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    change((window) => {
      const nextWindow = zoomAt(window, far / wasFar, middle);
      return {
        ...nextWindow,
        x: nextWindow.x - by.x / 2 / nextWindow.scale,
        y: nextWindow.y - by.y / 2 / nextWindow.scale,
      };
    });
  });
  const lift = ({ pointerId }: PointerEvent) => pointers.delete(pointerId);
  on('pointerup', lift);
  on('pointercancel', lift);

  on('keydown', (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const hand = latest.current?.hand;
    const stride = (right: number, down: number) => () =>
      change((window) => ({
        ...window,
        x: window.x + (right * STRIDE) / window.scale,
        y: window.y + (down * STRIDE) / window.scale,
      }));
    const acts: Record<string, (() => void) | undefined> = {
      ArrowLeft: stride(-1, 0),
      ArrowRight: stride(1, 0),
      ArrowUp: stride(0, -1),
      ArrowDown: stride(0, 1),
      '+': () => hand?.zoom(ZOOM),
      '=': () => hand?.zoom(ZOOM),
      '-': () => hand?.zoom(1 / ZOOM),
      '0': hand?.fit,
      Home: hand?.showHere,
    };
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    // Watching a run uses the same arrow keys.
    event.stopPropagation();
    act();
  });
  return () => controller.abort();
}
