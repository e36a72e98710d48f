/**
 * Claims as plain sentences, and back. A definition is one or more claims; each begins with a sentence of its own,
 * and what follows it in sentences that begin with `It` or `Seen` belongs to it.
 */
export { readClaims } from './read';
export { countCells, listColours, sorted, writeClaims, writeShift } from './write';
