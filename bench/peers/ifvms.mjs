/** Plays a story in ifvms, whose compiler needs `new Function` and so cannot run in a Worker. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ZVM } = require('ifvms');
const GlkOte = require('glkote-term/src/glkote-term.js');

/** A screen that keeps the text of the last turn. */
class Screen extends GlkOte {
  text = '';
  #window = null;

  update_windows(windows) {
    this.#window = windows.find(({ type }) => type === 'buffer') ?? this.#window;
  }

  update_content(windows) {
    const lines = windows.filter(({ id }) => id === this.#window.id).flatMap(({ text }) => text ?? []);
    // Runs of text alternate with the names of their styles.
    for (const { content = [] } of lines)
      this.text += `${content.filter((_, at) => at % 2 === 1).join('')}\n`;
  }

  cancel_inputs() {}
  update_inputs() {}

  play(command) {
    this.text = '';
    this.send_response('line', this.#window, command);
    return this.text;
  }
}

/**
 * @param {Uint8Array} story
 * @returns {(command: string) => string} plays a command and returns the story's text
 */
export function openStory(story) {
  // A loaded Glk plays one story.
  const path = require.resolve('glkote-term/src/glkapi.js');
  delete require.cache[path];
  const Glk = require(path);
  const vm = new ZVM();
  const screen = new Screen();
  const options = { vm, Glk, GlkOte: screen, Dialog: { streaming: true } };
  vm.prepare(story, options);
  Glk.init(options);
  return (command) => screen.play(command);
}
