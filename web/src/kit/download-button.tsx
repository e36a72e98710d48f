import { useState } from 'preact/hooks';
import { download, type PageProblem } from '../api/api';

/** Saves a file of the API; shows the problem when it fails. */
export function DownloadButton(props: {
  path: string;
  fallbackName: string;
  label: string;
  accept?: string;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const reply = await download(props.path, props.fallbackName, props.accept);
    setBusy(false);
    props.onProblem(reply.ok ? null : reply.problem);
  };
  return (
    <button type="button" disabled={busy} onClick={() => void save()}>
      {busy ? 'Preparing…' : props.label}
    </button>
  );
}
