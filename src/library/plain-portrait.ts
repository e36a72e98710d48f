import { encode } from 'fast-png';

export const plainPortrait = (): Uint8Array =>
  encode({
    width: 400,
    height: 600,
    data: new Uint8Array(50 * 600),
    depth: 1,
    channels: 1,
    palette: [[72, 64, 84]],
  });
