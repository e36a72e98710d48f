export { playBanner } from './banner';
export { makePlayer, makeSlicedPlayer } from './player';
