import { Languages } from 'lucide';
import { useId } from 'preact/hooks';
import { changeLanguage, LANGUAGE, LANGUAGES, nameLanguage } from '../words/languages';
import { Icon } from './icon';
import { Menu } from './menu';

/** Languages to choose from, each in its own language. */
const CHOICES = LANGUAGES.map((tag) => ({ tag, name: nameLanguage(tag) }));

/** Offers the languages in the head of every page. */
export function LanguageMenu(props: { class?: string }) {
  return (
    <Menu
      label="Language"
      class={props.class ? `plain icon-button ${props.class}` : 'plain icon-button'}
      items={CHOICES.map(({ tag, name }) => ({
        name,
        isChosen: tag === LANGUAGE,
        lang: tag,
        onChoose: () => changeLanguage(tag),
      }))}
    >
      <Icon of={Languages} />
    </Menu>
  );
}

/** Offers them as a field, and hints how another language comes to the list. */
export function LanguageField() {
  const id = useId();
  return (
    <div class="language-field">
      <label for={id}>Language</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={LANGUAGE}
        onChange={(changed) => changeLanguage(changed.currentTarget.value)}
      >
        {CHOICES.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <p class="quiet small" id={`${id}-hint`}>
        Missing yours? Add a translation.
      </p>
    </div>
  );
}
