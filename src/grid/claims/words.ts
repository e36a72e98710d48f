/**
 * Writes claims as plain sentences and reads them back. A definition is one or more claims; each begins with its own
 * sentence, and the sentences that follow it with `It` or `Seen` belong to it.
 */
export { readClaims } from './read';
export { listColours, sorted, writeClaims, writeShift } from './write';
