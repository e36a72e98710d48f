import { LANGUAGE } from '../../words/languages';

export const canReadAloud = 'speechSynthesis' in globalThis;

/** True while this page reads a line aloud. */
export const isReadingAloud = (): boolean => canReadAloud && speechSynthesis.speaking;

/** Stops reading. */
export const stopReading = (): void => speechSynthesis.cancel();

/**
 * Reads a line aloud, with a voice of the browser for the page's language. A speaker always has the same one, as far as there are
 * enough.
 */
export function readAloud(speaker: string, text: string): void {
  const all = speechSynthesis.getVoices();
  const fitting = all.filter(({ lang }) => lang.toLowerCase().startsWith(LANGUAGE));
  const voices = fitting.length > 0 ? fitting : all;
  const speech = new SpeechSynthesisUtterance(text.replace(/[*_`#>]+/g, ''));
  const sum = [...speaker].reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7);
  speech.voice = voices[Math.abs(sum) % Math.max(1, voices.length)] ?? null;
  speech.lang = speech.voice?.lang ?? LANGUAGE;
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
}
