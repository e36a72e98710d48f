// words: keep
/** Draws portraits in the style of the posters from a few colors and the names of parts. */

/**
 * Parts by name, in painting order, on a canvas of 70 × 90. `S`, `D`, `H` and `T` are the colors of skin, shaded
 * skin, hair and clothes.
 */
const PARTS = {
  // Hair behind the head.
  long: '<path fill="H" d="M19 36q-2-21 16-21t16 21q-1 15 5 31H14q6-16 5-31z"/>',
  bob: '<path fill="H" d="M18 38q-2-23 17-23t17 23v14q-3 5-9 5H27q-6 0-9-5z"/>',
  bun: '<circle fill="H" cx="35" cy="12" r="7.5"/>',
  knot: '<circle fill="H" cx="50" cy="23" r="7"/>',
  tail: '<path fill="H" d="M46 20q14 4 10 24-1 8 2 14-10-1-11-14z"/>',
  curls:
    '<g fill="H"><circle cx="35" cy="19" r="11"/><circle cx="24" cy="24" r="9"/><circle cx="46" cy="24" r="9"/><circle cx="20" cy="34" r="7"/><circle cx="50" cy="34" r="7"/><circle cx="20" cy="44" r="6"/><circle cx="50" cy="44" r="6"/></g>',
  hood: '<path fill="T" d="M15 40q-2-27 20-27t20 27l5 30H10z"/>',
  // Shoulders, neck and head are always there.
  body: '<path fill="T" d="M3 92q0-21 15-26l11-4h12l11 4q15 5 15 26z"/>',
  neck: '<path fill="D" d="M28.5 48h13v13q-6.5 7-13 0z"/>',
  // Clothes.
  collar: '<path fill="#f4eee2" d="M28 60l7 8 7-8 4 4-7 10-4-5-4 5-7-10z"/>',
  tie: '<path fill="#8f1d3a" d="M32 68h6l-1.5 4 3 20h-9l3-20z"/>',
  bow: '<path fill="#8f1d3a" d="M35 69l-8-5v10zM35 69l8-5v10z"/>',
  roll: '<path fill="T" d="M26 56h18v9q-9 6-18 0z"/><path fill="#000" opacity=".18" d="M26 60h18v5q-9 6-18 0z"/>',
  ribs: '<path stroke="#000" opacity=".16" stroke-width="2" d="M16 74h38M13 81h44M11 88h48"/>',
  lapels:
    '<path fill="#000" opacity=".24" d="M28 61l7 16 7-16 7 4-14 27-14-27z"/><path fill="#f4eee2" d="M29.5 61l5.5 12 5.5-12z"/>',
  scarf:
    '<path fill="#b5483a" d="M24 57q11 8 22 0l3 8q-14 9-28 0z"/><path fill="#8f3328" d="M40 65l8 0 2 18-8-1z"/>',
  strap: '<path stroke="#5a3226" stroke-width="5" d="M20 64L52 92"/>',
  apron:
    '<path fill="#f4eee2" d="M22 72h26l4 20H18z"/><path stroke="#f4eee2" stroke-width="3" d="M24 63l-1 10M46 63l1 10"/>',
  cloth: '<path fill="#d9c9a8" d="M48 64l9 2 3 26H49z"/>',
  fur: '<path fill="#d8cdbd" d="M24 58q11 14 22 0l6 6q-17 20-34 0z"/>',
  label: '<path fill="#f4eee2" d="M40 74h16v10H40z"/><path stroke="#5a3226" d="M43 78h10M43 81h6"/>',
  pearls:
    '<path fill="none" stroke="#f4eee2" stroke-width="2.5" stroke-linecap="round" stroke-dasharray=".1 3.3" d="M27 60q8 11 16 0"/>',
  head: '<circle fill="D" cx="21.5" cy="39" r="3"/><circle fill="D" cx="48.5" cy="39" r="3"/><path fill="S" d="M22 34q0-15 13-15t13 15q0 10-3 15.5-4 7-10 7t-10-7q-3-5.5-3-15.5z"/><path fill="D" opacity=".45" d="M40 20q8 3 8 14 0 10-3 15.5-4 7-10 7 8-4 9-14 1-12-4-22.5z"/>',
  // Beards.
  stubble:
    '<path fill="H" opacity=".28" d="M22.5 40q1 17 12.5 17t12.5-17q-2 6-6 6.5-6.5-3-13 0-4-.5-6-6.5z"/>',
  beard: '<path fill="H" d="M21.5 38q0 23 13.5 23t13.5-23q-2 7.5-6 8-7.5-3-15 0-4-.5-6-8z"/>',
  goatee: '<path fill="H" d="M31.5 51h7q0 9-3.5 10-3.5-1-3.5-10z"/>',
  // Features.
  nose: '<path fill="none" stroke="D" stroke-width="1.6" stroke-linecap="round" d="M35.5 36.5q-2.5 5-2 6.5 1 1 3 .5"/>',
  smile:
    '<path fill="none" stroke="#6b2a2a" stroke-width="1.5" stroke-linecap="round" d="M30.5 48q4.5 3.5 9 0"/>',
  grin: '<path fill="#fff" stroke="#6b2a2a" stroke-width="1.2" d="M30 47.5q5 1 10 0-1 5-5 5t-5-5z"/>',
  flat: '<path stroke="#6b2a2a" stroke-width="1.5" stroke-linecap="round" d="M31.5 49h7"/>',
  smirk:
    '<path fill="none" stroke="#6b2a2a" stroke-width="1.5" stroke-linecap="round" d="M30.5 49q5 1 9-2"/>',
  worry:
    '<path fill="none" stroke="#6b2a2a" stroke-width="1.5" stroke-linecap="round" d="M31 50q4-2.5 8 0"/>',
  lips: '<path fill="#a33b48" d="M30.5 48q2.5-2.5 4.5-1 2-1.5 4.5 1-4.5 5-9 0z"/>',
  moustache: '<path fill="H" d="M26.5 47q4-5 8.5-2 4.5-3 8.5 2-5 2-8.5 0-3.5 2-8.5 0z"/>',
  blush:
    '<g fill="#d4483a" opacity=".28"><circle cx="26.5" cy="43.5" r="3"/><circle cx="43.5" cy="43.5" r="3"/></g>',
  freckles:
    '<g fill="#8a4a2a" opacity=".55"><circle cx="27" cy="42" r=".7"/><circle cx="29.5" cy="43.5" r=".7"/><circle cx="41" cy="43.5" r=".7"/><circle cx="43.5" cy="42" r=".7"/></g>',
  lines:
    '<path fill="none" stroke="D" d="M25 33q2-1.5 4-1M41 32q2-.5 4 1M26.5 44q.5 3 2 4.5M43.5 44q-.5 3-2 4.5"/>',
  eyes: '<g fill="#fff"><ellipse cx="29.5" cy="37.5" rx="2.9" ry="2.1"/><ellipse cx="40.5" cy="37.5" rx="2.9" ry="2.1"/></g><g fill="#1d1522"><circle cx="29.8" cy="37.5" r="1.7"/><circle cx="40.2" cy="37.5" r="1.7"/></g>',
  lids: '<path fill="D" d="M26.4 37.5q0-3 3.1-3t3.1 3zM37.4 37.5q0-3 3.1-3t3.1 3z"/>',
  brows:
    '<path fill="none" stroke="H" stroke-width="1.9" stroke-linecap="round" d="M26 33.5q3-2 6.5-.5M37.5 33q3.5-1.5 6.5 .5"/>',
  stern:
    '<path fill="none" stroke="H" stroke-width="2.2" stroke-linecap="round" d="M25.5 32l7 2.2M44.5 32l-7 2.2"/>',
  raised:
    '<path fill="none" stroke="H" stroke-width="1.9" stroke-linecap="round" d="M26 33.5q3-1.5 6.5-.3M37.5 31q3.5-2.5 6.5 .3"/>',
  timid:
    '<path fill="none" stroke="H" stroke-width="1.9" stroke-linecap="round" d="M26 34l6-2.2M44 34l-6-2.2"/>',
  glasses:
    '<g fill="#fff" fill-opacity=".16" stroke="#2a2130" stroke-width="1.3"><circle cx="29.3" cy="38" r="5"/><circle cx="40.7" cy="38" r="5"/><path d="M34.3 37.5q.7-.6 1.4 0M22 37l2.3 .4M48 37l-2.3 .4"/></g>',
  cord: '<path fill="none" stroke="#c9a24a" d="M22 40q-4 16 3 28M48 40q4 16-3 28"/>',
  loupe:
    '<circle cx="40.5" cy="37.5" r="5.6" fill="#2a2130"/><circle cx="40.5" cy="37.5" r="3.6" fill="#9fc4cf"/><path stroke="#2a2130" d="M46 36l4-4"/>',
  // Hair in front.
  crop: '<path fill="H" d="M21 36q-3-20 14-20t14 20q-1-5-2-8-5-3.5-12-3.5T23 28q-1 3-2 8z"/>',
  part: '<path fill="H" d="M20.5 37q-3-21 15-21 16 0 14 21-1.5-9-7-12.5-9 4-17 0-4 4-5 12.5z"/>',
  swept: '<path fill="H" d="M21 37q-4-17 9-21 14-4 20 6 3 6-1 15-1-7-4-10-10 1-15-4-7 4-9 14z"/>',
  fringe: '<path fill="H" d="M20.5 37q-3-21 14.5-21t14.5 21q-1.5-5-3.5-7-11 2.5-22 0-2 2-3.5 7z"/>',
  parted: '<path fill="H" d="M20 41q-3-25 15-25t15 25q-2-11-15-19-13 8-15 19z"/>',
  mop: '<path fill="H" d="M19 37q-4-12 5-18 2-6 10-4 6-5 11 1 8 2 7 12 0 5-3 9-1-6-4-8-5 2-9-1-6 3-11 0-4 4-6 9z"/>',
  tufts: '<path fill="H" d="M21 30q-5 5-1 13 2-5 2-13zM49 30q5 5 1 13-2-5-2-13z"/>',
  // On the head.
  veil: '<path fill="T" d="M15 44q-4-31 20-31t20 31l4 24-12 3q4-18 1-33-3-12-13-12T22 38q-3 15 1 33l-12-3z"/><path fill="#f4eee2" d="M21.5 38q0-16 13.5-16t13.5 16q-2-9-13.5-9t-13.5 9z"/>',
  captain:
    '<path fill="#1f2a44" d="M17 24q0-13 18-13t18 13q-18-5-36 0z"/><path fill="#12182a" d="M20 24q15-5 30 0l2 4q-17-5-34 0z"/><circle fill="#e0b04a" cx="35" cy="18" r="2.6"/>',
  cap: '<path fill="#4b4a58" d="M18 27q-2-14 17-14t17 14q-17-4-34 0z"/><path fill="#35343f" d="M18 27q14-4 26-1l12 3q-20 1-38 2z"/>',
  beanie: '<path fill="#b5483a" d="M19 30q-1-19 16-19t16 19z"/><path fill="#8f3328" d="M18 26h34v6H18z"/>',
  chaperon:
    '<path fill="#5b2b4d" d="M16 26q0-15 19-15t19 15q3 2 1 5-20-5-40 0-2-3 1-5z"/><path fill="#43203a" d="M52 24q10 4 6 20-3-8-7-12z"/>',
  hat: '<path fill="#2b2430" d="M22 24q0-15 13-15t13 15z"/><path fill="#8f1d3a" d="M21.5 21h27v4h-27z"/><path fill="#2b2430" d="M11 26q24-6 48 0-24 5-48 0z"/>',
  peaked:
    '<path fill="#7a1f35" d="M20 25q0-13 15-13t15 13z"/><path fill="#e0b04a" d="M20 22h30v3H20z"/><path fill="#2a1018" d="M20 25h30l2 4q-17-3-34 0z"/>',
  ribbon: '<path fill="#d8a13a" d="M20 26q15-9 30 0l-1 3q-14-8-28 0z"/>',
  tools:
    '<path stroke="#e0b04a" stroke-width="2.2" stroke-linecap="round" d="M51 42l5-16M48 40l2-18"/><path stroke="#c9c1d1" stroke-width="1.2" d="M56 26l1-5M50 22l.6-5"/>',
  feather: '<path fill="#e8dcc0" d="M47 20q12-14 14-12 0 10-12 14z"/>',
  earring: '<circle fill="#e0b04a" cx="21" cy="44.5" r="1.8"/>',
} as const;

type Part = keyof typeof PARTS;
const ALWAYS: readonly Part[] = ['body', 'neck', 'head', 'nose', 'eyes'];

/** Background, skin, hair and clothes as hex colors without `#`, then the names of parts. */
export type FaceSpec = `${string} ${string} ${string} ${string} ${string}`;

/** Returns the portrait as an SVG document. */
export function drawFace(spec: FaceSpec): string {
  const [back = '', skin = '', hair = '', clothes = '', ...names] = spec.split(' ');
  const chosen = new Set<string>([...ALWAYS, ...names]);
  const colors: Record<string, string> = { S: skin, D: shade(skin), H: hair, T: clothes };
  const parts = Object.entries(PARTS).flatMap(([name, shape]) => (chosen.has(name) ? [shape] : []));
  const shapes = parts.join('').replace(/"([SDHT])"/g, (_, color) => `"#${colors[color]}"`);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 90" width="280" height="360">' +
    `<path fill="#${back}" d="M0 0h70v90H0z"/><circle fill="#fff" opacity=".1" cx="35" cy="36" r="29"/>${shapes}</svg>`
  );
}

/** Darkens a hex color by a fifth. */
const shade = (hex: string): string =>
  [0, 2, 4]
    .map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * 0.8))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('');
