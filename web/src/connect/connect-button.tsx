import type { ComponentChildren } from 'preact';
import { credentialFor, readKey } from '../api/credentials';
import { useStage } from '../api/use-stage';

/** Fired on `window` to open the dialog. */
export const CONNECT = 'proscenium:connect';
/** Fired on `window` when the default model of new rooms has changed. */
export const MODEL_CHANGED = 'proscenium:model-changed';

/** True if this browser is the owner here and can change models; false for guests on a seat. */
export function useMayConnect(): boolean {
  const { visitor } = useStage() ?? {};
  const credential = credentialFor(location.hash.slice(1));
  return credential === null ? visitor?.owner === true : credential === readKey();
}

/** Opens the dialog that connects a model. Hidden from guests. */
export function ConnectButton(props: { class?: string; children?: ComponentChildren }) {
  if (!useMayConnect()) return null;
  return (
    <button type="button" class={props.class ?? ''} onClick={() => window.dispatchEvent(new Event(CONNECT))}>
      {props.children ?? 'Connect a model'}
    </button>
  );
}
