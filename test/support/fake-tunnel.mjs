/**
 * A program that behaves like a tunnel client, well or badly:
 *
 *   node fake-tunnel.mjs <how> [address] [file]
 *
 * `good` prints its address in pieces among other addresses and stays; `dies` ends on SIGUSR2; `silent`
 * prints no address; `refused` prints the address that it could not reach, and ends; `stubborn` is silent and
 * ignores SIGTERM. `silent` and `stubborn` create the file once they have printed everything and handle
 * signals.
 */
import { writeFileSync } from 'node:fs';

const [how, address = 'https://quiet-fox.trycloudflare.com', file] = process.argv.slice(2);
const stay = setInterval(() => {}, 60_000);
const say = (text) => process.stderr.write(text);

// Register before the tunnel opens, so that a test that waits for that can end it.
if (how === 'dies') process.once('SIGUSR2', () => process.exit(3));
if (how === 'good' || how === 'dies') {
  say(
    '\u001b[90mThank you for trying Cloudflare Tunnel: https://developers.cloudflare.com/cloudflare-one\u001b[0m\n',
  );
  say(
    'Terms: https://www.cloudflare.com/website-terms/. Requesting new quick Tunnel on trycloudflare.com...\n|  ',
  );
  const pieces = [address.slice(0, 12), address.slice(12, 20), `${address.slice(20)}  |\n`];
  for (const piece of pieces) {
    say(piece);
    await new Promise((done) => setTimeout(done, 20));
  }
}
if (how === 'silent' || how === 'stubborn') say('Working on it. See https://example.com/help for help.\n');
if (how === 'stubborn') process.on('SIGTERM', () => say('no\n'));
if (file !== undefined && (how === 'silent' || how === 'stubborn')) writeFileSync(file, '');
if (how === 'refused') {
  say(
    'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: no such host\n',
  );
  clearInterval(stay);
  process.exitCode = 1;
}
