/** Plays stories: see the README. */
export { playBanner } from './banner';
export { makePlayer, makeSlicedPlayer } from './player';
