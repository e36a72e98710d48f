/** Number of colors for people; more people reuse them. */
export const HUES = 24;

/** The golden angle keeps neighboring colors far apart. The web pages use the same. */
const GOLDEN = 137.508;
const hues = Array.from(
  { length: HUES },
  (_, n) => `.h${n} { --hue: ${Math.round((n * GOLDEN + 20) % 360)}; }`,
).join('\n');

/**
 * The style of a conversation as a page (`STORY_PAGE`). Light and dark mode follow the reader's system, print
 * is always light, and the fonts are the reader's own.
 */
export const STORY_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#251d2b, #efe8ef); --paper: light-dark(#f7f2e9, #15111a);
  --quiet: light-dark(#665a68, #afa3b5); --line: light-dark(#ddd0bd, #3a3144); --accent: light-dark(#8f1d3a, #f191a6);
  --story: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "Liberation Serif", Georgia, serif; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1.25rem 4rem; max-width: 40rem; color: var(--ink); background: var(--paper);
  font: 112.5%/1.6 var(--story); overflow-wrap: break-word; }
p, ul, h1, h2 { margin: 0; }
${hues}
.faces { position: absolute; }
header { display: grid; gap: 1.5rem; justify-items: center; min-height: 100vh; align-content: center;
  padding: 4rem 0; text-align: center; }
h1 { font-size: clamp(2rem, 8vw, 3.25rem); font-weight: 600; line-height: 1.1; text-wrap: balance; }
h1::after { content: ""; display: block; width: 5rem; margin: 1.25rem auto 0; border-top: 3px double var(--accent); }
.kicker, .days, .quiet, .part, .how, time, footer { color: var(--quiet); font-size: .85rem; }
.kicker, h2 { font-size: .85rem; font-weight: 400; letter-spacing: .14em; text-transform: uppercase; }
.scenario { max-width: 32rem; font-style: italic; }
.scenario em { font-style: normal; }
.scenario p + p, .words p + p { margin-top: .7em; }
header section { display: grid; gap: 1rem; justify-items: center; width: 100%; }
.cast { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem 2rem;
  width: 100%; padding: 0; list-style: none; text-align: left; }
.cast li { display: flex; gap: .8rem; align-items: center; line-height: 1.35; }
.about { font-size: .88rem; color: var(--quiet); }
.face { flex: none; display: inline-grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 50%;
  overflow: hidden; color: #fff; background: oklch(0.48 0.13 var(--hue)); font-size: 1.4rem; }
.name { font-weight: 600; color: light-dark(oklch(0.43 0.13 var(--hue)), oklch(0.82 0.1 var(--hue))); }
.round { display: flex; align-items: center; gap: 1rem; margin: 2.75rem 0 1.5rem; color: var(--quiet); }
.round::before, .round::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.line { margin: 1.25rem 0; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; }
.who .face { width: 1.75rem; height: 1.75rem; font-size: .85rem; }
time { margin-left: auto; font-size: .75rem; }
.whisper { padding-left: 1rem; border-left: 2px dashed var(--line); }
.whisper .words { font-style: italic; }
.whisper em { font-style: normal; }
.narrator { text-align: center; font-style: italic; color: var(--quiet); }
.narrator em { font-style: normal; }
.narrator .who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.judge { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
footer { margin-top: 4rem; text-align: center; }
footer::before { content: ""; display: block; width: 5rem; margin: 0 auto 1.25rem; border-top: 3px double var(--accent); }
@media print {
  :root { color-scheme: light; --paper: #fff; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  header { break-after: page; }
  time { display: none; }
  .round, .who { break-after: avoid; }
  .line { break-inside: avoid; }
  .face { print-color-adjust: exact; }
}
`;
