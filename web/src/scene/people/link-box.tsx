import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../kit/copy-button';
import { QrCode } from '../../kit/qr-code';

interface LinkBoxProps {
  id: string;
  link: string;
  /** The field's label: what to do with the link. */
  label: ComponentChildren;
  /** Shown next to the copy button. */
  children?: ComponentChildren;
}

/** A link to share: to copy, and as a QR code. */
export function LinkBox({ id, link, label, children }: LinkBoxProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <div class="row">
        <input id={id} readOnly value={link} onFocus={(focused) => focused.currentTarget.select()} />
        <CopyButton class="primary" label="Copy link" text={() => link} />
        {children}
      </div>
      <details>
        <summary>Show QR code for phones</summary>
        <QrCode text={link} label="QR code of the link" />
      </details>
    </>
  );
}

/** Returns the URL of an invitation's page. */
export const invitationLink = (origin: string, invitation: string): string =>
  `${origin}${location.pathname}#/join?invitation=${invitation}`;
