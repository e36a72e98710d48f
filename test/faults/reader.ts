import type { Event } from '../../src/contract/events/events';
import { makeClient } from '../support/api-client';
import type { Credential } from '../support/person';
import { type Diary, pause } from './insist';

/** A reader of a room over Server-Sent Events, who reconnects with the last id. */
export class Reader {
  readonly at: Credential;
  readonly name = 'the reader of the stream';
  readonly heard: Event[] = [];
  readonly #room: string;
  readonly #diary: Diary;
  #here = true;

  constructor(at: Credential, room: string, diary: Diary) {
    this.at = at;
    this.#room = room;
    this.#diary = diary;
  }

  get last(): number {
    return this.heard.at(-1)?.seq ?? 0;
  }

  async stay(): Promise<void> {
    const client = makeClient(this.at.url, this.at.key ?? '');
    while (this.#here) {
      try {
        for await (const event of client.follow(this.#room, this.last)) {
          this.heard.push(event);
          if (!this.#here) return;
        }
      } catch {
        this.#diary.note('a stream was given up, and begun again');
        await pause(500);
      }
    }
  }

  leave(): void {
    this.#here = false;
  }
}
