const FIELDS = '.form-field, .field, .check, .fact-rows, .fixed, fieldset, details, li';

/**
 * Hides the settings that do not contain the search words, and sections without a match. Details with a match open.
 *
 * @returns false without a match
 */
export function showMatches(settings: HTMLElement, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (element: Element): boolean => {
    const text = element.textContent?.toLowerCase() ?? '';
    return words.every((word) => text.includes(word));
  };
  let hasMatch = false;
  for (const section of settings.querySelectorAll<HTMLElement>(':scope > section')) {
    const title = section.querySelector('h3');
    const isWhole = title !== null && matches(title);
    section.hidden = !matches(section);
    hasMatch ||= !section.hidden;
    /** Fields that stay as they are, because the words are not in a single field inside. */
    const wholes = new Set<Element | null | undefined>();
    for (const field of section.querySelectorAll<HTMLElement>(FIELDS)) {
      const isShown = isWhole || wholes.has(field.parentElement?.closest(FIELDS)) || matches(field);
      if (isShown && ![...field.querySelectorAll(FIELDS)].some(matches)) wholes.add(field);
      field.hidden = !isShown;
      if (field instanceof HTMLDetailsElement && words.length > 0 && isShown) field.open = true;
    }
  }
  return hasMatch;
}
