import type { ComponentChildren } from 'preact';
import { Icon, type IconShapes } from './icon';

/** Takes the place of an empty list: a picture, what to do, and one button. */
export function EmptyNote(props: { icon: IconShapes; text: string; children?: ComponentChildren }) {
  return (
    <div class="empty-note">
      <Icon of={props.icon} />
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}
