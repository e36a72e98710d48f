import { useEffect, useState } from 'preact/hooks';
import { copyText } from './copy-text';

const SHOWN_MS = 2000;

/** Copies a text and says so for a moment, in the words of `done`. */
export function CopyButton(props: { text: () => string; label: string; done?: string; class?: string }) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = window.setTimeout(() => setResult(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [result]);
  const copy = async () => setResult((await copyText(props.text())) ? 'copied' : 'refused');
  return (
    <button type="button" class={props.class} onClick={() => void copy()}>
      <span aria-live="polite">
        {result === null ? props.label : result === 'copied' ? (props.done ?? 'Copied') : 'Could not copy'}
      </span>
    </button>
  );
}
