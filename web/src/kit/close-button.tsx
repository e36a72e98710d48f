import { X } from 'lucide';
import { Icon } from './icon';

/** The cross in the head of a dialog. */
export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" class="plain icon-button" aria-label="Close" onClick={onClose}>
    <Icon of={X} />
  </button>
);
