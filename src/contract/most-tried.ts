/** Moves that may be tried in a row from a frame. Alone here, as the pages know it too and load no schemas. */
export const MOST_TRIED = 200;
