import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Delete, Keyboard } from 'lucide';
import { STORY_KEYS } from '../../../src/api/story-keys';
import { Icon } from '../kit/icon';
import { Menu } from '../kit/menu';

/** Names of keys by those of the browser, where they differ in more than their case. */
const BROWSER_KEYS: Readonly<Record<string, string>> = {
  ' ': 'space',
  Backspace: 'delete',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Names the key of a press as the story reads it; undefined: the story has no such key. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  // A digit of the keypad is a key of its own.
  if (/^\d$/.test(key) && code.startsWith('Numpad')) return `keypad ${key}`;
  if (key.length === 1 && key !== ' ') return key;
  const name = BROWSER_KEYS[key] ?? key.toLowerCase();
  return STORY_KEYS.has(name) ? name : undefined;
}

/** The key of a text that a soft keyboard entered: its last character. Undefined where there is none. */
export function keyOfText(text: string): string | undefined {
  const last = [...text].at(-1);
  return last === ' ' ? 'space' : last;
}

/** Keys that a soft keyboard lacks, as buttons, and all others in a menu. */
export function StoryKeys({ disabled, onKey }: { disabled: boolean; onKey: (key: string) => void }) {
  const press = (key: string) => ({ type: 'button', disabled, onClick: () => onKey(key) }) as const;
  const others = [...STORY_KEYS.keys()].filter((name) => /^(?:f\d|keypad|space)/.test(name));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of form fields
    <div class="story-keys" role="group" aria-label="Keys">
      <button {...press('up')} class="icon-button" aria-label="Up" title="Up">
        <Icon of={ArrowUp} />
      </button>
      <button {...press('down')} class="icon-button" aria-label="Down" title="Down">
        <Icon of={ArrowDown} />
      </button>
      <button {...press('left')} class="icon-button" aria-label="Left" title="Left">
        <Icon of={ArrowLeft} />
      </button>
      <button {...press('right')} class="icon-button" aria-label="Right" title="Right">
        <Icon of={ArrowRight} />
      </button>
      <button {...press('enter')}>Enter</button>
      <button {...press('escape')}>Esc</button>
      <button {...press('delete')} class="icon-button" aria-label="Delete" title="Delete">
        <Icon of={Delete} />
      </button>
      <Menu
        label="More keys"
        items={others.map((key) => ({ name: key, disabled, onChoose: () => onKey(key) }))}
      >
        <Icon of={Keyboard} />
      </Menu>
    </div>
  );
}
