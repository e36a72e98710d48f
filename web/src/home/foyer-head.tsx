import type { ComponentChildren } from 'preact';
import './foyer.css';

/** The header: a curtain, the site's name, and the main actions. */
export function FoyerHead({
  title = 'Stories and games, played by AI (and you)',
  lead,
  children,
}: {
  title?: string;
  lead: string;
  children?: ComponentChildren;
}) {
  return (
    <section class="foyer-head">
      <svg class="arch" viewBox="0 0 800 240" preserveAspectRatio="none" aria-hidden="true">
        <path class="curtain-back" d="M0 0h800v240H0z" />
        <path class="curtain-side" d="M0 0h150Q140 130 0 214zM800 0H650q10 130 150 214z" />
        <path
          class="curtain-fold"
          d="M34 0q6 110-34 166M74 0q2 110-74 184M112 0Q104 118 0 202M766 0q-6 110 34 166M726 0q-2 110 74 184M688 0q8 118 112 202"
        />
        <path
          class="curtain-swag"
          d="M0 0h800v20q-50 34-100 8-50 30-100 0-50 30-100 0-50 30-100 0-50 30-100 0-50 30-100 0-50 30-100 0-50 26-100-8z"
        />
      </svg>
      <div class="foyer-words">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {children}
      </div>
    </section>
  );
}
