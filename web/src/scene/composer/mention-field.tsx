import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { completeMention, findMention, type Mentionable, matchMention } from './mentions';

interface MentionFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  label: string;
  placeholder: string;
  describedBy: string;
  people: readonly Mentionable[];
  /** Maximum length. Longer text stays in the field, so that it can be shortened. */
  most: number;
  onText: (text: string) => void;
  onSend: () => void;
  onBlur: () => void;
}

const LIST = 'mention-list';
const MOST = 6;

/** A field that grows with its text and completes names after `@`. Enter sends, Shift+Enter starts a new line. */
export function MentionField(props: MentionFieldProps) {
  const { field, text, people } = props;
  const [cursor, setCursor] = useState<number | null>(null);
  const [chosenIndex, setChosenIndex] = useState(0);
  const mention = cursor === null ? null : findMention(text, cursor);
  const matches = mention ? matchMention(people, mention).slice(0, MOST) : [];
  const active = matches[Math.min(chosenIndex, matches.length - 1)];

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text, field]);

  const complete = (name: string) => {
    if (!mention) return;
    const completion = completeMention(text, mention, name);
    const area = field.current;
    if (area) {
      // Focus now rather than in the next frame, which could move the cursor while typing.
      area.focus();
      area.value = completion.text;
      area.setSelectionRange(completion.cursor, completion.cursor);
    }
    props.onText(completion.text);
    setCursor(null);
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.isComposing) return;
    if (active && mention) {
      if (pressed.key === 'ArrowDown' || pressed.key === 'ArrowUp') {
        pressed.preventDefault();
        const step = pressed.key === 'ArrowDown' ? 1 : -1;
        return setChosenIndex((matches.indexOf(active) + step + matches.length) % matches.length);
      }
      // A whole name needs no completion, so Enter sends.
      const isWhole = mention.typed.toLowerCase() === active.name.toLowerCase();
      if (pressed.key === 'Tab' || (pressed.key === 'Enter' && !pressed.shiftKey && !isWhole)) {
        pressed.preventDefault();
        return complete(active.name);
      }
      if (pressed.key === 'Escape') {
        pressed.preventDefault();
        return setCursor(null);
      }
    }
    if (pressed.key !== 'Enter' || pressed.shiftKey) return;
    pressed.preventDefault();
    props.onSend();
  };
  const follow = (area: HTMLTextAreaElement) => {
    setCursor(area.selectionStart);
    setChosenIndex(0);
  };
  return (
    <div class="field-place">
      <textarea
        dir="auto"
        ref={field}
        rows={1}
        aria-invalid={text.length > props.most}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={active ? LIST : undefined}
        aria-activedescendant={active ? `${LIST}-${active.id}` : undefined}
        placeholder={props.placeholder}
        value={text}
        onInput={(typed) => {
          props.onText(typed.currentTarget.value);
          follow(typed.currentTarget);
        }}
        onClick={(clicked) => follow(clicked.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setCursor(null);
          props.onBlur();
        }}
      />
      {active && (
        <div id={LIST} class="mention-list card" role="listbox" aria-label="Mention someone">
          {matches.map((one) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={one.id}
              id={`${LIST}-${one.id}`}
              role="option"
              aria-selected={one === active}
              // Runs before the field loses the focus.
              onMouseDown={(pressed) => pressed.preventDefault()}
              onClick={() => complete(one.name)}
            >
              {one.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
