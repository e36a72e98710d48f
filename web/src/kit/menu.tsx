import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconShapes } from './icon';

export interface MenuItem {
  name: string;
  icon?: IconShapes;
  /** The keyboard shortcut, as displayed. */
  keys?: string;
  disabled?: boolean;
  /** Set if the items are a choice: true for the chosen one. */
  isChosen?: boolean;
  /** Language of the name, if it differs from the page's. */
  lang?: string;
  /** Styles it as destructive. */
  danger?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  /** Name of the button for screen readers, such as "More of this line". */
  label: string;
  children: ComponentChildren;
  items: readonly MenuItem[];
  class?: string;
  /** -1 removes the button from the Tab order if other keys lead to it. */
  tabIndex?: number;
  /** Opens the menu from outside, as a long press does; the button's own clicks go on. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
}

/**
 * A button that opens a short menu in the top layer, so that no scrolling box clips it. Arrow keys, Home, End and first
 * letters move through it; Escape and a click elsewhere close it, and the focus returns to the button.
 */
export function Menu(props: MenuProps) {
  const { label, children, items, class: more, open = false, onOpen } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (open) list.current?.showPopover();
  }, [open]);

  const noteState = (now: boolean) => {
    setOpen(now);
    onOpen?.(now);
    if (!now || !button.current || !list.current) return;
    place(list.current, button.current.getBoundingClientRect());
    menuItems(list.current)[0]?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const all = menuItems(list.current);
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = readWalk(event.key, at, all);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Tab') list.current?.hidePopover();
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class={more ?? 'plain icon-button'}
        tabIndex={props.tabIndex}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
      >
        {children}
      </button>
      <div
        id={id}
        ref={list}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={(event) => noteState(event.newState === 'open')}
        onKeyDown={walk}
      >
        {isOpen &&
          items.map((item) => (
            <button
              type="button"
              role="menuitem"
              aria-current={item.isChosen || undefined}
              lang={item.lang}
              key={item.name}
              class={item.danger ? 'menu-item destroys' : 'menu-item'}
              tabIndex={-1}
              disabled={item.disabled}
              onClick={() => {
                list.current?.hidePopover();
                item.onChoose();
              }}
            >
              {item.icon && <Icon of={item.icon} />}
              <span>{item.name}</span>
              {item.keys && <kbd>{item.keys}</kbd>}
            </button>
          ))}
      </div>
    </>
  );
}

const menuItems = (list: HTMLElement | null): HTMLButtonElement[] => [
  ...(list?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not(:disabled)') ?? []),
];

function readWalk(key: string, at: number, all: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all[(at - 1 + all.length) % all.length];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1) return undefined;
  const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Places the menu below the button, or above it if space is short, within the window. */
function place(list: HTMLElement, at: DOMRect): void {
  const gap = 4;
  // Rendered once to measure it; items follow in the next render, so the height fits the longest list.
  requestAnimationFrame(() => {
    const { width, height } = list.getBoundingClientRect();
    const left = Math.max(gap, Math.min(at.right - width, innerWidth - width - gap));
    const under = at.bottom + gap + height <= innerHeight;
    list.style.left = `${left}px`;
    list.style.top = `${under ? at.bottom + gap : Math.max(gap, at.top - gap - height)}px`;
    menuItems(list)[0]?.focus();
  });
}
