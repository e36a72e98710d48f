import { renderUnicodeCompact } from 'uqr';

/**
 * Draws a QR code for a terminal with light letters on a dark ground, two rows of it in each line; cameras read it the other
 * way round, too.
 *
 * @param {string} text
 * @returns {string}
 */
export const drawQr = (text) => renderUnicodeCompact(text, { border: 2 });
