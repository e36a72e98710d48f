import { renderUnicodeCompact } from 'uqr';

/**
 * Draws a QR code for a terminal with light letters on a dark ground, two rows of it in each line; cameras read it the other
 * way round, too.
 */
export const drawQr = (text: string): string => renderUnicodeCompact(text, { border: 2 });
