import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Focusable items of a toolbar; menus and dialogs inside have their own order. */
const STOPS = ':scope > button, :scope > a[href]';

/** A row of buttons that is one stop for Tab; arrow keys, Home and End walk it. */
export function Toolbar(props: { label: string; class?: string; children: ComponentChildren }) {
  const bar = useRef<HTMLDivElement>(null);
  const stops = () => [...(bar.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  const choose = (stop: HTMLElement) => {
    for (const one of stops()) one.tabIndex = one === stop ? 0 : -1;
  };
  // After every drawing, as buttons come and go.
  useLayoutEffect(() => {
    const all = stops();
    const now = all.find((stop) => stop.tabIndex === 0) ?? all[0];
    if (now)
      choose(
        all.includes(document.activeElement as HTMLElement) ? (document.activeElement as HTMLElement) : now,
      );
  });
  const walk = (event: KeyboardEvent) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[
      event.key
    ];
    const stop = next === undefined ? undefined : all[next % all.length];
    if (!stop) return;
    event.preventDefault();
    choose(stop);
    stop.focus();
  };
  return (
    <div ref={bar} class={props.class} role="toolbar" aria-label={props.label} onKeyDown={walk}>
      {props.children}
    </div>
  );
}
