import type { SlicedPlayer } from 'zmachine-story';
import { ADVENTURE_ACTIONS } from '../src/adventure/actions';
import type { AdventurePorts } from '../src/adventure/ask';
import type { SharedNotes } from '../src/adventure/notes';
import { fromShared } from '../src/adventure/notes';
import { decideRestoreFile } from '../src/adventure/people';
import { compareAdventures, digestAdventure } from '../src/adventure/reporting/compare';
import { exportAdventure } from '../src/adventure/reporting/export';
import { adventureReport, adventureReportHtml } from '../src/adventure/reporting/report/report';
import { tallyAdventure } from '../src/adventure/reporting/tally';
import { transcriptPage, writeTranscript } from '../src/adventure/reporting/transcript';
import { adventureTurnView, adventureView, knowledgeView, mapView } from '../src/adventure/reporting/views';
import { readSaveFile, writeSaveFile } from '../src/adventure/save-file';
import { adventureCreated, nextCommand, reduceAdventure } from '../src/adventure/state';
import type { AdventureConfig, AdventureState } from '../src/adventure/state-types';
import { showValidActions, type TryRequester, tryCommands } from '../src/adventure/try-out';
import { ADVENTURE_STEPS, closeEpisode, playAdventure } from '../src/adventure/turn';
import type { Receipt } from '../src/contract/access';
import type { AdventureDigest } from '../src/contract/adventure-comparisons';
import type {
  AdventureRun,
  MapView,
  TranscriptPage,
  TriedCommands,
  TryCommands,
  ValidActionsView,
} from '../src/contract/adventures';
import type { CallRecord } from '../src/contract/calls';
import type { Event, Viewer } from '../src/contract/events/events';
import { isAdventure } from '../src/contract/ids';
import { fail, ok, type Result } from '../src/contract/problems';
import type { CreateRun } from '../src/contract/runs';
import type { RunTranscriptFormat } from '../src/contract/transcripts';
import { resolveAdventurers } from '../src/model/profiles';
import type { AdventureApi, ExportFile } from '../src/room/rpc';
import { RoundFailure } from '../src/room/step-context';
import type { ActionRun } from '../src/runs/actions';
import { triggerSeq } from '../src/runs/state';
import { readShared } from '../src/storage/shared-memory';
import { AnyRun, type NewRun, wrongKindFailure } from './lib/room/any-run';
import type { RoomEngine } from './lib/room/engine';
import { findStory, loadStory } from './lib/room/load-story';
import { exhaustRun, RUN_RULES } from './lib/room/run-rules';
import { readAddress } from './lib/room/schema';
import { tenantDatabase } from './lib/stubs';

const createEngine = (ports: AdventurePorts): RoomEngine<AdventureState> => ({
  ...RUN_RULES,
  stepNames: ADVENTURE_STEPS,
  reduce: reduceAdventure,
  stateVersion: 1,
  setOffBy: (state) => triggerSeq(state, nextCommand(state)),
  // The understudy tries hundreds of commands per turn.
  isRoundLong: true,
  onExhausted: exhaustRun(closeEpisode),
  play: (ctx) => playAdventure(ctx, ports),
});

export class AdventureRoom extends AnyRun<AdventureState, AdventureRun> implements AdventureApi {
  #player: SlicedPlayer | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(
      ctx,
      env,
      createEngine({ player: (config) => this.#load(config), shared: (run) => this.#readShared(run) }),
    );
  }

  protected async findGame(tenant: string, body: CreateRun): Promise<Result<NewRun>> {
    const game = await findStory(await tenantDatabase(this.env, tenant), tenant, body.game);
    if (!game.ok) return game;
    const story = await loadStory(this.env, tenant, body.game);
    if (!story.ok) return story;
    const { hash } = story.value;
    const makeFirst: NewRun['makeFirst'] = (args, defaults) => {
      const profiles = resolveAdventurers(body.profiles, defaults);
      return adventureCreated({ ...args, body, story: hash, author: game.value.author, profiles });
    };
    return ok({ title: game.value.title, story: hash, makeFirst });
  }

  protected readonly kind = 'adventure';
  protected readonly siblings = this.env.ADVENTURES;
  protected readonly view = adventureView;
  protected readonly reduce = reduceAdventure;
  protected readonly sumUp = tallyAdventure;
  protected readonly markdown = adventureReport;
  protected readonly html = adventureReportHtml;
  protected readonly actions = ADVENTURE_ACTIONS;

  protected override actionRoom(receipt: Receipt | null, viewer: Viewer): Result<ActionRun<AdventureState>> {
    const room = super.actionRoom(receipt, viewer);
    if (!room.ok) return room;
    const { state } = room.value;
    return ok({
      ...room.value,
      showTurn: adventureTurnView,
      showKnowledge: () => knowledgeView(state),
      compareWith: async (run) => {
        if (!isAdventure(run)) return fail(wrongKindFailure(run));
        const own = await this.digest();
        if (!own.ok) return own;
        const other = await this.sibling<AdventureApi>(this.#tenant, run).digest();
        return other.ok ? ok(compareAdventures(own.value, other.value)) : other;
      },
    });
  }

  async digest(): Promise<Result<AdventureDigest>> {
    const costs = await this.tally();
    if (!costs.ok) return costs;
    const record = this.readAll((state, events) => ({ state, events }));
    return record.ok
      ? ok(await digestAdventure(record.value.state, record.value.events, costs.value))
      : record;
  }

  async map(): Promise<Result<MapView>> {
    return this.core.look(({ state }) => mapView(state));
  }

  async transcript(query: { after: number; limit: number }): Promise<Result<TranscriptPage>> {
    return this.readAll((_, events) => transcriptPage(events, query));
  }

  async transcriptFile(as: RunTranscriptFormat): Promise<Result<string>> {
    return this.readAll((state, events) => writeTranscript(as, state, events));
  }

  async tryCommands(body: TryCommands, asker: TryRequester): Promise<Result<TriedCommands>> {
    return this.#withPlayer((state, eventsOf, player) => tryCommands(state, body, eventsOf, player, asker));
  }

  async validActions(turn: number | undefined, asker: TryRequester): Promise<Result<ValidActionsView>> {
    return this.#withPlayer((state, eventsOf, player) =>
      showValidActions(state, turn, eventsOf, player, asker),
    );
  }

  async saveFile(name: string): Promise<Result<Uint8Array<ArrayBuffer>>> {
    return this.#withPlayer((state, eventsOf, player) => writeSaveFile(state, name, eventsOf, player));
  }

  async restoreFile(file: Uint8Array, receipt: Receipt | null): Promise<Result<AdventureRun>> {
    const standing = await this.#withPlayer((state, _, player) => readSaveFile(state, file, player));
    return this.core.accept(
      receipt,
      (state) => (standing.ok ? decideRestoreFile(state, standing.value) : standing),
      adventureView,
    );
  }

  /** Runs `answer` with the run's state and player, reading the state after the player has loaded. */
  async #withPlayer<T>(
    answer: (
      state: AdventureState,
      eventsOf: (turn: number) => Event[],
      player: SlicedPlayer,
    ) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const player = await this.#loadOrFail(opening.value.state.config);
    if (!player.ok) return player;
    const now = this.core.open();
    return now.ok ? answer(now.value.state, (n) => now.value.ledger.roundEvents(n), player.value) : now;
  }

  async #loadOrFail(config: AdventureConfig): Promise<Result<SlicedPlayer>> {
    try {
      return ok(await this.#load(config));
    } catch (error) {
      if (error instanceof RoundFailure) return fail(error.failure);
      throw error;
    }
  }

  protected exportedFiles(events: Event[], calls: CallRecord[]): Iterable<ExportFile> {
    const state = events.reduce<AdventureState | null>(reduceAdventure, null);
    return state ? exportAdventure(state, events, calls) : [];
  }

  /** The story's player, cached for the life of the object. */
  async #load({ game, story: hash }: AdventureConfig): Promise<SlicedPlayer> {
    if (this.#player) return this.#player;
    const story = await loadStory(this.env, this.#tenant, game);
    if (!story.ok) throw new RoundFailure(story.failure, 'begin');
    if (story.value.hash !== hash) {
      const detail = `The story file of ${game} has changed since the run was created.`;
      throw new RoundFailure({ code: 'conflict', detail, fix: 'Create a new run of it.' }, 'begin');
    }
    // Lazy: only rooms that play need the interpreter.
    const { createSlicedPlayer } = await import('zmachine-story/play');
    this.#player = createSlicedPlayer(story.value);
    return this.#player;
  }

  /** Loads notes that other runs of the story share. Without them, the run continues. */
  async #readShared({ id, config }: Pick<AdventureState, 'id' | 'config'>): Promise<SharedNotes> {
    const db = await tenantDatabase(this.env, this.#tenant);
    const sharedNotes = await readShared(db, this.#tenant, config.story, id);
    return fromShared(sharedNotes.ok ? sharedNotes.value : null);
  }

  get #tenant(): string {
    return readAddress(this.ctx.storage.sql).tenant;
  }
}
