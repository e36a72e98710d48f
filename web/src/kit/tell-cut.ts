import { showToast } from './toast';

/** Says so when a browser cuts a text that is addition or dropped, because the field takes no more. */
export function tellCutTexts(): void {
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
