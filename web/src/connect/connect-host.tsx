import { useEffect, useState } from 'preact/hooks';
import { lazyPage } from '../lazy-page';
import { CONNECT } from './connect-button';

const ConnectDialog = lazyPage(() => import('./connect-dialog').then((page) => page.ConnectDialog));

/** The place of the dialog, once per page. */
export function ConnectHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(CONNECT, open);
    return () => window.removeEventListener(CONNECT, open);
  }, []);
  return isOpen ? <ConnectDialog onClose={() => setOpen(false)} /> : null;
}
