import { renderUnicodeCompact } from 'uqr';

/** Draws a QR code for a dark terminal with light letters, two rows per line; cameras also read inverted codes. */
export const drawQr = (text: string): string => renderUnicodeCompact(text, { border: 2 });
