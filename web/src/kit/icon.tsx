import { createElement } from 'preact';

/** Holds the shapes of an icon in a square of 24, as `lucide` exports them. */
export type IconShapes = readonly (readonly [
  tag: string,
  attributes: Record<string, string | number | undefined>,
])[];

/** An icon in the color and size of the adjacent text. It has no accessible name: the button is labeled. */
export function Icon({ of, class: more }: { of: IconShapes; class?: string }) {
  return (
    <svg
      class={more ? `icon ${more}` : 'icon'}
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes], i) => createElement(tag, { key: i, ...attributes }))}
    </svg>
  );
}
