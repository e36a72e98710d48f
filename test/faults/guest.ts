import { pick } from '../../bench/output/random';
import type { JsonObject } from '../../src/base/json';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { NoteWritten } from '../../src/contract/seats';
import type { Ask, Person } from '../support/person';
import type { Acknowledged } from '../support/transcripts';
import { type Diary, pause, Refusal } from './insist';

const PING_MS = 1_000;
const PONG_WITHIN_MS = 4_000;
const ANSWER_WITHIN_MS = 3_000;

/** A person who reconnects after every lost socket, and talks until the end of the storm. */
export class Guest {
  readonly person: Person;
  readonly kept: Acknowledged[] = [];
  sockets = 0;
  readonly #insist: Ask;
  readonly #diary: Diary;
  readonly #random: () => number;
  #here = true;
  #ponged = 0;
  #said = 0;
  #answered: ((message: JsonObject) => void) | null = null;

  constructor(person: Person, insist: Ask, diary: Diary, random: () => number) {
    this.person = person;
    this.#insist = insist;
    this.#diary = diary;
    this.#random = random;
    person.onMessage = (message) => {
      if (message.type === 'pong') this.#ponged = Date.now();
      if (typeof message.ref === 'string') this.#answered?.(message);
    };
  }

  /** Keeps a socket open until the guest leaves; replaces one that does not answer. */
  async stay(): Promise<void> {
    while (this.#here) {
      try {
        await this.person.connect(8_000);
        this.sockets += 1;
        this.#ponged = Date.now();
        while (this.#here && this.person.socket !== null) {
          this.person.send({ type: 'ping' });
          await pause(PING_MS);
          if (Date.now() - this.#ponged > PONG_WITHIN_MS) this.person.cut();
        }
      } catch (error) {
        if (error instanceof Refusal) throw error;
        this.#diary.note(`a socket did not open: ${error instanceof Error ? error.message : String(error)}`);
        await pause(100 + this.#random() * 400);
      }
    }
  }

  leave(): void {
    this.#here = false;
    this.person.leave();
  }

  /** Sends lines, whispers and notes, one after the other, each until it is acknowledged. */
  async talk(isOver: () => boolean, others: readonly string[]): Promise<void> {
    const { room, at, name } = this.person;
    while (!isOver()) {
      this.#said += 1;
      const text = `${name}, number ${this.#said}, in ${room}.`;
      const kind = this.#random();
      if (kind < 0.15) {
        const note = await this.#insist<NoteWritten>(at, 'POST', `${room}/notes`, { text });
        this.kept.push({ text, inputSeq: note.seq });
      } else {
        const whisper = kind < 0.3 ? { whisper: true, to: [pick(this.#random, others)] } : {};
        const turn = { type: 'user', text, ...whisper };
        const way = pick(this.#random, ['socket', 'socket', 'turns', 'turns?wait=1']);
        const { inputSeq } =
          way === 'socket'
            ? await this.#tell(turn)
            : await this.#insist<TurnAccepted>(at, 'POST', `${room}/${way}`, turn);
        this.kept.push({ text, inputSeq });
      }
      await pause(300 + this.#random() * 1_500);
    }
  }

  /** Sends it over the current socket, with one idempotency key, until it is acknowledged. */
  async #tell(input: JsonObject): Promise<{ inputSeq: number }> {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < 200; tries += 1) {
      const answered = new Promise<JsonObject | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
        this.#answered = (message) => {
          if (message.ref !== key) return;
          clearTimeout(timer);
          resolve(message);
        };
      });
      if (this.person.send({ type: 'turn', ref: key, key, input })) {
        const answer = await answered;
        if (answer?.type === 'accepted') return { inputSeq: Number(answer.inputSeq) };
        if (answer === null) this.#diary.note('a line over a socket had no answer');
        else this.#diary.wrong.push(`a line over a socket: ${JSON.stringify(answer).slice(0, 300)}`);
      }
      await pause(200 + this.#random() * 300);
    }
    throw new Error('a line over a socket had no answer, however often it was sent');
  }
}
