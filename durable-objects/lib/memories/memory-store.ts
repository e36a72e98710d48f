import { cutAtLetter } from '../../../src/base/fold-text';
import {
  type AddMemory,
  type ChangeMemory,
  type InheritRequest,
  MAX_PINNED,
  type Memory,
  type MemoryQuery,
  type RecallRequest,
  type Recollection,
  type RememberRequest,
  type ReviseRequest,
  type WrittenMemory,
} from '../../../src/contract/memories';
import { fail, ok, type Result } from '../../../src/contract/problems';
import {
  type Candidate,
  COMMON,
  nameBoost,
  queryWords,
  rarity,
  splitWords,
} from '../../../src/scene/recall/memory';
import { cosine } from '../../../src/scene/recall/vectors';
import { readMeta, writeMeta } from '../room/schema';

/** The world's tables, as append-only migrations. */
export const WORLD_MIGRATIONS: readonly string[] = [
  `CREATE TABLE memories (
     id INTEGER PRIMARY KEY,       -- rises with every memory
     tick INTEGER NOT NULL,        -- number of the write: all memories of a round of a scene have the same
     character TEXT NOT NULL,
     scene TEXT NOT NULL,
     root TEXT NOT NULL,           -- the scene that began the line of forks: branches of a story share it
     round INTEGER NOT NULL,
     text TEXT NOT NULL,
     boost REAL NOT NULL,
     at TEXT NOT NULL,
     embedding BLOB                -- packed by src/scene/recall/vectors.ts; null until it is known
   );
   CREATE UNIQUE INDEX one_a_round ON memories (scene, round, character);
   CREATE INDEX by_character ON memories (character, id);
   CREATE INDEX unembedded ON memories (id) WHERE embedding IS NULL;
   -- Words as src/scene/recall/memory.ts folds them. Whose memory it is is a word too, so that a search reads no others;
   -- it has no weight in the rank.
   CREATE VIRTUAL TABLE words USING fts5 (who, what, content = '', contentless_delete = 1, tokenize = 'porter unicode61');
   INSERT INTO words (words, rank) VALUES ('rank', 'bm25(0.0, 1.0)');`,
  // 1: copied by a fork. Only the fork recalls it; other scenes recall the original.
  'ALTER TABLE memories ADD COLUMN inherited INTEGER NOT NULL DEFAULT 0;',
  // origin: generated (from lines), edited or added (by an owner). An edited memory with empty text was
  // deleted.
  `ALTER TABLE memories ADD COLUMN origin TEXT NOT NULL DEFAULT 'generated';
   ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
   DROP INDEX one_a_round;
   CREATE UNIQUE INDEX one_a_round ON memories (scene, round, character) WHERE origin <> 'added';
   CREATE INDEX pinned ON memories (character, id) WHERE pinned = 1;`,
  // By default up to 16 index segments pile up, and a search looks each of its words up in all of them.
  "INSERT INTO words (words, rank) VALUES ('crisismerge', 3);",
];

/** Maximum memories per world; beyond it, evict old ones with low boost. */
export const MAX_MEMORIES = 20_000;
/** Evict in batches, so it happens rarely: how many to evict, and from how many of the oldest. */
const EVICT = 500;
const OLDEST = 2000;
/** Maximum candidates per character: by words, and by embedding (newest first). */
const BY_WORDS = 40;
const BY_MEANING = 500;
const NEAREST = 40;
const MAX_TEXT = 8000;
const WRITTEN_PAGE = 200;

type Row = Omit<Candidate, 'rank' | 'similarity'> & { rank: number | null; embedding: ArrayBuffer | null };
const COLUMNS = 'm.id, m.scene, m.round, m.text, m.boost, m.tick, m.embedding, m.origin';
const LISTED = 'id, character, scene, round, text, at, pinned, origin';

/** SQL condition for memories that the scene may recall in this round; `?2` is the request as JSON. */
const VISIBLE = `CASE
  WHEN m.scene = ?2 ->> 'scene' THEN m.origin = 'added' OR (
    m.round < iif(m.pinned, ?2 ->> 'round', ?2 ->> 'until') AND NOT EXISTS (
      SELECT 1 FROM json_each(?2, '$.forget') f WHERE m.round BETWEEN f.value ->> 0 AND f.value ->> 1))
  ELSE m.root <> ?2 ->> 'root' AND m.inherited = 0
  END`;

type AddedMemory = Pick<Memory, 'character' | 'scene' | 'round' | 'text' | 'at'> & {
  tick: number;
  root: string;
  /** Another scene of this world has the original. */
  isCopy: boolean;
  /** JSON list of scenes that may have the same memory with its embedding. */
  ancestors: string;
};

/** SQLite storage of one world's memories. Ranking is in src/scene/recall/memory.ts. */
export class MemoryStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Call it inside a transaction: it deletes, replaces and adds. */
  write({ scene, seq, at, round, lineage = [], forget, memories }: RememberRequest): void {
    const key = writtenKey(scene);
    if (seq <= Number(readMeta(this.#sql, key) ?? '0')) return;
    writeMeta(this.#sql, key, String(seq));
    for (const [first, last] of forget)
      this.#remove("scene = ? AND round BETWEEN ? AND ? AND origin <> 'added'", scene, first, last);
    const tick = this.tick() + 1;
    const root = rootId(scene, lineage);
    const textsByCharacter = new Map(memories.map(({ character, text }) => [character, text]));
    for (const [character, text] of textsByCharacter)
      this.#add({ tick, character, scene, root, round, text, at, isCopy: false, ancestors: '[]' });
    this.#count(textsByCharacter.size);
    if (this.count() > MAX_MEMORIES) this.#evict();
  }

  /**
   * Adds the memories of a fork or a restored scene and keeps existing ones. Call it inside a transaction.
   * The memories of a fork are copies. Those of a restored scene are copies only if one of its ancestors has
   * memories in this world; after a restore into another tenant they are the originals.
   */
  inherit({ scene, lineage, memories, isRestored = false }: InheritRequest): void {
    const ancestors = JSON.stringify(lineage.map((ancestor) => ancestor.scene));
    const remembering = new Set(
      this.#sql
        .exec<{ scene: string }>(
          `SELECT value AS scene FROM json_each(?) l
           WHERE EXISTS (SELECT 1 FROM memories m WHERE m.scene = l.value AND m.origin <> 'added')`,
          ancestors,
        )
        .toArray()
        .map((row) => row.scene),
    );
    const root = rootId(scene, lineage);
    let tick = this.tick();
    let lastRound = -1;
    const newMemories = memories.filter((memory) => {
      const { round } = memory;
      const isCopy = !isRestored || lineage.some((one) => round <= one.upTo && remembering.has(one.scene));
      // A copy is not new, so it must not age the memories of other scenes.
      if (!isCopy && round !== lastRound) tick += 1;
      lastRound = round;
      return this.#add({ ...memory, tick: Math.max(1, tick), scene, root, isCopy, ancestors });
    });
    this.#count(newMemories.length);
    for (const ancestor of lineage) this.#copyWritten(ancestor, { scene, root });
    if (this.count() > MAX_MEMORIES) this.#evict();
  }

  /** Copies an ancestor's added, edited and pinned memories to a fork, up to the round of the fork. */
  #copyWritten(ancestor: { scene: string; upTo: number }, fork: { scene: string; root: string }): void {
    const rows = this.#sql
      .exec<ListedRow>(
        `SELECT ${LISTED} FROM memories WHERE scene = ? AND round <= ? AND (origin <> 'generated' OR pinned = 1) ORDER BY id`,
        ...[ancestor.scene, ancestor.upTo],
      )
      .toArray();
    for (const { id, character, round, text, at, pinned, origin } of rows) {
      if (origin === 'added') {
        const [copyRow] = this.#sql
          .exec<{ id: number }>(
            `INSERT INTO memories (tick, character, scene, root, round, text, boost, at, origin, pinned, inherited, embedding)
             SELECT tick, character, ?2, ?3, round, text, boost, ?4, origin, pinned, 1, embedding FROM memories m WHERE id = ?1
             AND NOT EXISTS (SELECT 1 FROM memories o WHERE o.character = m.character AND o.scene = ?2
               AND o.origin = 'added' AND o.text = m.text) RETURNING id`,
            ...[id, fork.scene, fork.root, at],
          )
          .toArray();
        if (!copyRow) continue;
        this.#index(copyRow.id, character, text);
        this.#count(1);
        continue;
      }
      const [copy] = this.#sql
        .exec<{ id: number }>(
          "SELECT id FROM memories WHERE scene = ? AND round = ? AND character = ? AND origin = 'generated' AND pinned = 0",
          ...[fork.scene, round, character],
        )
        .toArray();
      if (!copy) continue;
      if (origin === 'edited') this.#rewrite({ id: copy.id, character }, text);
      this.#sql.exec('UPDATE memories SET origin = ?, pinned = ? WHERE id = ?', origin, pinned, copy.id);
    }
  }

  /** @returns false if the character already has a memory of this round */
  #add({ tick, character, scene, root, round, text, at, isCopy, ancestors }: AddedMemory): boolean {
    const storedText = cutAtLetter(text, MAX_TEXT);
    const [row] = this.#sql
      .exec<{ id: number }>(
        `INSERT INTO memories (tick, character, scene, root, round, text, boost, at, inherited, embedding)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (
           SELECT m.embedding FROM json_each(?10) l
           CROSS JOIN memories m ON m.scene = l.value AND m.round = ?5 AND m.character = ?2
           WHERE m.text = ?6 AND m.origin <> 'added' AND m.embedding IS NOT NULL LIMIT 1))
         ON CONFLICT (scene, round, character) WHERE origin <> 'added' DO NOTHING RETURNING id`,
        ...[
          tick,
          character,
          scene,
          root,
          round,
          storedText,
          nameBoost(storedText),
          at,
          isCopy ? 1 : 0,
          ancestors,
        ],
      )
      .toArray();
    if (!row) return false;
    this.#index(row.id, character, storedText);
    return true;
  }

  #index(id: number, character: string, text: string): void {
    // Index each word once: frequency has no weight, and shorter lists keep writes fast in large worlds.
    const words = [...new Set(splitWords(text))].join(' ');
    this.#sql.exec('INSERT INTO words (rowid, who, what) VALUES (?, ?, ?)', id, toToken(character), words);
  }

  #rewrite({ id, character }: { id: number; character: string }, text: string): void {
    this.#sql.exec(
      'UPDATE memories SET text = ?, boost = ?, embedding = NULL WHERE id = ?',
      ...[text, nameBoost(text), id],
    );
    this.#sql.exec('DELETE FROM words WHERE rowid = ?', id);
    if (text !== '') this.#index(id, character, text);
  }

  /**
   * Updates generated memories after their lines changed. Keeps a memory whose text becomes empty, because
   * its lines may be restored. Call it inside a transaction.
   */
  revise({ scene, memories }: ReviseRequest): void {
    for (const { character, round, text } of memories) {
      const [row] = this.#sql
        .exec<{ id: number; character: string }>(
          `SELECT id, character FROM memories
           WHERE scene = ? AND round = ? AND character = ? AND origin = 'generated' AND text <> ?`,
          ...[scene, round, character, text],
        )
        .toArray();
      if (row) this.#rewrite(row, text.slice(0, MAX_TEXT));
    }
  }

  /** Adds an owner's memory, unless the same text exists. Call it inside a transaction. */
  add(
    { scene, round, lineage = [] }: Pick<RememberRequest, 'scene' | 'round' | 'lineage'>,
    { character, text, pinned }: AddMemory,
    at: string,
  ): Result<Memory> {
    const [sameText] = this.#sql
      .exec<{ id: number }>(
        "SELECT id FROM memories WHERE scene = ? AND character = ? AND origin = 'added' AND text = ?",
        ...[scene, character, text],
      )
      .toArray();
    if (sameText) return this.change(sameText.id, scene, { pinned });
    const isFull = pinned ? this.#checkPins(character) : ok(null);
    if (!isFull.ok) return isFull;
    const { id } = this.#sql
      .exec<{ id: number }>(
        `INSERT INTO memories (tick, character, scene, root, round, text, boost, at, origin, pinned)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'added', ?) RETURNING id`,
        ...[Math.max(1, this.tick()), character, scene, rootId(scene, lineage), round],
        ...[text, nameBoost(text), at, Number(pinned)],
      )
      .one();
    this.#index(id, character, text);
    this.#count(1);
    return this.#read(id, null);
  }

  /** Call it inside a transaction. */
  change(id: number, scene: string | null, { text, pinned }: ChangeMemory): Result<Memory> {
    const memory = this.#read(id, scene);
    if (!memory.ok) return memory;
    const { character, origin } = memory.value;
    const isFull = pinned && !memory.value.pinned ? this.#checkPins(character) : ok(null);
    if (!isFull.ok) return isFull;
    if (pinned !== undefined)
      this.#sql.exec('UPDATE memories SET pinned = ? WHERE id = ?', Number(pinned), id);
    if (text !== undefined && text !== memory.value.text) {
      this.#rewrite({ id, character }, text);
      if (origin === 'generated') this.#sql.exec("UPDATE memories SET origin = 'edited' WHERE id = ?", id);
    }
    return this.#read(id, scene);
  }

  /**
   * Deletes a memory. Keeps an empty row, so that a change of the round's lines does not recreate it. Call it
   * inside a transaction.
   */
  remove(id: number, scene: string | null): Result<{ id: string }> {
    const memory = this.#read(id, scene);
    if (!memory.ok) return memory;
    const { character, origin } = memory.value;
    if (origin === 'added') this.#remove('id = ?', id);
    else {
      this.#rewrite({ id, character }, '');
      this.#sql.exec("UPDATE memories SET origin = 'edited', pinned = 0 WHERE id = ?", id);
    }
    return ok({ id: String(id) });
  }

  #read(id: number, scene: string | null): Result<Memory> {
    const [row] = this.#sql
      .exec<ListedRow>(
        `SELECT ${LISTED} FROM memories WHERE id = ?1 AND text <> '' AND (?2 IS NULL OR scene = ?2)`,
        ...[id, scene],
      )
      .toArray();
    return row ? ok(toMemory(row)) : fail({ code: 'not_found', what: 'memory', id: String(id) });
  }

  #checkPins(character: string): Result<null> {
    const { n } = this.#sql
      .exec<{ n: number }>(
        // Copies don't count: no scene sees them together with their originals.
        'SELECT count(*) AS n FROM memories WHERE character = ? AND pinned = 1 AND inherited = 0',
        character,
      )
      .one();
    if (n < MAX_PINNED) return ok(null);
    const detail = `${MAX_PINNED} memories of ${character} are already pinned; more would not fit into prompts`;
    return fail({ code: 'conflict', detail, fix: 'unpin one of them first' });
  }

  /** Pinned memories that the character may recall in this scene and round, oldest first. */
  findPinned(request: RecallRequest, character: string): Recollection[] {
    return this.#sql
      .exec<Row>(
        `SELECT ${COLUMNS}, NULL AS rank FROM memories m
         WHERE ?1 = m.character AND m.pinned = 1 AND m.text <> '' AND ${VISIBLE} ORDER BY m.id LIMIT ${MAX_PINNED}`,
        ...[character, toVisible(request)],
      )
      .toArray()
      .map(({ text, scene, round, origin }) => ({
        ...{ text, scene, round, score: 1, pinned: true as const },
        ...(origin && origin !== 'generated' && { origin }),
      }));
  }

  /** @returns true if the world still has memories of other scenes */
  forgetScene(scene: string): boolean {
    this.#remove('scene = ?', scene);
    this.#sql.exec('DELETE FROM meta WHERE key = ?', writtenKey(scene));
    return this.count() > 0;
  }

  /**
   * Memories that the character may recall and that share a word with the query or are closest in meaning.
   *
   * @param meaning the query's packed embedding; null: search by words only
   */
  find(request: RecallRequest, character: string, query: string, meaning: ArrayBuffer | null): Candidate[] {
    const visible = toVisible(request);
    const candidates = new Map<number, Candidate>();
    for (const row of this.#byWords(character, visible, query))
      candidates.set(row.id, toCandidate(row, meaning));
    if (meaning !== null) {
      for (const near of this.#nearest(character, visible, meaning))
        if (!candidates.has(near.id)) candidates.set(near.id, near);
    }
    return [...candidates.values()];
  }

  /**
   * Memories that contain query words, rarest words first. Uses its own weights: FTS5's bm25 reads every
   * match of a word, so rounds would get slower as the world grows.
   */
  #byWords(character: string, visible: string, query: string): Row[] {
    const hits = this.#sql
      .exec<{ ids: string }>(
        `SELECT (SELECT json_group_array(rowid) FROM (
           SELECT rowid FROM words WHERE words MATCH ?1 || value || '")' ORDER BY rowid DESC LIMIT ${COMMON})) AS ids
         FROM json_each(?2)`,
        ...[`who : "${toToken(character)}" AND what : ("`, JSON.stringify(queryWords(query))],
      )
      .toArray();
    const weights = new Map<number, number>();
    for (const { ids } of hits) {
      const having: number[] = JSON.parse(ids);
      for (const id of having) weights.set(id, (weights.get(id) ?? 0) + rarity(having.length));
    }
    return this.#sql
      .exec<Row>(
        `SELECT ${COLUMNS}, -(h.value ->> 1) AS rank FROM json_each(?1) h CROSS JOIN memories m ON m.id = h.value ->> 0
         WHERE m.character = ?3 AND m.pinned = 0 AND ${VISIBLE} ORDER BY rank, m.id DESC LIMIT ${BY_WORDS}`,
        ...[JSON.stringify([...weights]), visible, character],
      )
      .toArray();
  }

  #nearest(character: string, visible: string, meaning: ArrayBuffer): Candidate[] {
    const rows = this.#sql.exec<Row>(
      `SELECT ${COLUMNS}, NULL AS rank FROM memories m
       WHERE ?1 = m.character AND m.pinned = 0 AND ${VISIBLE} ORDER BY m.id DESC LIMIT ${BY_MEANING}`,
      ...[character, visible],
    );
    const near: Candidate[] = [];
    for (const row of rows) {
      const candidate = toCandidate(row, meaning);
      if (candidate.similarity !== null) near.push(candidate);
    }
    return near.sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0)).slice(0, NEAREST);
  }

  list({ character, scene, without = [], limit, before }: MemoryQuery): {
    items: Memory[];
    next: string | null;
  } {
    const where = ["id < ? AND text <> ''"];
    const values: (string | number)[] = [before ?? Number.MAX_SAFE_INTEGER];
    if (character !== undefined) {
      where.push('character = ?');
      values.push(character);
    }
    if (scene === undefined) where.push('inherited = 0');
    else {
      // The unary plus stops SQLite from using the scene index, which would need to sort the whole scene.
      where.push(
        `+scene = ? AND NOT EXISTS (
           SELECT 1 FROM json_each(?) f WHERE round BETWEEN f.value ->> 0 AND f.value ->> 1)`,
      );
      values.push(scene, JSON.stringify(without));
    }
    // One extra row shows whether there is another page.
    const rows = this.#sql
      .exec<ListedRow>(
        `SELECT ${LISTED} FROM memories
         WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ?`,
        ...[...values, limit + 1],
      )
      .toArray();
    const shownRows = rows.slice(0, limit);
    const next = rows.length > limit ? String(shownRows.at(-1)?.id ?? '') : null;
    return { items: shownRows.map(toMemory), next };
  }

  listWritten(scene: string, after: number): { items: WrittenMemory[]; next: number | null } {
    const rows = this.#sql
      .exec<ListedRow>(
        `SELECT ${LISTED} FROM memories WHERE +scene = ? AND id > ? AND (origin <> 'generated' OR pinned = 1)
         ORDER BY id LIMIT ?`,
        ...[scene, after, WRITTEN_PAGE],
      )
      .toArray();
    const items = rows.map(({ character, round, text, pinned, origin }) => ({
      ...{ character, round, origin, pinned: pinned === 1 },
      // A generated text follows from the lines.
      text: origin === 'generated' ? '' : text,
    }));
    return { items, next: rows.length < WRITTEN_PAGE ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Call it inside a transaction. */
  restoreWritten(
    at: Pick<RememberRequest, 'scene' | 'lineage'>,
    memories: readonly WrittenMemory[],
    now: string,
  ): void {
    const { scene } = at;
    for (const { character, round, text, pinned, origin } of memories) {
      if (origin === 'added') {
        const added = this.add({ ...at, round }, { character, text, pinned }, now);
        // The character has too many pins in this world.
        if (!added.ok) this.add({ ...at, round }, { character, text, pinned: false }, now);
        continue;
      }
      const [row] = this.#sql
        .exec<{ id: number }>(
          "SELECT id FROM memories WHERE scene = ? AND round = ? AND character = ? AND origin <> 'added'",
          ...[scene, round, character],
        )
        .toArray();
      if (!row) continue;
      if (origin === 'edited') {
        this.#rewrite({ id: row.id, character }, text);
        this.#sql.exec("UPDATE memories SET origin = 'edited' WHERE id = ?", row.id);
      }
      if (pinned) this.change(row.id, scene, { pinned });
    }
  }

  /** Memories without an embedding, newest first. Clears all embeddings if the model has changed. */
  unembedded(model: string, limit: number): { id: number; text: string }[] {
    if (readMeta(this.#sql, 'embedding_model') !== model) {
      this.#sql.exec('UPDATE memories SET embedding = NULL WHERE embedding IS NOT NULL');
      writeMeta(this.#sql, 'embedding_model', model);
    }
    return this.#sql
      .exec<{ id: number; text: string }>(
        "SELECT id, text FROM memories WHERE embedding IS NULL AND text <> '' ORDER BY id DESC LIMIT ?",
        limit,
      )
      .toArray();
  }

  /** Stores an embedding, unless the memory's text has changed. */
  embed(id: number, text: string, packed: ArrayBuffer): void {
    this.#sql.exec('UPDATE memories SET embedding = ? WHERE id = ? AND text = ?', packed, id, text);
  }

  /** Number of the newest write; 0 before the first. */
  tick(): number {
    return (
      this.#sql.exec<{ tick: number }>('SELECT tick FROM memories ORDER BY id DESC LIMIT 1').toArray()[0]
        ?.tick ?? 0
    );
  }

  count(): number {
    return Number(readMeta(this.#sql, 'memories') ?? '0');
  }

  #evict(): void {
    this.#remove(
      `id IN (SELECT id FROM (SELECT id, boost FROM memories WHERE origin = 'generated' AND pinned = 0 ORDER BY id LIMIT ${OLDEST}) ORDER BY boost, id LIMIT ?)`,
      this.count() - MAX_MEMORIES + EVICT,
    );
  }

  #remove(where: string, ...values: (string | number)[]): void {
    const oldest = this.#sql
      .exec<{ id: number }>(`DELETE FROM memories WHERE ${where} RETURNING id`, ...values)
      .toArray();
    for (const { id } of oldest) this.#sql.exec('DELETE FROM words WHERE rowid = ?', id);
    this.#count(-oldest.length);
  }

  #count(more: number): void {
    if (more !== 0) writeMeta(this.#sql, 'memories', String(this.count() + more));
  }
}

type ListedRow = Omit<Memory, 'id' | 'pinned'> & { id: number; pinned: number };

const toMemory = ({ id, pinned, ...row }: ListedRow): Memory => ({
  id: String(id),
  ...row,
  pinned: pinned === 1,
});

function toVisible({ scene, lineage, forget, round, shownFrom }: RecallRequest): string {
  const until = Math.min(round, shownFrom);
  return JSON.stringify({ scene, root: rootId(scene, lineage), round, until, forget });
}

/** Key in `meta`: seq of the event with the scene's last memories. */
const writtenKey = (scene: string): string => `written/${scene}`;

const rootId = (scene: string, lineage: readonly { scene: string }[]): string =>
  lineage.at(-1)?.scene ?? scene;

/** A character's id as one word of digits, which no tokenizer splits or stems. */
const toToken = (character: string): string =>
  [...character].map((letter) => String(letter.codePointAt(0)).padStart(7, '0')).join('');

function toCandidate({ embedding, ...row }: Row, meaning: ArrayBuffer | null): Candidate {
  return { ...row, similarity: meaning && embedding ? cosine(meaning, embedding) : null };
}
