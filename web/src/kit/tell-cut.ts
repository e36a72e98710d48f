import { showToast } from './toast';

/** Says so when a browser cuts a text that is pasted or dropped, because the field takes no more. */
export function tellCutTexts(): void {
  document.addEventListener('beforeinput', (event) => {
    const { target, data, dataTransfer } = event;
    if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
    const pasted = data ?? dataTransfer?.getData('text/plain') ?? '';
    const { maxLength: most, value, selectionStart, selectionEnd } = target;
    const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const excess = value.length - replaced + pasted.length - most;
    if (most < 0 || pasted.length < 2 || excess <= 0) return;
    showToast({ text: `This field takes ${most} characters. The last ${excess} were left out.` });
  });
}
