import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import './tabs.css';

interface Tab {
  id: string;
  title: string;
  /** Number of things in the tab; undefined shows none. */
  count?: number;
  body: () => ComponentChildren;
}

/** Shows one of several panels. Arrow keys walk the tabs. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosenId, setChosenId] = useState(tabs[0]?.id);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosenId),
  );
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    setChosenId(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.id}`)}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
        {tabs.map((tab, i) => (
          <button
            type="button"
            role="tab"
            key={tab.id}
            id={`${id}-${tab.id}`}
            aria-selected={i === at}
            aria-controls={`${id}-panel`}
            tabIndex={i === at ? 0 : -1}
            onClick={() => setChosenId(tab.id)}
          >
            {tab.title}
            {tab.count !== undefined && <span class="quiet"> {tab.count}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls may have nothing else to reach it by */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]?.id}`} tabIndex={0}>
        {tabs[at]?.body()}
      </div>
    </div>
  );
}
