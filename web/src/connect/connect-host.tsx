import { useEffect, useState } from 'preact/hooks';
import { lazyPage } from '../lazy-page';
import { CONNECT } from './connect-button';

const ConnectDialog = lazyPage(() => import('./connect-dialog').then((page) => page.ConnectDialog));

/** The place of the dialog, once per page. */
export function ConnectHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    const close = () => setOpen(false);
    window.addEventListener(CONNECT, open);
    // The dialog is about the page that opened it.
    window.addEventListener('hashchange', close);
    return () => {
      window.removeEventListener(CONNECT, open);
      window.removeEventListener('hashchange', close);
    };
  }, []);
  return isOpen ? <ConnectDialog onClose={() => setOpen(false)} /> : null;
}
