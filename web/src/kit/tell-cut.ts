import { showToast } from './toast';

/** Notifies when a browser truncates typed or pasted text because of the field's limit. */
export function markTruncatedTexts(): void {
  document.addEventListener('beforeinput', (event) => {
    const { target, data, dataTransfer } = event;
    if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
    const addition = data ?? dataTransfer?.getData('text/plain') ?? '';
    const { maxLength: most, value, selectionStart, selectionEnd } = target;
    const selection = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const excess = value.length - selection + addition.length - most;
    if (most < 0 || addition.length < 2 || excess <= 0) return;
    showToast({ text: `Limit: ${most} characters. The last ${excess} were removed.` });
  });
}
