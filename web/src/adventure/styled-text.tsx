import type { ComponentChildren } from 'preact';
import type { Styles } from './fold-adventure';
import './styled-text.css';

/**
 * Renders a text in its story's styles. Words stay whole and in order, so screen readers read the plain text. Colors
 * come from the theme, for contrast.
 *
 * @param from number of characters cut from the start of the styled text
 */
export function StyledText({ text, styles, from = 0 }: { text: string; styles: Styles; from?: number }) {
  if (styles.length === 0) return <>{text}</>;
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const run of styles) {
    const [start, end] = [run.start - from, run.end - from].map((edge) =>
      Math.min(Math.max(edge, at), text.length),
    );
    if (start === undefined || end === undefined || end <= start) continue;
    parts.push(
      text.slice(at, start),
      <span key={start} class={styleClasses(run)}>
        {text.slice(start, end)}
      </span>,
    );
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

function styleClasses({ bold, italic, fixed, reverse, colour, background }: Styles[number]): string {
  return [
    bold && 'is-bold',
    italic && 'is-italic',
    fixed && 'is-fixed',
    reverse && 'is-reverse',
    colour && `ink-${colour}`,
    background && `paper-${background}`,
  ]
    .filter(Boolean)
    .join(' ');
}
