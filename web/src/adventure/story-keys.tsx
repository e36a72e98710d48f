import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Delete, Keyboard } from 'lucide';
import { Icon } from '../kit/icon';
import { Menu } from '../kit/menu';
import { OTHER_KEYS } from './key-names';

/** Buttons for keys that soft keyboards lack, and a menu for all others. */
export function StoryKeys({ disabled, onKey }: { disabled: boolean; onKey: (key: string) => void }) {
  const press = (key: string) => ({ type: 'button', disabled, onClick: () => onKey(key) }) as const;
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
        items={OTHER_KEYS.map((key) => ({ name: key, disabled, onChoose: () => onKey(key) }))}
      >
        <Icon of={Keyboard} />
      </Menu>
    </div>
  );
}
