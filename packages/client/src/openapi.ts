/**
 * The types of docs/openapi.json. `npm run docs` writes this file.
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface paths {
  "/problems/{type}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a type of problem means, and what helps
     * @description The `type` of a problem is this address. It is a page for people; with `Accept: application/json` the same as JSON.
     */
    get: operations["readProblemType"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/healthz": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the Worker answers, and who answers in it
     * @description For monitors: it asks no room and no store. `provider` is who answers for profiles that name nobody.
     */
    get: operations["checkHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This document
     * @description It is made from the schemas that check requests, and so is current.
     */
    get: operations["readOpenApi"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/asyncapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events, sockets, streams and webhooks
     * @description What comes without being asked for, and the messages that a socket takes.
     */
    get: operations["readAsyncApi"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/llms.txt": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How to drive a stage, for language models
     * @description The calls that play a scene and a run, in the order in which they are made.
     */
    get: operations["readLlmsText"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operators: sums over all tenants, for Prometheus
     * @description Rooms, rounds, calls, tokens, cost, the lag of the index, deliveries. `Authorization: Bearer` and the METRICS_KEY of the stage. It reads a few rows, however large the index is.
     */
    get: operations["readMetrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Scenes, newest or last played first
     * @description From an index that follows the rooms by a moment. `q` finds a part of the title; `order=activity` puts those first in which something happened last; `next` goes back as `cursor`, unchanged.
     */
    get: operations["listScenes"];
    put?: never;
    /**
     * Create a scene: inline, from a template, or from parts of the library
     * @description Parts of the library are copied, so later changes of the library change no scene. With an `Idempotency-Key`, the id follows from the key: a repeat reaches the same scene. The header `Location` names it.
     */
    post: operations["createScene"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A scene as it is now
     * @description The room itself is asked, so the answer is of this moment. A key reads everything; a seat reads what its person may know, with `you` and `people`.
     */
    get: operations["readScene"];
    put?: never;
    post?: never;
    /**
     * Delete a scene and everything kept about it
     * @description Its events, calls, bundles, seats and memories go with it, and its sockets close with code 1001. Nothing brings it back. Repeating the call is safe.
     */
    delete: operations["deleteScene"];
    options?: never;
    head?: never;
    /**
     * Change a scene: title, status, scenario, notes, facts, books, settings, profiles, people
     * @description What is not sent stays. A round that is being played goes on with what the scene was when it began.
     */
    patch: operations["changeScene"];
    trace?: never;
  };
  "/v1/scenes/{id}/turns": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say something, or let the scene go on
     * @description The input is stored before it is answered. It starts a round, or waits for one as `turnMode` says. With `wait=1` the answer comes when the round is over; after two minutes it is 202, and the round goes on. A player speaks as its own persona.
     */
    post: operations["takeTurn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/drafts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a line drafted for a player, which only that player reads (`draft.written`)
     * @description A draft is no line: nobody else reads it, and it enters no prompt. A player has drafts of its own persona, an owner names one. Send the text as a turn to say it.
     */
    post: operations["draftLine"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/rounds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Timelines of the rounds, newest first
     * @description A timeline has the lines of a round, who acted in it and how it ended. A seat reads it without plans, records and what its person did not hear. The newest round may still be being played.
     */
    get: operations["listRounds"];
    put?: never;
    /**
     * Begin a round now, with all that waits for one; else the scene goes on
     * @description In `gather` and `manual` it ends the waiting: the round answers all inputs that are there. With none, the characters go on by themselves.
     */
    post: operations["startRound"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/rounds/{n}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Timeline of one round
     * @description Its lines, who acted in it, and how it ended; of a failed round also the cause and the fix.
     */
    get: operations["readRound"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/rounds/{n}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a failed round again; what it had finished is kept
     * @description Calls that were answered are not made again. Of the last round, when it has ended, it plays everything anew. `inputSeq` of the answer is the first input of the round.
     */
    post: operations["retryRound"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/rounds/{n}/choose": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have an earlier try of the last round count again
     * @description After `retry` played it anew. Its lines, and what they changed, are as they were; no model is asked. Other wordings that its lines had got are gone. The tries are the `round.started` of the round.
     */
    post: operations["chooseTry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop the round being played after its current step
     * @description Lines that were said stay. It also ends a scene that goes on by itself. With nothing to stop it is refused.
     */
    post: operations["cancelRound"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/cast/{character}/portrait": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The picture of a character in the cast
     * @description That of the character of the library it is a copy of (`from`), as it is now; whoever may read the scene sees it.
     */
    get: operations["readCastPortrait"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/next-speaker": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say who acts in the next round, alone, or who does not
     * @description It holds for one round and replaces the call before it. A character that is named comes in when it is absent.
     */
    post: operations["callNext"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/lines/{seq}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Give a line another text
     * @description Prompts and transcripts have the new text from then on; the ledger keeps the old one. Nothing is said or played because of it.
     */
    patch: operations["editLine"];
    trace?: never;
  };
  "/v1/scenes/{id}/lines/{seq}/regenerate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a character's line spoken anew: the old one stays as an alternative
     * @description While the line is within `historyWindow`. The character hears the lines before it; `direction` is a wish for this try. The newest wording counts until another is chosen.
     */
    post: operations["regenerateLine"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/lines/{seq}/continue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a character go on with its line
     * @description While the line is within `historyWindow`. What is added becomes part of the same line.
     */
    post: operations["continueLine"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/lines/{seq}/choose": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose the alternative of a line that everyone and every prompt sees
     * @description A player may where `settings.playersChoose` is on, of a line that answers this player.
     */
    post: operations["chooseAlternative"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/rounds/{n}/rollback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the scene back to the end of a round; 0: to its beginning
     * @description Lines, cast, moods, world, trackers, summaries and memories are as they were then. The ledger keeps everything.
     */
    post: operations["rollBack"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/fork": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new scene with the same past, up to the end of a round
     * @description The new scene has the same configuration, events and state up to there, and goes its own way. Seats, waiting inputs and records of calls stay behind. `forkedFrom` names the source.
     */
    post: operations["forkScene"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a scene of a file: a chat of SillyTavern, or the export of a scene
     * @description The file is recognised by its content. `imported` says what became of it. Nothing is made of a file that is refused.
     */
    post: operations["importScene"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/transcript": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The conversation as a file: text, Markdown, HTML, or a chat of SillyTavern
     * @description What counts now, as whoever asks may read it: no undone rounds, edited lines in their present words. Without `as`, the header `Accept` chooses; Markdown is the default.
     */
    get: operations["readSceneTranscript"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit records of the rounds, newest first
     * @description What the director decided, who was asked, which rung of the ladder won, and what was withheld from whom. For owners, as it holds secrets.
     */
    get: operations["listAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/telemetry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the last 500 prompts came to, section by section
     * @description Tokens of each section, what was cut, and what the endpoint charged. It shows where the window of a model goes.
     */
    get: operations["readTelemetry"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/autonomy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the scene go on by itself for a number of rounds
     * @description Rounds follow one another without inputs until `rounds` of them were played or the budget is spent. Each is an ordinary round that can be retried or rolled back. While it goes on, a second request is refused.
     */
    post: operations["startAutonomy"];
    /**
     * It goes on by itself no more; the round being played is played to its end
     * @description Nothing happens when it does not go on by itself.
     */
    delete: operations["stopAutonomy"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/seats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Seats of the scene, oldest first, those that are over too; and who is there
     * @description With the status of each, and whether a socket or stream of it is open.
     */
    get: operations["listSeats"];
    put?: never;
    /**
     * Make a seat for a player or a spectator; its invitation is shown this once
     * @description Send the invitation to the person, who takes the seat with it. Only its hash is kept: an answer that is repeated under an `Idempotency-Key` has null in its place.
     */
    post: operations["createSeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/seats/{seat}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a seat: its token, its invitation and its sockets end at once
     * @description It stays in the list as `revoked`. The persona is free for another seat.
     */
    delete: operations["revokeSeat"];
    options?: never;
    head?: never;
    /**
     * Give a player another persona
     * @description Its sockets stay open, and are sent from then on what the new persona may know. Two seats never play one persona.
     */
    patch: operations["changeSeat"];
    trace?: never;
  };
  "/v1/scenes/{id}/seats/{seat}/invitation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Another invitation to the same seat; accepted, it takes the place of who sits there
     * @description For a person who has lost the token. The old one works until the new invitation is accepted. Notes and the persona stay with the seat.
     */
    post: operations["renewSeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/seats/look": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * See what an invitation is to, before it is accepted
     * @description The invitation in the body is the credential; no other is sent. Looking does not spend it. The pictures are those of the characters of the library that the cast is copied from.
     */
    post: operations["lookAtInvitation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/seats/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take a seat with an invitation, once, or one for many; the answer holds a token
     * @description The invitation in the body is the credential; no other is sent. The token is shown once. Keep it like a password: whoever has it is that person.
     */
    post: operations["acceptSeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/notes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a private note: an event that you and the owner see
     * @description No model and nobody else reads it. A note of an owner is for owners alone.
     */
    post: operations["writeNote"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The ledger: pages, or a live stream with Accept: text/event-stream
     * @description As JSON, a page of at most 1,000 events after `after`, or after `cursor`. With `Accept: text/event-stream`, Server-Sent Events without an end: first those after `after`, then live ones, each once, in order. `id` is the seq; send the last one as `Last-Event-ID` to go on. A caller sees the events that it may see.
     */
    get: operations["listSceneEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/socket": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * WebSocket: every event after `after`, then `{"type":"ready"}`, then live events
     * @description For clients that send `Upgrade: websocket`. The messages of both directions are in `/asyncapi.json`. Open it again with the last seq that you have as `after`.
     */
    get: operations["openSceneSocket"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/tickets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A ticket that opens one socket or stream, once, within a minute
     * @description For browsers, which can put no header on a WebSocket or an `EventSource`. It stands for the credential that made it, and ends with it. A repeat makes another one.
     */
    post: operations["createSceneTicket"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything about the room, as a zip
     * @description Events, calls with their prompts, state and configuration, as files. The zip is streamed. An import makes a room of it again.
     */
    get: operations["exportScene"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/worlds/{id}/memories": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the characters of a world remember, newest first
     * @description Scenes of one world share them. Each is a text of what one character heard in one round.
     */
    get: operations["listWorldMemories"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/scenes/{id}/memories": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the characters remember of a scene, newest first
     * @description Each is a text of what one character heard in one round. Scenes of a world share memories; these are the ones that this scene wrote.
     */
    get: operations["listSceneMemories"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/passkeys/registration": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Options for a new passkey that keeps a seat
     * @description With the token of a seat. The challenge is good once, for that seat and for five minutes.
     */
    post: operations["beginPasskey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/passkeys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a seat under a new passkey
     * @description With the token of the seat. It makes a person, who has this passkey and this seat, and answers with a session.
     */
    post: operations["createPasskey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/passkeys/challenge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Options for signing in by passkey
     * @description Anyone may ask. The challenge is good once, for five minutes.
     */
    post: operations["beginSignIn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/passkeys/sign-in": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in by passkey
     * @description The signed challenge in the body is the credential; no other is sent. The session is good for an hour, and ends with its passkey.
     */
    post: operations["signInByPasskey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/people/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything the stage keeps of the person: passkeys and seats
     * @description With the session of a person, or behind Cloudflare Access. Seats that are over are forgotten, and not among them.
     */
    get: operations["readPerson"];
    put?: never;
    post?: never;
    /**
     * Forget the person: passkeys, sessions, and which seats are theirs
     * @description The seats stay, each with the devices that have its token. Repeating the call is safe.
     */
    delete: operations["deletePerson"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/people/me/seats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep one more seat
     * @description The token in the body proves that the seat is yours.
     */
    post: operations["keepSeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/people/me/seats/{seat}/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A token of a kept seat, for this device
     * @description The other devices keep theirs; a seat has ten at most, and the oldest ends when there are more. Shown once.
     */
    post: operations["openKeptSeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/people/me/seats/{seat}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget that a seat is yours
     * @description The seat stays, with the devices that have its token. Repeating the call is safe.
     */
    delete: operations["forgetSeat"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/people/me/passkeys/{passkey}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey, and the sessions that came by it
     * @description It signs in no more. With the last one goes the way back to the seats.
     */
    delete: operations["removePasskey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Runs, newest or last played first
     * @description From an index that follows the rooms by a moment. `q` finds a part of the title; `order=activity` puts those first in which something happened last; `next` goes back as `cursor`, unchanged.
     */
    get: operations["listRuns"];
    put?: never;
    /**
     * Create a run of a game
     * @description With `start` it begins at once, else it waits for `POST …/start`. The id of a text adventure begins with `adv_`, that of a grid game with `run_`. With an `Idempotency-Key`, a repeat reaches the same run. The header `Location` names it.
     */
    post: operations["createRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A run as it is now
     * @description The room itself is asked, so the answer is of this moment. `status` says whether it goes on, waits, or is over, and why.
     */
    get: operations["readRun"];
    put?: never;
    post?: never;
    /**
     * Delete a run and everything kept about it
     * @description Its events, calls, frames and bundles go with it, and its sockets close with code 1001. Nothing brings it back. Repeating the call is safe.
     */
    delete: operations["deleteRun"];
    options?: never;
    head?: never;
    /**
     * Rename a run or change its budgets
     * @description What is not sent stays. Raised budgets count at once; a run that was paused for them is resumed by `POST …/resume`.
     */
    patch: operations["changeRun"];
    trace?: never;
  };
  "/v1/runs/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start the run
     * @description Turns follow one another until the game, a budget or a verb ends them.
     */
    post: operations["startRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/pause": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause after the current turn
     * @description The turn that is being played ends first. `POST …/resume` goes on.
     */
    post: operations["pauseRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/resume": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go on; a failed turn is tried again
     * @description From a pause or a failed turn. Calls of that turn that were answered are not made again.
     */
    post: operations["resumeRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/stop": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the run after the current step; the report is made
     * @description The run is finished then, and takes nothing more. Stopping it again changes nothing.
     */
    post: operations["stopRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/step": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play one turn, then pause
     * @description For watching a run turn by turn. A failed turn is tried again.
     */
    post: operations["stepRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/observations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say what your own game shows, and be told what to do in it next
     * @description For runs of the game `pushed`. The first observation starts the run; every other one answers the newest request.
     */
    post: operations["postObservation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/moves": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play the run yourself: the next action
     * @description Of grid games that are not played by the caller, while the agent does not play: nobody has started the run, or it is paused. Each move is a turn without an agent; it uses an action of the budget, and what the game shows becomes part of the run. After a failed turn the move that it was to make is made first.
     */
    post: operations["giveMove"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/fork": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new run with the same past, up to the end of a turn; it is paused
     * @description The new run knows what the old one knew then. A built-in game is where it was; games that are played elsewhere are refused. `POST …/resume` goes on.
     */
    post: operations["forkRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a run of the export of another one, or of a recording; one that was going on is paused
     * @description A built-in game goes on here, and a story that is here too. A run of a game that is played elsewhere can only be looked at: it is refused unless it has finished. A recording of ARC-AGI-3-Agents (lines of JSON) becomes a finished run. `imported` says what became of the file. Nothing is made of a file that is refused.
     */
    post: operations["importRun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/turns/{n}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One turn: what was proposed, done and made of it
     * @description For a grid game the action, its frames and what they taught; for a text adventure the command, the answer of the story and the words of the critic. The newest turn may still be being played.
     */
    get: operations["readTurn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/frames/{file}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A frame as a picture: …/frames/{n}.png
     * @description Colours are those of ARC-AGI-3. With `since`, what differs from that frame stands out.
     */
    get: operations["readFrame"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/knowledge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the run has learnt so far
     * @description For a grid game each action with its status, definition and evidence; for a text adventure its notes, places and objectives.
     */
    get: operations["readKnowledge"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was played, step by step, with every frame
     * @description Of grid games. Oldest first; each step has the action and the cells of the frame after it.
     */
    get: operations["readReplay"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/compare": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This run beside another of its kind: what each has reached or knows, and where they part
     * @description Of two grid games: definitions side by side, and the first step at which the two did different things. Of two text adventures: scores, costs, places and objectives side by side, the score by moves, and the first move that differs. Runs of two games are compared as far as that makes sense. A grid game and a text adventure are not.
     */
    get: operations["compareRuns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/recording": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The run as a recording of ARC-AGI-3-Agents, a line of JSON for each step
     * @description Of grid games. Each line has `timestamp` and `data`: what the game showed, and the command that led to it. `POST /v1/runs/import` takes such a file. Actions that were refused, or whose answer was lost, are not in it.
     */
    get: operations["readRecording"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/steps.jsonl": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every step of the run as a line of JSON
     * @description For programs that analyse runs. Of a grid game the steps of `…/replay`, whole; of a text adventure those of `…/transcript`: the beginning of each episode, every command with its answer, and where a person saved the story or took it back.
     */
    get: operations["readSteps"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/report": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The report; as text with Accept: text/markdown, as a page with pictures with Accept: text/html
     * @description It is made of the ledger whenever it is asked for, of a run that goes on too. `Accept` chooses the form; JSON is the default.
     */
    get: operations["readReport"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/frames/{n}/objects": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The objects of a frame, and what happened to them since another
     * @description Of grid games. Objects are connected cells of one colour. With `since` they say whether they moved, appeared, changed or went.
     */
    get: operations["readFrameObjects"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/frames/{n}/play": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the game would show if somebody played on from a frame
     * @description For built-in games. Nothing is stored, and the run does not notice: no action is used, nothing becomes evidence.
     */
    get: operations["tryMoves"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/transcript": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The game as it was played; the whole of it as a file with `as`, or as text with Accept: text/plain
     * @description Of text adventures. Without `as`, pages of steps as JSON.
     */
    get: operations["readTranscript"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/saves/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A save as a file that other interpreters restore
     * @description Of text adventures. A Quetzal file: what the story itself saves when `save` is typed where the save was made. `409` where it saves nothing, as while it waits for a key.
     */
    get: operations["downloadSave"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/restore/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go on from a saved game that another interpreter wrote
     * @description Of text adventures. The body is a Quetzal file of the same story. Map, notes and objectives stay; the place is added to the map, and what a look shows there to the text. An undo goes back to where the story stood.
     */
    post: operations["restoreFile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/map": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Places and ways that the run knows; as Mermaid with Accept: text/vnd.mermaid
     * @description Of text adventures. It is drawn from what the adventurer has seen, not from the story file.
     */
    get: operations["readMap"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/try": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a command would do: it is played and taken back
     * @description Of text adventures. Text, score, place and every object that would move or change, from where the story stands or from the outcome of a turn. Nothing is stored, and the run does not notice. A run that is over can be asked about its turns. Of a fair run, a key for that run alone is refused.
     */
    post: operations["tryCommands"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/valid-actions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Commands that would change the world
     * @description Of text adventures, after the valid actions of Jericho. Ways, verbs and pairs of things are made of what is in sight and in hand; each is tried and taken back, and of those that leave the same world the first is listed. Deadly ones are left out. Of a fair run, a key for that run alone is refused.
     */
    get: operations["readValidActions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/objectives": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Objectives with their whole history
     * @description Of text adventures. Ended ones are listed too, with who ended them.
     */
    get: operations["listObjectives"];
    put?: never;
    /**
     * Give the adventurer an objective
     * @description Of text adventures. It is in the prompt of the next turn.
     */
    post: operations["addObjective"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/objectives/order": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Put active objectives in another order
     * @description Of text adventures. The first ones are told first, and those at the end may be left out of a prompt.
     */
    put: operations["orderObjectives"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/objectives/{objective}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Give an objective up; its history stays
     * @description Of text adventures. It leaves the prompt with the next turn.
     */
    delete: operations["dropObjective"];
    options?: never;
    head?: never;
    /**
     * Reword an objective, move it, or say that it is done
     * @description Of text adventures. Fields that are not sent stay. Only an active objective can be changed.
     */
    patch: operations["changeObjective"];
    trace?: never;
  };
  "/v1/runs/{id}/commands": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Type the next command yourself, or suggest one
     * @description Of text adventures. `take` types it in place of the adventurer; `suggest` tells the adventurer of it, who decides. With `wait=1` the answer comes with the text of the story.
     */
    post: operations["giveCommand"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/saves": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Name the place where the story stands
     * @description Of text adventures. A save of the same name is replaced.
     */
    post: operations["saveStory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the story back: undo the last move, or go to a save or a turn
     * @description Of text adventures. Without a body the last move is undone. The ledger keeps everything; map, notes and objectives stay as they are.
     */
    post: operations["restoreStory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The ledger: pages, or a live stream with Accept: text/event-stream
     * @description As JSON, a page of at most 1,000 events after `after`, or after `cursor`. With `Accept: text/event-stream`, Server-Sent Events without an end: first those after `after`, then live ones, each once, in order. `id` is the seq; send the last one as `Last-Event-ID` to go on. A caller sees the events that it may see.
     */
    get: operations["listRunEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/socket": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * WebSocket: every event after `after`, then `{"type":"ready"}`, then live events
     * @description For clients that send `Upgrade: websocket`. The messages of both directions are in `/asyncapi.json`. Open it again with the last seq that you have as `after`.
     */
    get: operations["openRunSocket"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/tickets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A ticket that opens one socket or stream, once, within a minute
     * @description For browsers, which can put no header on a WebSocket or an `EventSource`. It stands for the credential that made it, and ends with it. A repeat makes another one.
     */
    post: operations["createRunTicket"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/runs/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything about the room, as a zip
     * @description Events, calls with their prompts, state and configuration, as files. The zip is streamed. An import makes a room of it again.
     */
    get: operations["exportRun"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Experiments, newest first
     * @description From an index that follows them by a moment; `next` goes back as `cursor`, unchanged.
     */
    get: operations["listExperiments"];
    put?: never;
    /**
     * Play games with models and seeds, some runs at a time
     * @description Makes a run for each game, model and seed, `parallel` at a time, by the same rules as `POST /v1/runs`. Games and models are checked first: a mistake makes nothing. With an `Idempotency-Key`, a repeat reaches the same experiment. The header `Location` names it.
     */
    post: operations["createExperiment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an experiment from the export of another one
     * @description Results and run ids are kept. An experiment that was running is paused, and `POST …/resume` takes up its runs. Games and models are not checked. Nothing is made of a file that is refused.
     */
    post: operations["importExperiment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An experiment as it is now, with all its runs
     * @description The answer is of this moment. Results of a run that is being played follow it by seconds.
     */
    get: operations["readExperiment"];
    put?: never;
    post?: never;
    /**
     * Delete an experiment; runs that it plays are ended, and all its runs stay
     * @description With `runs=delete` its runs are deleted as well. Nothing brings them back. Repeating the call is safe.
     */
    delete: operations["deleteExperiment"];
    options?: never;
    head?: never;
    /**
     * Change the budget of a whole experiment
     * @description What is not sent stays. A budget below what is spent pauses it. One that pauses stays so until `POST …/resume`.
     */
    patch: operations["changeExperiment"];
    trace?: never;
  };
  "/v1/experiments/{id}/pause": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause an experiment and the runs that it plays
     * @description Each run plays its turn to the end. `POST …/resume` goes on. A repeat changes nothing.
     */
    post: operations["pauseExperiment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{id}/resume": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go on with an experiment, or start it
     * @description Runs that pause or have failed go on as well, and those that were refused are tried again. One that was stopped stays so, and one whose budget is spent until `PATCH` has raised it.
     */
    post: operations["resumeExperiment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{id}/stop": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End an experiment; its runs end, those that wait are skipped
     * @description Its table stays, and so do its runs. A repeat changes nothing.
     */
    post: operations["stopExperiment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{id}/table": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The runs with their results, and sums by model; as CSV or Markdown by `format` or Accept
     * @description Of an experiment that goes on too. `format` wins over `Accept` (`text/csv`, `text/markdown`); JSON is the default. CSV has the rows alone.
     */
    get: operations["readExperimentTable"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export an experiment with its plan and results, for `POST /v1/experiments/import`
     * @description Runs have exports of their own. The scorecard is left out.
     */
    get: operations["exportExperiment"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/games": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a run can play
     * @description Always one page. Ids that begin with `story-` are uploads of this tenant.
     */
    get: operations["listGames"];
    put?: never;
    /**
     * Upload a text adventure: a Z-machine story of version 3, 4, 5 or 8, alone or in a Blorb
     * @description The body is the file itself, at most 1 MiB, or 8 MiB of a Blorb, whose title, author and cover are kept. Without a Blorb, title and author are those of the banner that the story opens with, where it has one. The id follows from the bytes of the story. Another kind of file is refused; the answer says what it is, and what plays it.
     */
    post: operations["uploadStory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/games/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A game that a run can play
     * @description Its kind, and the actions or the version that it has.
     */
    get: operations["readGame"];
    put?: never;
    post?: never;
    /**
     * Delete an uploaded story; runs that play it fail their next turn, until it is uploaded again
     * @description Games that come with the service can not be deleted.
     */
    delete: operations["deleteStory"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/templates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a scene can start from
     * @description Always one page. `POST /v1/scenes` takes the id of one as `template`; fields beside it change it.
     */
    get: operations["listTemplates"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/stage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the stage offers to whoever comes
     * @description Anyone may ask. A page learns from it how its visitor can sign in, and whether that is done.
     */
    get: operations["readStage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/demo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play for two minutes without a key, in a room that is deleted after it
     * @description Anyone may ask where `GET /v1/stage` says `demo`. The answer is the seat of a player in a scene of its own, which the understudy plays, never a model. `endsAt` of the seat says when the time is over; a minute later the scene is deleted.
     */
    post: operations["startDemo"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/games/{id}/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The file of an uploaded story
     * @description Without the Blorb that was around it. Games that come with the service have none.
     */
    get: operations["downloadStory"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/games/{id}/cover": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The cover of an uploaded story
     * @description Of stories that came in a Blorb with a picture for their front.
     */
    get: operations["readCover"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/characters/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a character card: V1, V2 or V3, as JSON, in a PNG or in a .charx
     * @description The file is the body, or the field `file` of a form. `used` and `ignored` of the answer say which of its fields have an effect, `repaired` and `skipped` what was read in another way or not at all; fields that are not known are kept for an export. Nothing is stored of a file that is refused.
     */
    post: operations["importCharacter"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/lorebooks/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a lorebook: World Info, the book of a character card, lorebook_v3, or one of NovelAI
     * @description The file is the body, or the field `file` of a form. `ignored` of the answer names fields without an effect, `repaired` and `skipped` what was read in another way or not at all; all are kept for an export. Nothing is stored of a file that is refused.
     */
    post: operations["importLorebook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/characters/{id}/card": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A character as a character card
     * @description An unchanged import comes out as it went in, with the fields that are not known here.
     */
    get: operations["exportCharacter"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/lorebooks/{id}/world-info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A lorebook as a World Info file
     * @description For SillyTavern and other programs. An unchanged import comes out as it went in.
     */
    get: operations["exportLorebook"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/lorebooks/try": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a lorebook on a talk: which entries come in, and why or why not
     * @description Nothing is stored, and the same request has the same answer.
     */
    post: operations["tryLorebook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/characters/{id}/portrait": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The picture that a character was imported with
     * @description A PNG without the card and without anything else that is not drawn.
     */
    get: operations["readPortrait"];
    /**
     * Give a character a picture: a PNG of at most 1 MiB
     * @description At most 4096 × 4096 pixels. EXIF, texts and everything else that is not drawn is removed. Scenes show it at once.
     */
    put: operations["setPortrait"];
    post?: never;
    /**
     * Take the picture of a character away
     * @description Scenes with copies of the character show none either. Repeating the call is safe.
     */
    delete: operations["deletePortrait"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/worlds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The worlds of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listWorlds"];
    put?: never;
    /**
     * Keep a world in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createWorld"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/worlds/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The world of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readWorld"];
    put?: never;
    post?: never;
    /**
     * Delete a world; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteWorld"];
    options?: never;
    head?: never;
    /**
     * Change fields of a world; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeWorld"];
    trace?: never;
  };
  "/v1/campaigns": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The campaigns of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listCampaigns"];
    put?: never;
    /**
     * Keep a campaign in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createCampaign"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/campaigns/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The campaign of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readCampaign"];
    put?: never;
    post?: never;
    /**
     * Delete a campaign; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteCampaign"];
    options?: never;
    head?: never;
    /**
     * Change fields of a campaign; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeCampaign"];
    trace?: never;
  };
  "/v1/arcs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The arcs of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listArcs"];
    put?: never;
    /**
     * Keep an arc in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createArc"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/arcs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The arc of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readArc"];
    put?: never;
    post?: never;
    /**
     * Delete an arc; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteArc"];
    options?: never;
    head?: never;
    /**
     * Change fields of an arc; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeArc"];
    trace?: never;
  };
  "/v1/characters": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The characters of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listCharacters"];
    put?: never;
    /**
     * Keep a character in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createCharacter"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/characters/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The character of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readCharacter"];
    put?: never;
    post?: never;
    /**
     * Delete a character; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteCharacter"];
    options?: never;
    head?: never;
    /**
     * Change fields of a character; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeCharacter"];
    trace?: never;
  };
  "/v1/personas": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The personas of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listPersonas"];
    put?: never;
    /**
     * Keep a persona in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createPersona"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/personas/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The persona of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readPersona"];
    put?: never;
    post?: never;
    /**
     * Delete a persona; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deletePersona"];
    options?: never;
    head?: never;
    /**
     * Change fields of a persona; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changePersona"];
    trace?: never;
  };
  "/v1/lorebooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The lorebooks of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listLorebooks"];
    put?: never;
    /**
     * Keep a lorebook in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createLorebook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/lorebooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The lorebook of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readLorebook"];
    put?: never;
    post?: never;
    /**
     * Delete a lorebook; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteLorebook"];
    options?: never;
    head?: never;
    /**
     * Change fields of a lorebook; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeLorebook"];
    trace?: never;
  };
  "/v1/profiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The profiles of the library, newest first
     * @description Without bodies. `q` searches names, `parent` lists what stands under another item.
     */
    get: operations["listProfiles"];
    put?: never;
    /**
     * Keep a profile in the library
     * @description The whole item is checked before it is stored. The header `ETag` is its version.
     */
    post: operations["createProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/profiles/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The profile of this id
     * @description With its body. The header `ETag` is its version, for `If-Match` of a change.
     */
    get: operations["readProfile"];
    put?: never;
    post?: never;
    /**
     * Delete a profile; scenes keep the copies they have
     * @description An item that others stand under needs `cascade=1`. `dryRun=1` says what would go, and deletes nothing.
     */
    delete: operations["deleteProfile"];
    options?: never;
    head?: never;
    /**
     * Change fields of a profile; scenes keep the copies they have
     * @description Fields of the body that are not sent stay. With `If-Match` it changes that version or nothing.
     */
    patch: operations["changeProfile"];
    trace?: never;
  };
  "/v1/calls": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Model calls, newest first
     * @description From an index that follows the rooms by a moment; a deleted room takes its calls along. Prompts and answers are in each call.
     */
    get: operations["listCalls"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/calls/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One call: prompt, raw answer, what was made of it
     * @description Asked of its room, or of the bundle of its round. `parts` counts the tokens of each part of the prompt.
     */
    get: operations["readCall"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Subscriptions of the tenant, newest first; never their secrets
     * @description Always one page. `failingSince` and `disabled` say whether messages arrive.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Have events of a room, or of all rooms, posted to an address; the secret is shown this once
     * @description It gets events that are written from now on, each at least once, those of one room in order. Without `room` it is for every room of the tenant. Messages are signed as Standard Webhooks says.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A subscription
     * @description With its state, what waits, and why it was switched off.
     */
    get: operations["readWebhook"];
    put?: never;
    post?: never;
    /**
     * Delete a subscription and its attempts
     * @description Messages that wait are not sent. Repeating the call is safe.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    /**
     * Change its address or kinds, switch it off or on; it goes on where it stopped
     * @description What is not sent stays. `active: true` has a message that waits for its next try sent at once.
     */
    patch: operations["changeWebhook"];
    trace?: never;
  };
  "/v1/webhooks/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new secret, shown this once; for a day messages are signed with the old one too
     * @description Receivers that know Standard Webhooks take either signature, so that nothing is lost meanwhile.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/attempts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was sent and what came of it, newest first; the last 5,000
     * @description Each with its status, how long it took, the first KB of the answer, and when the next try is.
     */
    get: operations["listWebhookAttempts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/attempts/{n}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An attempt with the message that was sent
     * @description The message is read from its room and is as it was sent; its signature is left out. `request` is null when the room is gone.
     */
    get: operations["readWebhookAttempt"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/attempts/{n}/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the message of an attempt once more, now
     * @description Whatever its result was. It changes neither the schedule nor what waits.
     */
    post: operations["replayWebhookAttempt"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message of type `webhook.test`, now
     * @description The answer says what came of it.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/hooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Hooks of the tenant, newest first; never their secrets
     * @description Always one page.
     */
    get: operations["listHooks"];
    put?: never;
    /**
     * An address that others post to, and that makes turns of it; its secret is shown this once
     * @description Give `deliverTo` and the secret to the sender. The template fixes who speaks and to whom; fields of the payload only become text.
     */
    post: operations["createHook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/hooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A hook
     * @description With its template and its log; the secret is never shown again.
     */
    get: operations["readHook"];
    put?: never;
    post?: never;
    /**
     * Delete a hook; what it has placed stays
     * @description Deliveries answer 404 from then on. Repeating the call is safe.
     */
    delete: operations["deleteHook"];
    options?: never;
    head?: never;
    /**
     * Change what deliveries become, where results go, or switch it off or on
     * @description What is not sent stays. Room and proof can not be changed: make another hook.
     */
    patch: operations["changeHook"];
    trace?: never;
  };
  "/v1/hooks/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Another secret; for a day the old one is accepted too
     * @description With `{}` one is made and shown this once. Give `secret` where the sender chooses it, as Slack and Discord do.
     */
    post: operations["rotateHookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/hooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What has come in and what became of it, newest first; the last 100
     * @description Always one page. Repeats of a placed delivery are not among them. Without proof of the sender one a minute is noted, of those the last 20.
     */
    get: operations["listHookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/hooks/{id}/deliver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A delivery: signed as the hook wants it; it becomes a turn once, however often it comes
     * @description Proof is what `verify` of the hook says: a signature, or a bearer token. Equal deliveries are known for four days. A payload that lacks a field of the template plays nothing.
     */
    post: operations["deliverToHook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/discord": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Discord applications of the tenant, and the channels in which scenes play; never a token
     * @description Always one page.
     */
    get: operations["listDiscord"];
    /**
     * Connect a Discord application by its bot's token; registers its commands and its address
     * @description The stage asks Discord which application the token belongs to. Do it again with a new token, or after the stage has moved; what is bound stays. The answer has `inviteUrl`, which adds the application to a server.
     */
    put: operations["connectDiscord"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/discord/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A Discord application
     * @description With its channels, what waits to be told in each, and its log.
     */
    get: operations["readDiscord"];
    put?: never;
    post?: never;
    /**
     * Disconnect a Discord application; its scenes stay
     * @description Its webhooks and commands are taken away at Discord, as far as Discord lets them be, and its token is forgotten. A repeat of the call is answered 404.
     */
    delete: operations["deleteDiscord"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/discord/{id}/interactions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A command of a member, signed by Discord; it is kept, and answered at once
     * @description The proof is the Ed25519 signature of timestamp and body by the key of the application; the timestamp is at most 5 minutes off. The answer defers, and is replaced within 15 minutes.
     */
    post: operations["interactWithDiscord"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/discord/{id}/portraits/{portrait}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The picture of a character, for Discord to show beside its lines
     * @description The address can not be guessed, names nothing of the scene, and is told to Discord alone. It is the picture without the card.
     */
    get: operations["readDiscordPortrait"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whose key this is
     * @description For finding out whether a key is good.
     */
    get: operations["readCaller"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * API keys of the tenant, revoked ones too; never their secrets
     * @description Always one page, with the scope of each and the minute in which it was used last. The bootstrap key is not among them.
     */
    get: operations["listKeys"];
    put?: never;
    /**
     * Make an API key; it is shown this once
     * @description Only its hash is kept. An answer that is repeated under an `Idempotency-Key` has null in its place. A key of a smaller `scope` is refused elsewhere, here too.
     */
    post: operations["createKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/keys/codes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A one-time code for the operator's key, to be put into a link in its place
     * @description Needs the operator's key. It is good once, for 15 minutes: `/#code=…` opens the page with it.
     */
    post: operations["createKeyCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/keys/exchange": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange a one-time code for the key, once
     * @description The code in the body is the credential; no other is sent. A code that was used, or is too old, is answered 401.
     */
    post: operations["exchangeKeyCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key; it stops working within 30 seconds
     * @description Open sockets and streams that came by it end too. It stays in the list.
     */
    delete: operations["revokeKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/keys/{id}/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new key in the place of another, which works on for a while
     * @description The old key works for `graceSeconds` more; 0 ends it at once. The new one has the same label and scope, and is shown this once.
     */
    post: operations["rotateKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tenants": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operators: tenants, by name
     * @description Needs the operator's key. Those that are being deleted too.
     */
    get: operations["listTenants"];
    put?: never;
    /**
     * Operators: make a tenant and its first key
     * @description Needs the operator's key. Tenants share nothing. The key is shown this once; its people make further ones.
     */
    post: operations["createTenant"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tenants/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operators: a tenant, and how far its deletion is; 410 once it is gone
     * @description Needs the operator's key. How many keys and rooms it has; while it is being deleted, `deletion` says how far.
     */
    get: operations["readTenant"];
    put?: never;
    post?: never;
    /**
     * Operators: delete a tenant and everything it owns, for good
     * @description Needs the operator's key. Its keys stop working, then its rooms, worlds, library, stories, files and rows are removed, which takes at least half a minute. `GET` shows how far it is.
     */
    delete: operations["deleteTenant"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/retention": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How long calls are kept
     * @description The shorter of your own setting and that of the operator holds.
     */
    get: operations["readRetention"];
    /**
     * Delete calls and bundles sooner than the operator does
     * @description Prompts, answers and their rows in lists and usage are deleted when they are older. Events, transcripts and the newest round of each room stay.
     */
    put: operations["setRetention"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tenants/{name}/retention": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operators: how long the calls of a tenant are kept
     * @description Needs the operator's key. Its own setting, and that of the operator.
     */
    get: operations["readTenantRetention"];
    /**
     * Operators: keep the calls of a tenant for another time than RETENTION_DAYS
     * @description Needs the operator's key. Longer or shorter. `null` goes back to RETENTION_DAYS.
     */
    put: operations["setTenantRetention"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the calls came to, by day, room, seat, role or model
     * @description Summed from the list of calls, which lags behind the rooms by a moment.
     */
    get: operations["readUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/budgets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tenant's budgets: its own, and the operator's cap
     * @description What each allows, what was used of it, and what is leased to rooms that are playing.
     */
    get: operations["readBudgets"];
    /**
     * Set the tenant's own budget as a whole; the operator's cap holds beside it
     * @description A limit that is left out is none. What was used before counts too. Rooms notice with their next lease.
     */
    put: operations["setBudget"];
    post?: never;
    /**
     * Take the tenant's own budget away; the operator's cap stays
     * @description What was used stays counted, should there be another one.
     */
    delete: operations["dropBudget"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tenants/{name}/budget": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operators: a tenant's budgets
     * @description Needs the operator's key. Its own, and the cap that the operator has set.
     */
    get: operations["readTenantBudget"];
    /**
     * Operators: set what a tenant may spend at most, whatever it sets itself
     * @description Needs the operator's key. A limit that is left out is none. What was used before counts too. The tenant can read it and can not change it.
     */
    put: operations["setTenantBudget"];
    post?: never;
    /**
     * Operators: take the cap of a tenant away
     * @description Needs the operator's key. The tenant's own budget stays.
     */
    delete: operations["dropTenantBudget"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/providers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Providers that profiles can name; never their keys
     * @description Always one page. Whose key is used, and whether there is one.
     */
    get: operations["listProviders"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/providers/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A provider, and what calls have taught about its models
     * @description Lessons of six hours: forms that a model ignores, its window, whether it takes pictures, how much it thinks.
     */
    get: operations["readProvider"];
    /**
     * Keep the tenant's own key of a provider
     * @description It takes the place of the operator’s for this tenant, in running rooms within a minute, and is never shown again. Under a name that the operator has not configured it is for the vendor that `kind` says, at its own address.
     */
    put: operations["setProviderKey"];
    post?: never;
    /**
     * Take the tenant's own key of a provider away; the operator's is used again, where there is one
     * @description Running rooms notice within a minute.
     */
    delete: operations["dropProviderKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/providers/{name}/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Models that the endpoint says it has; it is asked now
     * @description As the endpoint names them. One that has no such list is answered with a problem that says so.
     */
    get: operations["listProviderModels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/providers/{name}/try": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a model one small question, and say what it can do or what is wrong
     * @description The calls count against the budgets of the tenant. An endpoint that fails is answered with 200 and `ok: false`; `problems` name the variable to change.
     */
    post: operations["tryProvider"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/mcp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tools and resources for agents, by the Model Context Protocol
     * @description A key has the tools of an owner, the token of a seat those of its person. A message that is no good one is answered by an error of the protocol, as JSON. See docs/mcp.md.
     */
    post: operations["sendMcpMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    CreateScene: {
      /** @description Start from a template; every other field then overrides it */
      template?: components["schemas"]["Slug"];
      title?: string;
      scenario?: string;
      notes?: components["schemas"]["NotesSent"];
      /** @description A world of the library: its notes, facts and lorebooks, and memories shared by its scenes */
      worldId?: string;
      campaignId?: string;
      arcId?: string;
      characters?: (components["schemas"]["LibraryMember"] | components["schemas"]["CharacterInput"])[];
      personas?: ({
        id?: components["schemas"]["Slug"];
        name?: string;
        description?: string;
        /** @description What whoever plays it knows, and the director; nobody else */
        secrets?: string;
        from: string;
      } | components["schemas"]["PersonaInput"])[];
      lorebooks?: (string | components["schemas"]["LorebookSent"])[];
      /** @description Facts of the world */
      world?: {
        [key: string]: string;
      };
      trackers?: {
        [key: string]: string;
      };
      opening?: components["schemas"]["Opening"];
      game?: components["schemas"]["TableGameSent"];
      profiles?: {
        director?: components["schemas"]["Profile"] | string;
        character?: components["schemas"]["Profile"] | string;
        narrator?: components["schemas"]["Profile"] | string;
        world?: components["schemas"]["Profile"] | string;
        summarizer?: components["schemas"]["Profile"] | string;
        judge?: components["schemas"]["Profile"] | string;
        /** @description By id of a character: one that uses another model than the others */
        characters?: {
          [key: string]: components["schemas"]["Profile"] | string;
        };
      };
      settings?: components["schemas"]["SceneSettingsSent"];
      /** @description Lines kept verbatim in prompts. Default 40 */
      historyWindow?: number;
      budgets?: components["schemas"]["SceneBudgets"];
      /**
       * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
       * @enum {string}
       */
      turnMode?: "immediate" | "gather" | "manual";
      /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
      gatherSeconds?: number;
      /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
      hideLines?: boolean;
      /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
      holdForTyping?: number | null;
      seed?: string;
    };
    Slug: string;
    /** @description Author's notes at four levels */
    NotesSent: {
      /** @default  */
      world?: string;
      /** @default  */
      campaign?: string;
      /** @default  */
      arc?: string;
      /** @default  */
      scene?: string;
    };
    LibraryMember: {
      /** @description Default: made from the name */
      id?: components["schemas"]["Slug"];
      name?: string;
      /** @description What `{{char}}` stands for in its texts and in its own book. Default: its name */
      nickname?: string;
      description?: string;
      personality?: string;
      goals?: string;
      /** @description What it alone knows: for itself and the director, never for another character */
      secrets?: string;
      /** @description The author's word to whoever plays it, e.g. a card's system prompt */
      instructions?: string;
      /** @description Said at the end of every prompt of this character, e.g. a card's post-history instructions */
      postHistory?: string;
      depthPrompt?: components["schemas"]["DepthPromptSent"] | null;
      /** @description Example exchanges, each whole: lines `Name: …` */
      examples?: string[];
      /** @description Example lines; the understudy speaks in this voice too */
      voice?: string[];
      location?: string;
      mood?: string;
      /** @description Present from the start; otherwise available to the director */
      active?: boolean;
      from: string;
      /** @description Instead of its card's; empty: none */
      scenario?: string;
      /** @description False: without the book of its card */
      book?: boolean;
    };
    /** @description The author's word among the newest lines, as cards have one */
    DepthPromptSent: {
      text: string;
      /**
       * @description How many lines stand behind it; 0: it is the last
       * @default 4
       */
      depth?: number;
    };
    CharacterInput: {
      /** @description Default: made from the name */
      id?: components["schemas"]["Slug"];
      name: string;
      /**
       * @description What `{{char}}` stands for in its texts and in its own book. Default: its name
       * @default
       */
      nickname?: string;
      /** @default  */
      description?: string;
      /** @default  */
      personality?: string;
      /** @default  */
      goals?: string;
      /**
       * @description What it alone knows: for itself and the director, never for another character
       * @default
       */
      secrets?: string;
      /**
       * @description The author's word to whoever plays it, e.g. a card's system prompt
       * @default
       */
      instructions?: string;
      /**
       * @description Said at the end of every prompt of this character, e.g. a card's post-history instructions
       * @default
       */
      postHistory?: string;
      /** @default null */
      depthPrompt?: components["schemas"]["DepthPromptSent"] | null;
      /**
       * @description Example exchanges, each whole: lines `Name: …`
       * @default []
       */
      examples?: string[];
      /**
       * @description Example lines; the understudy speaks in this voice too
       * @default []
       */
      voice?: string[];
      /** @default  */
      location?: string;
      /** @default  */
      mood?: string;
      /**
       * @description Present from the start; otherwise available to the director
       * @default true
       */
      active?: boolean;
    };
    PersonaInput: {
      id?: components["schemas"]["Slug"];
      name: string;
      /** @default  */
      description?: string;
      /** @description What whoever plays it knows, and the director; nobody else */
      secrets?: string;
    };
    LorebookSent: {
      name: string;
      /** @default  */
      description?: string;
      /**
       * @description Messages looked at for keys
       * @default 4
       */
      scanDepth?: number;
      /** @default false */
      caseSensitive?: boolean;
      /** @default true */
      wholeWords?: boolean;
      /**
       * @description Entries found are themselves looked at for keys
       * @default true
       */
      recursive?: boolean;
      /**
       * @description How many times over
       * @default 3
       */
      maxRecursion?: number;
      /**
       * @description Most tokens of this book in a prompt; null: the envelope's share
       * @default null
       */
      tokenBudget?: number | null;
      /** @default [] */
      entries?: components["schemas"]["LoreEntrySent"][];
      /**
       * @description Fields of an imported book that we do not use
       * @default {}
       */
      extra?: {
        [key: string]: Json;
      };
    };
    LoreEntrySent: {
      /** @description Unique in its book; the `uid` of World Info */
      id: string;
      /**
       * @description For the author; models never see it
       * @default
       */
      name?: string;
      /** @default true */
      enabled?: boolean;
      /**
       * @description Always in, without any key
       * @default false
       */
      constant?: boolean;
      /**
       * @description Words or phrases; `/…/flags`, with flags out of gimsuy, is a regular expression. Any one of them is enough
       * @default []
       */
      keys?: string[];
      /** @default [] */
      secondaryKeys?: string[];
      /**
       * @description Which of the secondary keys must be there as well: any, all, none, or not all of them. Nothing without secondary keys
       * @default any
       * @enum {string}
       */
      logic?: "any" | "all" | "none" | "not-all";
      /** @default  */
      content?: string;
      /** @default null */
      caseSensitive?: boolean | null;
      /** @default null */
      wholeWords?: boolean | null;
      /**
       * @description Messages looked at for keys; null: as the book says
       * @default null
       */
      scanDepth?: number | null;
      /**
       * @description Where it stands among others, and which are kept when not all fit: high last, and kept first
       * @default 100
       */
      order?: number;
      /**
       * @description Percent
       * @default 100
       */
      probability?: number;
      /**
       * @description Names, separated by commas: of the entries of one group that match, one is used
       * @default
       */
      group?: string;
      /** @default 100 */
      groupWeight?: number;
      /**
       * @description Wins its group, the highest order among several, in place of a throw
       * @default false
       */
      groupOverride?: boolean;
      /**
       * @description Is not found in the text of other entries
       * @default false
       */
      excludeRecursion?: boolean;
      /**
       * @description Its text finds no other entries
       * @default false
       */
      preventRecursion?: boolean;
      /**
       * @description Is looked at once the text of another entry is in: in that text, and in the talk
       * @default false
       */
      delayUntilRecursion?: boolean;
      /** @default false */
      ignoreBudget?: boolean;
      /**
       * @description Fields of an imported entry that we do not use
       * @default {}
       */
      extra?: {
        [key: string]: Json;
      };
    };
    Opening: {
      /** @description `{{char}}` and `{{user}}` are filled in */
      text: string;
      /** @description A character; default: the narrator */
      by?: components["schemas"]["Slug"];
    } | {
      /** @description Of the library character `by`: 0 its first message, then its alternates, then those for groups */
      greeting: number;
      by: components["schemas"]["Slug"];
    };
    TableGameSent: {
      /** @enum {string} */
      kind: "word-pair";
      /** @description Everybody's word, and the odd one out's. Default: dealt from the built-in pairs */
      words?: [
        string,
        string
      ];
      /**
       * @description Rounds of clues before the verdict
       * @default 3
       */
      rounds?: number;
      /**
       * @description The judge looks after every so many rounds
       * @default 1
       */
      tickEvery?: number;
      /**
       * @description Personas that play too, by id: they are dealt words, and what they say is their clue. Rounds are then gathered, unless `turnMode` says otherwise
       * @default []
       */
      people?: components["schemas"]["Slug"][];
    };
    Profile: {
      /** @description Name of a provider (GET /v1/providers). Default: the first that is configured, else `understudy` */
      provider?: string;
      /** @description Default: the operator's MODEL */
      model?: string;
      /** @description Of sampling. Default: by role, from 0 for a judge to 0.9 for a character (docs/model.md#profiles) */
      temperature?: number;
      /** @description Samples from the likeliest tokens with this share together */
      topP?: number;
      /** @description Samples from this many of the likeliest tokens */
      topK?: number;
      /** @description Leaves out tokens less likely than this share of the likeliest one */
      minP?: number;
      /** @description Against tokens by how often they came */
      frequencyPenalty?: number;
      /** @description Against tokens that came at all */
      presencePenalty?: number;
      /** @description Against repeated tokens, as a factor; 1 is none */
      repetitionPenalty?: number;
      /** @description The answer ends before any of these */
      stop?: string[];
      /** @description Makes sampling repeatable where it can be */
      seed?: number;
      /** @description More fields of the request, as the endpoint names them */
      extraBody?: {
        [key: string]: Json;
      };
      /**
       * @description How much a model thinks before it answers. Default `default`: the model's own way
       * @enum {string}
       */
      reasoning?: "default" | "off" | "low" | "medium" | "high";
      /** @description Most tokens of thinking, beside `maxTokens`. Default 16000; used when a model thinks */
      reasoningTokens?: number;
      /** @description Most tokens an answer may have. Default: MAX_TOKENS */
      maxTokens?: number;
      /** @description The model window. Default: MAX_CONTEXT_TOKENS */
      maxContextTokens?: number;
      /** @description Of one call. Default: CALL_TIMEOUT_S */
      timeoutSeconds?: number;
      /** @description Kinds a talking agent may emit. Default ["say"]. With `whisper`, a character may whisper to those it names */
      mayEmit?: string[];
      /**
       * @description The layout of prompts in scenes. Default `chat`: rules and cards, then the conversation as turns, own lines as the assistant’s. `flat`: one message with titled parts. `small`: for models of a few billion parameters. The director chooses ids alone; a character gets its card in a few sentences and answers in prose. In runs it makes the prompts of adventurer, explorer and analyst short
       * @enum {string}
       */
      promptStyle?: "chat" | "flat" | "small";
      /** @description True: answers are JSON. False, for characters: plain prose, the spoken line. Default: JSON, but prose for characters whose prompts are chats and whose lines need no fields */
      expectsJson?: boolean;
      /**
       * @description `object`: any JSON object of the form of `jsonExample`; `schema`: one that fits `jsonSchema`. Default: `schema` with a `jsonSchema`, `object` with a `jsonExample` alone
       * @enum {string}
       */
      jsonMode?: "object" | "schema";
      /** @description JSON Schema draft-07 of an object, inline or as a string of JSON. An engine's own schema wins over it */
      jsonSchema?: {
        [key: string]: Json;
      } | string;
      /** @description An answer of the wanted form */
      jsonExample?: {
        [key: string]: Json;
      };
      /** @description Fields a character answers beside its line: required strings, except `winner` (one of the cast, or null) and `scores` (numbers by name) */
      outputExtraFields?: string[];
      /** @description Who is asked instead when this one gives no usable answer; what it does not say is as here */
      fallback?: components["schemas"]["FallbackProfile"];
    };
    FallbackProfile: {
      /** @description Name of a provider (GET /v1/providers). Default: the first that is configured, else `understudy` */
      provider?: string;
      /** @description Default: the operator's MODEL */
      model?: string;
      /** @description Of sampling. Default: by role, from 0 for a judge to 0.9 for a character (docs/model.md#profiles) */
      temperature?: number;
      /** @description Samples from the likeliest tokens with this share together */
      topP?: number;
      /** @description Samples from this many of the likeliest tokens */
      topK?: number;
      /** @description Leaves out tokens less likely than this share of the likeliest one */
      minP?: number;
      /** @description Against tokens by how often they came */
      frequencyPenalty?: number;
      /** @description Against tokens that came at all */
      presencePenalty?: number;
      /** @description Against repeated tokens, as a factor; 1 is none */
      repetitionPenalty?: number;
      /** @description The answer ends before any of these */
      stop?: string[];
      /** @description Makes sampling repeatable where it can be */
      seed?: number;
      /** @description More fields of the request, as the endpoint names them */
      extraBody?: {
        [key: string]: Json;
      };
      /**
       * @description How much a model thinks before it answers. Default `default`: the model's own way
       * @enum {string}
       */
      reasoning?: "default" | "off" | "low" | "medium" | "high";
      /** @description Most tokens of thinking, beside `maxTokens`. Default 16000; used when a model thinks */
      reasoningTokens?: number;
      /** @description Most tokens an answer may have. Default: MAX_TOKENS */
      maxTokens?: number;
      /** @description The model window. Default: MAX_CONTEXT_TOKENS */
      maxContextTokens?: number;
      /** @description Of one call. Default: CALL_TIMEOUT_S */
      timeoutSeconds?: number;
      /** @description Kinds a talking agent may emit. Default ["say"]. With `whisper`, a character may whisper to those it names */
      mayEmit?: string[];
      /**
       * @description The layout of prompts in scenes. Default `chat`: rules and cards, then the conversation as turns, own lines as the assistant’s. `flat`: one message with titled parts. `small`: for models of a few billion parameters. The director chooses ids alone; a character gets its card in a few sentences and answers in prose. In runs it makes the prompts of adventurer, explorer and analyst short
       * @enum {string}
       */
      promptStyle?: "chat" | "flat" | "small";
      /** @description True: answers are JSON. False, for characters: plain prose, the spoken line. Default: JSON, but prose for characters whose prompts are chats and whose lines need no fields */
      expectsJson?: boolean;
      /**
       * @description `object`: any JSON object of the form of `jsonExample`; `schema`: one that fits `jsonSchema`. Default: `schema` with a `jsonSchema`, `object` with a `jsonExample` alone
       * @enum {string}
       */
      jsonMode?: "object" | "schema";
      /** @description JSON Schema draft-07 of an object, inline or as a string of JSON. An engine's own schema wins over it */
      jsonSchema?: {
        [key: string]: Json;
      } | string;
      /** @description An answer of the wanted form */
      jsonExample?: {
        [key: string]: Json;
      };
      /** @description Fields a character answers beside its line: required strings, except `winner` (one of the cast, or null) and `scores` (numbers by name) */
      outputExtraFields?: string[];
    };
    SceneSettingsSent: {
      /**
       * @description `full`: a director plans each round and reconciles it. `light`: one short call says who speaks and with what cue, and the state is kept behind the lines. `off`: no call; who speaks follows from `speakers`
       * @default full
       * @enum {string}
       */
      director?: "full" | "light" | "off";
      /**
       * @description Without a director, who speaks where nobody is addressed or named: by talkativeness, who has been silent longest, or everyone present
       * @default natural
       * @enum {string}
       */
      speakers?: "natural" | "inTurn" | "all";
      /**
       * @description By id of a character, for `natural`: 0 only when spoken to, 1 always. Default 0.5
       * @default {}
       */
      talkativeness?: {
        [key: string]: number;
      };
      /**
       * @description Most characters that act in a pass; who is addressed acts in any case
       * @default 3
       */
      maxActors?: number;
      /**
       * @description How long the lines of characters and narrator are: `short`, `medium`, `long`, or so many paragraphs
       * @default medium
       */
      length?: components["schemas"]["LineLength"];
      /**
       * @description The same by id of a character
       * @default {}
       */
      lengths?: {
        [key: string]: components["schemas"]["LineLength"];
      };
      /**
       * @description How characters and the narrator are told to play; null: the built-in rules
       * @default {}
       */
      rules?: {
        /** @default null */
        character?: string | null;
        /** @default null */
        narrator?: string | null;
      };
      /** @default {} */
      direction?: components["schemas"]["DirectionSent"];
      /**
       * @description Players may choose among the alternatives of lines that answer them
       * @default false
       */
      playersChoose?: boolean;
      /**
       * @description Summarise when more messages than this are unsummarised
       * @default 10
       */
      summarizeAfter?: number;
      /**
       * @description Passes of the director in a round; 1 leaves out the reconciliation
       * @default 2
       */
      maxDirectorPasses?: number;
      /**
       * @description An agent of its own reconciles world facts and trackers after pass 2
       * @default false
       */
      worldAgent?: boolean;
      /**
       * @description Store private thoughts of characters as events for the owner
       * @default true
       */
      thoughts?: boolean;
      /**
       * @description Percent of the context; what is not listed keeps its default
       * @default {}
       */
      shares?: {
        [key: string]: number;
      };
      /**
       * @description Hard limits of single sections; none by default
       * @default {}
       */
      caps?: {
        [key: string]: components["schemas"]["SectionCap"];
      };
      /** @default {} */
      memory?: {
        /**
         * @description Characters remember rounds, and are reminded of them
         * @default true
         */
        enabled?: boolean;
        /**
         * @description Most memories of one character in a round
         * @default 5
         */
        topK?: number;
        /**
         * @description What scores less is not recalled
         * @default 0.1
         */
        minScore?: number;
        /**
         * @description Rounds after which a memory counts half
         * @default 50
         */
        halfLife?: number;
        /**
         * @description Age never takes more than this leaves
         * @default 0.2
         */
        floor?: number;
      };
    };
    LineLength: ("short" | "medium" | "long") | number;
    DirectionSent: {
      /**
       * @description In the owner’s words
       * @default null
       */
      tone?: string | null;
      /**
       * @default even
       * @enum {string}
       */
      pacing?: "slow" | "even" | "fast";
      /**
       * @description On whom it is: on the players, or on what the characters do among themselves
       * @default even
       * @enum {string}
       */
      spotlight?: "players" | "even" | "cast";
      /**
       * @description How readily it leaves the word to the players
       * @default even
       * @enum {string}
       */
      yields?: "soon" | "even" | "late";
    };
    SectionCap: {
      maxTokens?: number;
      maxChars?: number;
      /** @description Most entries */
      topK?: number;
    };
    /** @description Most that a scene may spend; what is not sent stays */
    SceneBudgets: {
      /** @description Most calls of models; null: no limit */
      calls?: number | null;
      /** @description Most tokens, of prompts and answers together; null: no limit */
      tokens?: number | null;
      /** @description Most money, in the stage's currency (PRICES); null: no limit */
      money?: number | null;
      /** @description What each player may spend in this scene */
      perSeat?: {
        /** @description Most calls of models; null: no limit */
        calls?: number | null;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
    };
    ChangeScene: {
      title?: string;
      /**
       * @description A finished scene takes no turns until it is opened again
       * @enum {string}
       */
      status?: "open" | "finished";
      scenario?: string;
      /** @description Level by level */
      notes?: {
        world?: string;
        campaign?: string;
        arc?: string;
        scene?: string;
      };
      /** @description By key; null clears it, what is not listed stays */
      world?: {
        [key: string]: string | null;
      };
      /** @description By key; null clears it, what is not listed stays */
      trackers?: {
        [key: string]: string | null;
      };
      /** @description The whole list: books, `lor_…` of the library as it is now, and ids of books that the scene has */
      lorebooks?: (string | components["schemas"]["LorebookSent"])[];
      settings?: components["schemas"]["ChangeSettings"];
      /** @description Lines kept verbatim in prompts. Default 40 */
      historyWindow?: number;
      budgets?: components["schemas"]["SceneBudgets"];
      /**
       * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
       * @enum {string}
       */
      turnMode?: "immediate" | "gather" | "manual";
      /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
      gatherSeconds?: number;
      /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
      hideLines?: boolean;
      /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
      holdForTyping?: number | null;
      /** @description Those listed, each as a whole; null: as if none had been given */
      profiles?: {
        director?: (components["schemas"]["Profile"] | string) | null;
        character?: (components["schemas"]["Profile"] | string) | null;
        narrator?: (components["schemas"]["Profile"] | string) | null;
        world?: (components["schemas"]["Profile"] | string) | null;
        summarizer?: (components["schemas"]["Profile"] | string) | null;
        judge?: (components["schemas"]["Profile"] | string) | null;
        /** @description By id of a character: one that uses another model than the others */
        characters?: {
          [key: string]: (components["schemas"]["Profile"] | string) | null;
        };
      };
      personas?: {
        add?: ({
          id?: components["schemas"]["Slug"];
          name?: string;
          description?: string;
          /** @description What whoever plays it knows, and the director; nobody else */
          secrets?: string;
          from: string;
        } | components["schemas"]["PersonaInput"])[];
        change?: {
          [key: string]: components["schemas"]["ChangePlayer"];
        };
      };
      characters?: {
        add?: (components["schemas"]["LibraryMember"] | components["schemas"]["CharacterInput"])[];
        /** @description By id. Nobody is removed: `active: false` takes one out of the scene */
        change?: {
          [key: string]: components["schemas"]["ChangeCastMemberSent"];
        };
      };
    };
    ChangeSettings: {
      /**
       * @description `full`: a director plans each round and reconciles it. `light`: one short call says who speaks and with what cue, and the state is kept behind the lines. `off`: no call; who speaks follows from `speakers`
       * @enum {string}
       */
      director?: "full" | "light" | "off";
      /**
       * @description Without a director, who speaks where nobody is addressed or named: by talkativeness, who has been silent longest, or everyone present
       * @enum {string}
       */
      speakers?: "natural" | "inTurn" | "all";
      /** @description Character by character; null: the default */
      talkativeness?: {
        [key: string]: number | null;
      };
      /** @description Most characters that act in a pass; who is addressed acts in any case */
      maxActors?: number;
      /** @description How long the lines of characters and narrator are: `short`, `medium`, `long`, or so many paragraphs */
      length?: components["schemas"]["LineLength"];
      /** @description Character by character; null: as `length` says */
      lengths?: {
        [key: string]: components["schemas"]["LineLength"] | null;
      };
      /** @description Those listed; null: the built-in rules */
      rules?: {
        character?: string | null;
        narrator?: string | null;
      };
      /** @description Key by key */
      direction?: {
        /** @description In the owner’s words */
        tone?: string | null;
        /** @enum {string} */
        pacing?: "slow" | "even" | "fast";
        /**
         * @description On whom it is: on the players, or on what the characters do among themselves
         * @enum {string}
         */
        spotlight?: "players" | "even" | "cast";
        /**
         * @description How readily it leaves the word to the players
         * @enum {string}
         */
        yields?: "soon" | "even" | "late";
      };
      /** @description Players may choose among the alternatives of lines that answer them */
      playersChoose?: boolean;
      /** @description Summarise when more messages than this are unsummarised */
      summarizeAfter?: number;
      /** @description Passes of the director in a round; 1 leaves out the reconciliation */
      maxDirectorPasses?: number;
      /** @description An agent of its own reconciles world facts and trackers after pass 2 */
      worldAgent?: boolean;
      /** @description Store private thoughts of characters as events for the owner */
      thoughts?: boolean;
      /** @description Section by section; null: its default */
      shares?: {
        [key: string]: number | null;
      };
      /** @description Section by section, each as a whole; null: no limit of its own */
      caps?: {
        [key: string]: components["schemas"]["SectionCap"] | null;
      };
      memory?: {
        /** @description Characters remember rounds, and are reminded of them */
        enabled?: boolean;
        /** @description Most memories of one character in a round */
        topK?: number;
        /** @description What scores less is not recalled */
        minScore?: number;
        /** @description Rounds after which a memory counts half */
        halfLife?: number;
        /** @description Age never takes more than this leaves */
        floor?: number;
      };
    };
    ChangePlayer: {
      name?: string;
      description?: string;
      /** @description What whoever plays it knows, and the director; nobody else */
      secrets?: string;
    };
    ChangeCastMemberSent: {
      description?: string;
      personality?: string;
      goals?: string;
      /** @description What it alone knows: for itself and the director, never for another character */
      secrets?: string;
      /** @description The author's word to whoever plays it, e.g. a card's system prompt */
      instructions?: string;
      /** @description Said at the end of every prompt of this character, e.g. a card's post-history instructions */
      postHistory?: string;
      depthPrompt?: components["schemas"]["DepthPromptSent"] | null;
      /** @description Example exchanges, each whole: lines `Name: …` */
      examples?: string[];
      /** @description Example lines; the understudy speaks in this voice too */
      voice?: string[];
      /** @description Present from the start; otherwise available to the director */
      active?: boolean;
      location?: string;
      mood?: string;
      clothing?: string;
      activity?: string;
      intentions?: string;
    };
    TurnInput: {
      /** @constant */
      type: "user";
      text: string;
      /** @description Who speaks. May be left out when the scene has one persona */
      personaId?: components["schemas"]["Slug"];
      /**
       * @description Characters addressed; they answer whatever the director thinks
       * @default []
       */
      to?: string[];
      /** @description Only those in `to`, the owner and the director know of it. `to` may then name players as well, `persona:<id>` */
      whisper?: boolean;
    } | {
      /** @constant */
      type: "continuation";
      personaId?: components["schemas"]["Slug"];
      /** @default [] */
      to?: components["schemas"]["Slug"][];
    } | {
      /** @constant */
      type: "narration";
      /** @description What the narrator is to tell. Default: what is to be seen */
      text?: string;
    };
    DraftLine: {
      /** @description For whom; a seat needs none: it has its own */
      personaId?: components["schemas"]["Slug"];
      /** @description What the line is to say or do, in a few words */
      direction?: string;
    };
    ChooseTry: {
      /** @description Number of the try, as its start has it */
      attempt: number;
    };
    CallOn: {
      /** @description Acts in the next round, alone; null: nobody in particular */
      character: components["schemas"]["Slug"] | null;
      /**
       * @description Do not act in the next round, whatever the director says
       * @default []
       */
      skip?: components["schemas"]["Slug"][];
    };
    EditLine: {
      text: string;
    };
    RewriteLine: {
      /** @description A word to the character alone, for this try */
      direction?: string;
    };
    ChooseAlternative: {
      /** @description 0: the line as it was spoken first */
      index: number;
    };
    ForkScene: {
      /** @description The last round the fork shares; default: the last that was completed */
      round?: number;
      title?: string;
    };
    StartAutonomy: {
      /** @description How many rounds the scene goes on for by itself */
      rounds: number;
      /**
       * @description Between the end of a round and the next that begins by itself
       * @default 0
       */
      pauseSeconds?: number;
      /** @description Most that the scene may spend meanwhile; when it is spent it goes on by itself no more */
      budget?: {
        /** @description Most calls of models; null: no limit */
        calls?: number | null;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
    };
    CreateSeat: {
      /** @enum {string} */
      role: "player" | "spectator";
      /**
       * @description Whom the player plays; null: nobody yet, so it may only watch
       * @default null
       */
      persona?: components["schemas"]["Slug"] | null;
      /**
       * @description For the owner's own list
       * @default
       */
      label?: string;
      /** @description Name of whoever invites, for the page of the invitation */
      host?: string;
      /**
       * @description A seat for many: as many spectators as come take it by its one invitation
       * @default false
       */
      forMany?: boolean;
      /**
       * @description How long the invitation can be accepted
       * @default 168
       */
      invitationHours?: number;
      /**
       * @description How long the seat lasts from now on; null: until it is revoked
       * @default null
       */
      seatHours?: number | null;
    };
    ChangeSeat: {
      /** @description Whom the player plays from now on */
      persona: components["schemas"]["Slug"] | null;
    };
    RenewSeat: {
      /**
       * @description How long the invitation can be accepted
       * @default 168
       */
      invitationHours?: number;
    };
    LookAtInvitation: {
      invitation: string;
      /**
       * @description True adds small pictures of the cast
       * @default false
       */
      pictures?: boolean;
    };
    AcceptSeat: {
      invitation: string;
      /** @description How the others know the person; a seat for many has one name for all */
      name: string;
    };
    WriteNote: {
      text: string;
    };
    /** @description RegistrationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it */
    RegisterPasskey: {
      id: string;
      rawId: string;
      /** @constant */
      type: "public-key";
      response: {
        clientDataJSON: string;
        attestationObject: string;
      } & {
        [key: string]: Json;
      };
      /** @default {} */
      clientExtensionResults?: {
        [key: string]: Json;
      };
    } & {
      [key: string]: Json;
    };
    /** @description AuthenticationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it */
    SignInByPasskey: {
      id: string;
      rawId: string;
      /** @constant */
      type: "public-key";
      response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
      } & {
        [key: string]: Json;
      };
      /** @default {} */
      clientExtensionResults?: {
        [key: string]: Json;
      };
    } & {
      [key: string]: Json;
    };
    KeepSeat: {
      /** @description Token of the seat, `st_…`: the proof that it is yours */
      token: string;
    };
    CreateRun: {
      /** @description Id of a game; see GET /v1/games */
      game: components["schemas"]["GameRef"];
      title?: string;
      /** @description A grid game has an explorer and an analyst; an adventure an adventurer, a critic, an extractor, a chronicler (memories), a keeper (objectives) and a scholar (knowledge), each as the adventurer unless said */
      profiles?: {
        explorer?: components["schemas"]["Profile"];
        analyst?: components["schemas"]["Profile"];
        adventurer?: components["schemas"]["Profile"];
        critic?: components["schemas"]["Profile"];
        extractor?: components["schemas"]["Profile"];
        chronicler?: components["schemas"]["Profile"];
        keeper?: components["schemas"]["Profile"];
        scholar?: components["schemas"]["Profile"];
      };
      budgets?: {
        /** @description Of a grid game. Default 200 */
        actions?: number;
        /** @description Of an adventure. Default 300 */
        turns?: number;
        /** @description Of models. Default 400 in a grid game, 2000 in an adventure */
        calls?: number;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
      /** @description Of an adventure */
      options?: components["schemas"]["AdventureOptions"];
      /** @description Of a game of the ARC-AGI-3 service */
      scorecard?: components["schemas"]["ScorecardOptions"];
      seed?: string;
      /** @description Of a grid game: go on to play it once every action is settled, until the actions of the budget are spent. Default false */
      play?: boolean;
      /** @description Of a grid game: proof moves. Once every action is settled, so many actions of the budget are drawn at random; one that goes otherwise than a verified definition says opens its action again. Default 0 */
      prove?: number;
      /**
       * @description Start at once. A text adventure that a person plays always opens at once
       * @default false
       */
      start?: boolean;
    };
    GameRef: string;
    AdventureOptions: {
      /**
       * @description Who plays. `person`: a turn types what a person gave and asks no model; without a command it opens the story and waits. Default `agent`
       * @enum {string}
       */
      player?: "agent" | "person";
      /** @description Episodes the run may hold. Default 1 */
      episodes?: number;
      /** @description Default null: no limit but the budget */
      turnsPerEpisode?: number | null;
      /** @description Default on, threshold -0.2: a command with a lower score is rejected */
      critic?: {
        on?: boolean;
        threshold?: number;
      };
      /** @description What the text shows, each turn. Default true */
      extractor?: boolean;
      /** @description Memories, each turn. Default true */
      chronicler?: boolean;
      /** @description Objectives are looked for every so many turns; 0: never. Default 20 */
      discoverEvery?: number;
      /** @description Active objectives above which they are refined. Default 12 */
      refineAbove?: number;
      /** @description Turns after which an untouched objective of an agent is dropped. Default 60 */
      staleAfter?: number;
      /** @description Knowledge is written every so many turns; 0: at the end only. Default 50 */
      synthesizeEvery?: number;
      /** @description Turns without progress that end an episode; 0: never. Default 60 */
      stuckAfter?: number;
      /** @description Exits are tried and taken back, and prompts carry them. Default true */
      probe?: boolean;
      /** @description Memories and knowledge are shared with other runs of the story. Default true */
      share?: boolean;
      /**
       * @description `trials`: prompts name the commands whose trial changed the world, as the valid actions of Jericho do. Default `none`
       * @enum {string}
       */
      hints?: "none" | "trials";
      /** @description The agents know what the story prints and nothing else: nothing is tried, read from memory or shared (`probe`, `share` and `hints` are off). Default false */
      fair?: boolean;
    };
    ScorecardOptions: {
      /** @description Tags of the card that is opened */
      tags?: string[];
      /**
       * Format: uri
       * @description Where the source of the agent is; the service shows it
       */
      sourceUrl?: string;
      /** @description An open card that several runs share: it is played on, and not closed when the run ends */
      id?: string;
      /** @description Cookies that came with that card: they lead to the server that has it */
      cookies?: {
        [key: string]: string;
      };
    };
    ChangeRun: {
      title?: string;
      budgets?: {
        /** @description Of a grid game. Default 200 */
        actions?: number;
        /** @description Of an adventure. Default 300 */
        turns?: number;
        /** @description Of models. Default 400 in a grid game, 2000 in an adventure */
        calls?: number;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
      /** @description Of a grid game: whether it goes on to play once every action is settled */
      play?: boolean;
      /**
       * @description Of a text adventure: who plays from the next turn on
       * @enum {string}
       */
      player?: "agent" | "person";
    };
    PostObservation: {
      /** @description A grid of colours 0–15 as rows, up to 64×64; or several, oldest first: the animation, the last one settled */
      frames?: number[][] | number[][][];
      /** @description Instead of `frames`: the board as a PNG in the ARC palette, base64 */
      png?: string;
      /** @description Of `png`, when its cells are not 1 pixel each */
      rows?: number;
      cols?: number;
      /**
       * @default NOT_FINISHED
       * @enum {string}
       */
      state?: "NOT_FINISHED" | "WIN" | "GAME_OVER";
      /** @description Default: as before */
      levelsCompleted?: number;
      /** @description Actions that may be asked for next; default: as before, at first ACTION1 to ACTION5 */
      availableActions?: (components["schemas"]["ActionId"] | number)[];
      /** @description `n` of the request this answers; another one than the open one is refused */
      request?: number;
    };
    /** @enum {string} */
    ActionId: "ACTION1" | "ACTION2" | "ACTION3" | "ACTION4" | "ACTION5" | "ACTION6" | "ACTION7";
    GiveMove: {
      /** @description `RESET` starts the game, or its level again when something was done in it */
      action: components["schemas"]["ActionId"] | "RESET";
      /** @description Column of a click (`ACTION6`) */
      x?: number;
      /** @description Row of a click (`ACTION6`) */
      y?: number;
    };
    ForkRun: {
      /** @description The last turn the fork shares; default: the last that was completed */
      turn?: number;
      title?: string;
      budgets?: {
        /** @description Of a grid game. Default 200 */
        actions?: number;
        /** @description Of an adventure. Default 300 */
        turns?: number;
        /** @description Of models. Default 400 in a grid game, 2000 in an adventure */
        calls?: number;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
    };
    TryCommands: {
      /** @description One command; empty: Enter alone */
      command?: string;
      /** @description Several, one after the other */
      commands?: string[];
      /** @description From the outcome of this turn, which moved the story; 0: from the opening of the newest episode; absent: from where it stands */
      turn?: number;
    };
    AddObjective: {
      text: string;
      /**
       * @default normal
       * @enum {string}
       */
      priority?: "high" | "normal" | "low";
      /** @default null */
      parent?: string | null;
    };
    OrderObjectives: {
      /** @description Ids of active objectives in their new order; others follow as they are */
      order: string[];
    };
    ChangeObjective: {
      text?: string;
      /** @enum {string} */
      priority?: "high" | "normal" | "low";
      parent?: string | null;
      /**
       * @description It is completed, the player says
       * @constant
       */
      done?: true;
    };
    GiveCommand: {
      /** @description Empty: Enter alone, as at "Hit RETURN", or lets a story go on that took too long; only with `take`. Where the story waits for a key: a character, or the name of a key: `enter`, `space`, `escape`, `delete`, `up`, `down`, `left`, `right`, `f1` to `f12`, `keypad 0` to `keypad 9` */
      command: string;
      /**
       * @description `take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it
       * @default take
       * @enum {string}
       */
      mode?: "take" | "suggest";
    };
    SaveStory: {
      /** @description A name of your own, such as "before the dragon" */
      name: string;
    };
    RestoreStory: {
      /** @description A name of your own, such as "before the dragon" */
      save?: string;
      /** @description A turn that moved the story */
      turn?: number;
    };
    CreateExperiment: {
      name: string;
      /**
       * @description Ids of games of any kind; see GET /v1/games
       * @default []
       */
      games?: components["schemas"]["GameRef"][];
      /**
       * @description Text adventures; the same as to name them in `games`
       * @default []
       */
      stories?: components["schemas"]["GameRef"][];
      /** @description Who plays: each plays every game. Default: one, who answers where nothing else is said */
      models?: (string | {
        /** @description Its name in the table. Default: who is asked */
        label?: string;
        /** @description Of every agent of a run */
        profile?: components["schemas"]["Profile"];
        /** @description By agent, over `profile`; a run takes those of its kind of game */
        profiles?: {
          explorer?: components["schemas"]["Profile"];
          analyst?: components["schemas"]["Profile"];
          adventurer?: components["schemas"]["Profile"];
          critic?: components["schemas"]["Profile"];
          extractor?: components["schemas"]["Profile"];
          chronicler?: components["schemas"]["Profile"];
          keeper?: components["schemas"]["Profile"];
          scholar?: components["schemas"]["Profile"];
        };
      })[];
      /**
       * @description Seeds, or how many: 3 are `1`, `2` and `3`
       * @default 1
       */
      seeds?: number | string[];
      /** @description Of each run; a run takes those of its kind of game */
      budgets?: {
        /** @description Of a grid game. Default 200 */
        actions?: number;
        /** @description Of an adventure. Default 300 */
        turns?: number;
        /** @description Of models. Default 400 in a grid game, 2000 in an adventure */
        calls?: number;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
      /** @description Of all its runs together: once it is spent, no more are made and the experiment pauses */
      budget?: {
        /** @description Of all grid games together; null: no limit */
        actions?: number | null;
        /** @description Answers that are used, those of the understudy too; null: no limit */
        calls?: number | null;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
      /** @description Of text adventures. Default of `share` here: false */
      options?: components["schemas"]["AdventureOptions"];
      /** @description Of a grid game: go on to play it once every action is settled, until the actions of the budget are spent. Default false */
      play?: boolean;
      /** @description Of a grid game: proof moves. Once every action is settled, so many actions of the budget are drawn at random; one that goes otherwise than a verified definition says opens its action again. Default 0 */
      prove?: number;
      /**
       * @description Runs that are played at a time
       * @default 2
       */
      parallel?: number;
      /**
       * @description Kept with it, and on its scorecard
       * @default []
       */
      tags?: string[];
      /**
       * Format: uri
       * @description Address of your code or notes, for the scorecard
       */
      sourceUrl?: string;
      /**
       * @description False: it waits for `POST …/resume`
       * @default true
       */
      start?: boolean;
    };
    ExperimentFile: {
      /** @constant */
      format: "proscenium-experiment";
      /** @constant */
      version: 1;
      /** @description Id of the exported experiment; an import gets a new one */
      id: string;
      /** Format: date-time */
      createdAt: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "finished";
      /** @description `done`: every run is over; `stopped`: it was asked for */
      finishReason: ("done" | "stopped") | null;
      /** @description The request (`CreateExperiment`) that creates the same experiment, not started */
      plan: {
        [key: string]: components["schemas"]["Json"];
      };
      /** @description Human baselines by game: actions of each level */
      baselines: {
        [key: string]: number[];
      };
      /** @description Its text adventures when it was created */
      stories: {
        [key: string]: {
          title: string;
          release: number;
          serial: string;
        };
      };
      /** @description Every run of the plan, in order */
      runs: {
        /** @description Its place in the experiment, from 1 */
        n: number;
        /** @description null: it was not made */
        run: string | null;
        /** @enum {string} */
        standing: "waiting" | "making" | "playing" | "over";
        /** @enum {string} */
        status: "waiting" | "created" | "running" | "paused" | "failed" | "finished" | "refused" | "skipped" | "deleted";
        reason: string | null;
        /** @description Last known results; null: none yet */
        tally: {
          /** @enum {string} */
          status: "created" | "running" | "paused" | "failed" | "finished";
          reason: string | null;
          /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
          answeredBy: string[];
          /** @description It pauses because a budget is spent */
          isShort: boolean;
          /** @description Of a story its best score in points; of a grid game the levels that were completed */
          score: number | null;
          /** @description Of a story: the highest score possible, as it says */
          maximum: number | null;
          /** @description Of a story: `score` of `maximum`, from 0 to 1 */
          shareOfMaximum: number | null;
          /** @description Commands typed in a story, counted while the run is not playing */
          moves: number | null;
          /** @description Of a story */
          deaths: number | null;
          /** @description Of a story: places that were visited */
          places: number | null;
          /** @description Levels that were completed, of a grid game */
          levels: number | null;
          /** @description Actions of each level that was completed, in order; of grid games */
          levelActions: number[];
          turns: number | null;
          /** @description Of a grid game */
          actions: number | null;
          /** @description Answers that were used, those of the understudy too */
          calls: number | null;
          /** @description Of prompts and answers together; the understudy takes none */
          tokens: number | null;
          /** @description In the stage's currency; null: no prices are set (PRICES) */
          money: number | null;
          /** @description Actions whose definition is verified, of a grid game */
          verified: number | null;
          /** @description Actions that the game has offered */
          known: number | null;
          /** @description Claims that fit at least one recorded execution and contradict none */
          trueClaims: number | null;
          /** @description Claims that a recorded execution contradicts */
          falseClaims: number | null;
        } | null;
        startedAt: string | null;
        endedAt: string | null;
      }[];
    };
    Json: Json;
    ChangeExperiment: {
      /** @description Of all its runs together. A measure that is not sent stays; null takes its limit away */
      budget?: {
        /** @description Of all grid games together; null: no limit */
        actions?: number | null;
        /** @description Answers that are used, those of the understudy too; null: no limit */
        calls?: number | null;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
    };
    TryLorebook: {
      book: components["schemas"]["LorebookSent"];
      /** @description What was said, newest last, each as agents hear it: `Name: text` */
      messages: string[];
      /**
       * @description Searched whatever the scan depth, as the scenario of a scene is
       * @default []
       */
      always?: string[];
      /**
       * @description Of the dice: another one throws again
       * @default
       */
      seed?: string;
      /**
       * @description Most tokens beside the book's own `tokenBudget`; null: no other limit
       * @default null
       */
      budget?: number | null;
    };
    WorldSent: {
      name: string;
      /** @default  */
      description?: string;
      /**
       * @description The author's notes; part of every prompt of its scenes
       * @default
       */
      notes?: string;
      /**
       * @description World state that its scenes start from
       * @default {}
       */
      facts?: {
        [key: string]: string;
      };
      /** @default [] */
      lorebooks?: string[];
    };
    ChangeWorld: {
      name?: string;
      description?: string;
      notes?: string;
      facts?: {
        [key: string]: string;
      };
      lorebooks?: string[];
    };
    CampaignSent: {
      world: string;
      name: string;
      /** @default  */
      description?: string;
      /** @default  */
      notes?: string;
      /**
       * @description Trackers that its scenes start from
       * @default {}
       */
      trackers?: {
        [key: string]: string;
      };
    };
    ChangeCampaign: {
      world?: string;
      name?: string;
      description?: string;
      notes?: string;
      trackers?: {
        [key: string]: string;
      };
    };
    ArcSent: {
      campaign: string;
      name: string;
      /** @default  */
      description?: string;
      /** @default  */
      notes?: string;
      /** @default {} */
      trackers?: {
        [key: string]: string;
      };
    };
    ChangeArc: {
      campaign?: string;
      name?: string;
      description?: string;
      notes?: string;
      trackers?: {
        [key: string]: string;
      };
    };
    CharacterSent: {
      name: string;
      /**
       * @description What `{{char}}` stands for in its texts and its book. Default: its name
       * @default
       */
      nickname?: string;
      /** @default  */
      description?: string;
      /** @default  */
      personality?: string;
      /**
       * @description Becomes that of a scene, or joins the scene's notes under its name
       * @default
       */
      scenario?: string;
      /** @default  */
      goals?: string;
      /**
       * @description What it alone knows: for itself and the director, never for another character
       * @default
       */
      secrets?: string;
      /**
       * @description Example lines of its own
       * @default []
       */
      voice?: string[];
      /**
       * @description Example exchanges as cards have them: each begins with a line `<START>`, in it lines `{{char}}: …` and `{{user}}: …`
       * @default
       */
      exampleMessages?: string;
      /** @default  */
      firstMessage?: string;
      /** @default [] */
      alternateGreetings?: string[];
      /**
       * @description For scenes with several characters; counted after the alternate greetings
       * @default []
       */
      groupGreetings?: string[];
      /** @default  */
      systemPrompt?: string;
      /**
       * @description Said at the end of every prompt of this character
       * @default
       */
      postHistoryInstructions?: string;
      /**
       * @description Said in front of the `depth` newest lines of every prompt of this character
       * @default null
       */
      depthPrompt?: {
        text: string;
        /** @default 4 */
        depth?: number;
      } | null;
      /**
       * @description Becomes `settings.talkativeness` of the character in a scene, unless the scene has its own
       * @default null
       */
      talkativeness?: number | null;
      /** @default  */
      creatorNotes?: string;
      /** @default  */
      creator?: string;
      /** @default  */
      version?: string;
      /** @default [] */
      tags?: string[];
      /**
       * @description Its own book, as cards embed one
       * @default null
       */
      lorebook?: components["schemas"]["LorebookSent"] | null;
      /**
       * @description What an imported card had beside this; it is there again when the card is exported
       * @default {}
       */
      extra?: {
        [key: string]: Json;
      };
    };
    ChangeCharacter: {
      name?: string;
      nickname?: string;
      description?: string;
      personality?: string;
      scenario?: string;
      goals?: string;
      secrets?: string;
      voice?: string[];
      exampleMessages?: string;
      firstMessage?: string;
      alternateGreetings?: string[];
      groupGreetings?: string[];
      systemPrompt?: string;
      postHistoryInstructions?: string;
      depthPrompt?: {
        text: string;
        /** @default 4 */
        depth?: number;
      } | null;
      talkativeness?: number | null;
      creatorNotes?: string;
      creator?: string;
      version?: string;
      tags?: string[];
      lorebook?: components["schemas"]["LorebookSent"] | null;
      /** @description Any JSON object */
      extra?: {
        [key: string]: Json;
      };
    };
    PersonaSent: {
      name: string;
      /** @default  */
      description?: string;
    };
    ChangePersona: {
      name?: string;
      description?: string;
    };
    ChangeLorebook: {
      name?: string;
      description?: string;
      scanDepth?: number;
      caseSensitive?: boolean;
      wholeWords?: boolean;
      recursive?: boolean;
      maxRecursion?: number;
      tokenBudget?: number | null;
      entries?: components["schemas"]["LoreEntrySent"][];
      /** @description Any JSON object */
      extra?: {
        [key: string]: Json;
      };
    };
    /** @description How one agent role talks to a model */
    LibraryProfile: {
      name: string;
      profile: components["schemas"]["Profile"];
    };
    ChangeProfile: {
      name?: string;
      profile?: components["schemas"]["Profile"];
    };
    /** @enum {string} */
    Role: "director" | "character" | "narrator" | "world" | "summarizer" | "judge" | "explorer" | "analyst" | "adventurer" | "critic" | "extractor" | "chronicler" | "keeper" | "scholar" | "embedder";
    /** @enum {string} */
    CallStatus: "open" | "answered" | "refused" | "timeout" | "unreachable" | "lost" | "discarded";
    /** @enum {string} */
    Rung: "schema" | "object" | "instruction" | "repaired" | "reasked" | "prose" | "understudy" | "none";
    CreateWebhook: {
      /** @description Where messages go: https, a public name, port 443 or 8443 */
      url: string;
      /** @description A scene, a run or an experiment; left out: all of the tenant */
      room?: string;
      /**
       * @description Only events of these kinds; empty: of every kind
       * @default []
       */
      kinds?: components["schemas"]["EventKind"][];
      /**
       * @description `owner` is sent everything; `spectator` only what everyone in the room may see
       * @default owner
       * @enum {string}
       */
      as?: "owner" | "spectator";
      /** @default true */
      active?: boolean;
    };
    /** @enum {string} */
    EventKind: "scene.created" | "scene.changed" | "round.started" | "round.completed" | "round.failed" | "round.cancelled" | "round.rolledback" | "director.started" | "director.completed" | "character.started" | "character.delta" | "character.spoke" | "character.skipped" | "character.thought" | "state.updated" | "world.updated" | "cast.entered" | "cast.exited" | "cast.called" | "line.edited" | "line.chosen" | "draft.written" | "summary.written" | "memory.recalled" | "memory.written" | "game.dealt" | "judge.ruled" | "round.audited" | "player.spoke" | "player.ready" | "line.revealed" | "player.joined" | "player.left" | "player.changed" | "seat.changed" | "note.written" | "round.requested" | "autonomy.started" | "autonomy.limited" | "autonomy.ended" | "budget.exhausted" | "run.created" | "run.changed" | "run.started" | "run.paused" | "run.resumed" | "run.finished" | "turn.started" | "turn.completed" | "turn.failed" | "turn.cancelled" | "action.suggested" | "answer.failed" | "action.requested" | "observation.received" | "action.executed" | "action.refused" | "frame.captured" | "hud.learned" | "action.analyzed" | "knowledge.updated" | "game.reset" | "level.completed" | "episode.started" | "episode.completed" | "command.given" | "command.proposed" | "critic.rejected" | "critic.accepted" | "command.executed" | "agent.answered" | "objective.added" | "objective.completed" | "objective.merged" | "objective.dropped" | "objective.changed" | "objective.refused" | "stuck.warned" | "knowledge.written" | "webhook.disabled" | "director.cued" | "move.given" | "game.replayed" | "story.saved" | "story.restored" | "experiment.finished" | "experiment.paused";
    ChangeWebhook: {
      /** @description Where messages go: https, a public name, port 443 or 8443 */
      url?: string;
      /** @description Only events of these kinds; empty: of every kind */
      kinds?: components["schemas"]["EventKind"][];
      active?: boolean;
    };
    CreateHook: {
      room: string;
      /** @enum {string} */
      verify: "standard" | "github" | "slack" | "discord" | "bearer";
      /** @description Slack: its signing secret; Discord: the application's public key; both must be given. Otherwise one is made when none is given */
      secret?: string;
      turn: {
        /** @constant */
        type: "continuation";
        /** @default [] */
        to?: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        text: string;
        personaId?: components["schemas"]["Slug"];
        /** @default [] */
        to?: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        command: string;
        /**
         * @description `take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it
         * @default take
         * @enum {string}
         */
        mode?: "take" | "suggest";
      } | {
        /** @enum {string} */
        verb: "start" | "pause" | "resume" | "stop" | "step";
      };
      /** @description Where the result of the turn is posted: https, a public name, port 443 or 8443 */
      responseUrl?: string;
      /** @default true */
      active?: boolean;
    };
    ChangeHook: {
      turn?: {
        /** @constant */
        type: "continuation";
        /** @default [] */
        to?: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        text: string;
        personaId?: components["schemas"]["Slug"];
        /** @default [] */
        to?: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        command: string;
        /**
         * @description `take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it
         * @default take
         * @enum {string}
         */
        mode?: "take" | "suggest";
      } | {
        /** @enum {string} */
        verb: "start" | "pause" | "resume" | "stop" | "step";
      };
      responseUrl?: string | null;
      active?: boolean;
    };
    RotateHook: {
      /** @description Slack: its signing secret; Discord: the application's public key; both must be given. Otherwise one is made when none is given */
      secret?: string;
    };
    ConnectDiscord: {
      /** @description The token of the bot. It is never shown again */
      botToken: string;
      /** @description Where Discord reaches this stage, as `https://stage.example.com`. Default: the address that the request was sent to */
      address?: string;
      /** @description Ids of the servers whose members may use it. Default: as it was; at first that of the server in which `/scene` is used first */
      servers?: string[];
    };
    /** @description An interaction of Discord's, signed */
    DiscordInteraction: {
      type: number;
    } & {
      [key: string]: Json;
    };
    CreateKey: {
      label: string;
      /**
       * @description `full`: all of the tenant. `read`: reads rooms, library, calls and usage, and changes nothing. `room`: the owner of one room. `experiments`: makes and drives runs and experiments
       * @default full
       * @enum {string}
       */
      scope?: "full" | "read" | "room" | "experiments";
      /** @description With the scope `room`: its id */
      room?: string;
    };
    ExchangeKeyCode: {
      code: string;
    };
    RotateKey: {
      /**
       * @description How long the old key works beside the new one
       * @default 86400
       */
      graceSeconds?: number;
    };
    CreateTenant: {
      name: components["schemas"]["TenantName"];
      /** @default first key */
      label?: string;
    };
    TenantName: string;
    SetRetention: {
      /** @description null takes the setting away */
      days: number | null;
    };
    /** @description The whole budget; what is left out has no limit */
    SetBudget: {
      /** @description Most calls of models; null: no limit */
      calls?: number | null;
      /** @description Most tokens, of prompts and answers together; null: no limit */
      tokens?: number | null;
      /** @description Most money, in the stage's currency (PRICES); null: no limit */
      money?: number | null;
      /**
       * @description When it begins anew, UTC. `total`: never
       * @default total
       * @enum {string}
       */
      period?: "day" | "month" | "total";
    };
    SetProvider: {
      /** @description Kept for the tenant, and never shown again */
      apiKey: string;
      /**
       * @description For a name that the operator has not configured: the vendor, at its own address. Else the operator's
       * @enum {string}
       */
      kind?: "openai" | "anthropic" | "google" | "openrouter" | "workers-ai";
    };
    TryProvider: {
      /** @description Default: the provider's */
      model?: string;
      /** @description Also sends a prompt of about 6,000 tokens, to see whether it is silently cut */
      window?: boolean;
    };
    /** @description A message of the Model Context Protocol (JSON-RPC 2.0) */
    McpMessage: {
      /** @constant */
      jsonrpc: "2.0";
      /** @description Of a request; a notification has none */
      id?: string | number;
      /** @description E.g. `tools/call` */
      method?: string;
      params?: {
        [key: string]: Json;
      };
    } & {
      [key: string]: Json;
    };
    /** @description A kind of problem, in general */
    ProblemType: {
      /** @description As problems have it */
      type: string;
      title: string;
      status: number;
      /** @description When it is answered */
      cause: string;
      /** @description What helps in most cases */
      fix: string;
    };
    /** @description RFC 9457 problem details */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description What to change so that the request succeeds */
      fix?: string;
      instance?: string;
      /** @description One entry per wrong field; `pointer` is a JSON Pointer into the body, or `query`/`path` names */
      errors?: {
        pointer: string;
        message: string;
      }[];
      /** @description Seconds to wait */
      retryAfter?: number;
    };
    Health: {
      /** @constant */
      status: "ok";
      /** @description Who answers when a profile names nobody */
      provider: string;
    };
    Scene: {
      id: string;
      title: string;
      status: components["schemas"]["SceneStatus"];
      scenario: string;
      notes: components["schemas"]["Notes"];
      cast: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description The character of the library that it is a copy of; GET …/cast/{character}/portrait is its picture */
        from: string | null;
        active: boolean;
        state: {
          location: string;
          mood: string;
          clothing: string;
          activity: string;
          intentions: string;
        };
        lastSpokeRound: number | null;
      }[];
      personas: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description For the owner, and whoever plays it */
        secrets?: string;
      }[];
      world: {
        [key: string]: string;
      };
      trackers: {
        [key: string]: string;
      };
      /** @description Who answers: `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description Who directs and speaks, as `qwen3:8b by local` */
      answeredBy: string[];
      /** @description Of the characters; in the answer to reading the scene alone */
      streaming?: components["schemas"]["Streaming"];
      profiles: components["schemas"]["ProfilesInUse"];
      /** @description The world of the library it was made in */
      worldId: string | null;
      campaignId: string | null;
      arcId: string | null;
      lorebooks: {
        id: string;
        name: string;
        /** @description Id of the character whose own it is; absent: found for all */
        of?: string;
      }[];
      historyWindow: number;
      rounds: number;
      /** @description The round being played */
      round: {
        n: number;
        attempt: number;
        startedAt: string;
      } | null;
      /** @description Inputs that wait for their round */
      queued: number;
      /** @description The last round failed; POST …/retry */
      failed: {
        n: number;
        problem: components["schemas"]["Problem"];
      } | null;
      /** @description Whom the owner called on, or passed over, for the next round */
      called: {
        next: components["schemas"]["Slug"] | null;
        skip: components["schemas"]["Slug"][];
      };
      /** @description The scene so far, in short; null before the first summary */
      summary: string | null;
      settings: components["schemas"]["SceneSettings"];
      budgets: components["schemas"]["SceneBudgetsNow"];
      /**
       * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
       * @enum {string}
       */
      turnMode: "immediate" | "gather" | "manual";
      /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
      gatherSeconds: number;
      /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
      hideLines: boolean;
      /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
      holdForTyping: number | null;
      /** @description What waits for a round that is being gathered; null: nothing, or not here */
      waiting: components["schemas"]["WaitingRound"] | null;
      /** @description null: it does not go on by itself */
      autonomy: components["schemas"]["Autonomy"] | null;
      forkedFrom: {
        scene: string;
        round: number;
      } | null;
      /** @description Rounds that were rolled back, first and last */
      undone: [
        number,
        number
      ][];
      /** @description Its `words` are shown when it is over */
      game: components["schemas"]["TableGame"] | null;
      /** @description null without a game */
      table: components["schemas"]["Table"] | null;
      /** @description People on seats who are there now */
      people: components["schemas"]["PersonThere"][];
      /** @description Highest seq in the ledger */
      head: number;
      /** Format: date-time */
      createdAt: string;
    };
    /**
     * @description `open`: it takes turns, and nothing is being played; `running`: a round is; `failed`: the last one failed; `finished`: it takes no further turns
     * @enum {string}
     */
    SceneStatus: "open" | "running" | "failed" | "finished";
    /** @description Author's notes at four levels */
    Notes: {
      /** @default  */
      world: string;
      /** @default  */
      campaign: string;
      /** @default  */
      arc: string;
      /** @default  */
      scene: string;
    };
    Streaming: {
      on: boolean;
      /** @description `understudy`: it has the whole line at once; `unproven`: the model has not answered cleanly yet; `unclean`: its last answer held more than the line. Null: they show */
      why: ("understudy" | "unproven" | "unclean") | null;
    };
    /** @description Who is asked, by role */
    ProfilesInUse: {
      director: {
        provider: string;
        model: string;
      };
      character: {
        provider: string;
        model: string;
      };
      narrator: {
        provider: string;
        model: string;
      };
      world: {
        provider: string;
        model: string;
      };
      summarizer: {
        provider: string;
        model: string;
      };
      judge: {
        provider: string;
        model: string;
      };
      /** @description By id, of those that have a profile of their own */
      characters: {
        [key: string]: {
          provider: string;
          model: string;
        };
      };
    };
    SceneSettings: {
      /**
       * @description `full`: a director plans each round and reconciles it. `light`: one short call says who speaks and with what cue, and the state is kept behind the lines. `off`: no call; who speaks follows from `speakers`
       * @default full
       * @enum {string}
       */
      director: "full" | "light" | "off";
      /**
       * @description Without a director, who speaks where nobody is addressed or named: by talkativeness, who has been silent longest, or everyone present
       * @default natural
       * @enum {string}
       */
      speakers: "natural" | "inTurn" | "all";
      /**
       * @description By id of a character, for `natural`: 0 only when spoken to, 1 always. Default 0.5
       * @default {}
       */
      talkativeness: {
        [key: string]: number;
      };
      /**
       * @description Most characters that act in a pass; who is addressed acts in any case
       * @default 3
       */
      maxActors: number;
      /**
       * @description How long the lines of characters and narrator are: `short`, `medium`, `long`, or so many paragraphs
       * @default medium
       */
      length: components["schemas"]["LineLength"];
      /**
       * @description The same by id of a character
       * @default {}
       */
      lengths: {
        [key: string]: components["schemas"]["LineLength"];
      };
      /** @description How characters and the narrator are told to play; null: the built-in rules */
      rules: {
        /** @default null */
        character: string | null;
        /** @default null */
        narrator: string | null;
      };
      direction: components["schemas"]["Direction"];
      /**
       * @description Players may choose among the alternatives of lines that answer them
       * @default false
       */
      playersChoose: boolean;
      /**
       * @description Summarise when more messages than this are unsummarised
       * @default 10
       */
      summarizeAfter: number;
      /**
       * @description Passes of the director in a round; 1 leaves out the reconciliation
       * @default 2
       */
      maxDirectorPasses: number;
      /**
       * @description An agent of its own reconciles world facts and trackers after pass 2
       * @default false
       */
      worldAgent: boolean;
      /**
       * @description Store private thoughts of characters as events for the owner
       * @default true
       */
      thoughts: boolean;
      /**
       * @description Percent of the context; what is not listed keeps its default
       * @default {}
       */
      shares: {
        [key: string]: number;
      };
      /**
       * @description Hard limits of single sections; none by default
       * @default {}
       */
      caps: {
        [key: string]: components["schemas"]["SectionCap"];
      };
      memory: {
        /**
         * @description Characters remember rounds, and are reminded of them
         * @default true
         */
        enabled: boolean;
        /**
         * @description Most memories of one character in a round
         * @default 5
         */
        topK: number;
        /**
         * @description What scores less is not recalled
         * @default 0.1
         */
        minScore: number;
        /**
         * @description Rounds after which a memory counts half
         * @default 50
         */
        halfLife: number;
        /**
         * @description Age never takes more than this leaves
         * @default 0.2
         */
        floor: number;
      };
    };
    Direction: {
      /**
       * @description In the owner’s words
       * @default null
       */
      tone: string | null;
      /**
       * @default even
       * @enum {string}
       */
      pacing: "slow" | "even" | "fast";
      /**
       * @description On whom it is: on the players, or on what the characters do among themselves
       * @default even
       * @enum {string}
       */
      spotlight: "players" | "even" | "cast";
      /**
       * @description How readily it leaves the word to the players
       * @default even
       * @enum {string}
       */
      yields: "soon" | "even" | "late";
    };
    SceneBudgetsNow: {
      calls: number | null;
      tokens: number | null;
      money: number | null;
      perSeat: {
        calls: number | null;
        tokens: number | null;
        money: number | null;
      };
    };
    /** @description The round that is being gathered */
    WaitingRound: {
      /**
       * Format: date-time
       * @description When the first of what waits was said
       */
      since: string;
      /** @description When it begins at the latest; null: when the owner says so, or something comes */
      startsAt: string | null;
      /** @description Personas who have spoken, or passed */
      spoken: components["schemas"]["Slug"][];
      /** @description Personas of players who are there and have not */
      waitsFor: components["schemas"]["Slug"][];
    };
    /** @description A scene that goes on by itself */
    Autonomy: {
      rounds: number;
      /** @description Of these rounds; rounds that players asked for do not count */
      played: number;
      pauseSeconds: number;
      /** @description When the next one begins, if nothing comes before; null: as soon as it can */
      nextAt: string | null;
      /** @description For the owner, where it has one */
      budget?: {
        /** @description Most calls of models; null: no limit */
        calls?: number | null;
        /** @description Most tokens, of prompts and answers together; null: no limit */
        tokens?: number | null;
        /** @description Most money, in the stage's currency (PRICES); null: no limit */
        money?: number | null;
      };
    };
    TableGame: {
      /** @enum {string} */
      kind: "word-pair";
      /** @description Everybody's word, and the odd one out's. Default: dealt from the built-in pairs */
      words?: [
        string,
        string
      ];
      /**
       * @description Rounds of clues before the verdict
       * @default 3
       */
      rounds: number;
      /**
       * @description The judge looks after every so many rounds
       * @default 1
       */
      tickEvery: number;
      /**
       * @description Personas that play too, by id: they are dealt words, and what they say is their clue. Rounds are then gathered, unless `turnMode` says otherwise
       * @default []
       */
      people: components["schemas"]["Slug"][];
    };
    Table: {
      /** @description In the order in which they play */
      players: components["schemas"]["Slug"][];
      /** @description Those of them who are personas; the others are characters */
      people: components["schemas"]["Slug"][];
      /** @description Rounds of clues that were played */
      round: number;
      /** @description Rounds after which the judge must rule */
      of: number;
      over: boolean;
      /** @description null until the game is over */
      outcome: {
        /**
         * @description `no_contest`: the judge named no player that could be taken for the winner
         * @enum {string}
         */
        reason: "verdict" | "no_contest";
        winner: components["schemas"]["Slug"] | null;
        /** @description From 0 to 10; whom the judge gave none is not in it */
        scores: {
          [key: string]: number;
        };
        reveal: {
          /** @description Everybody's word, and the odd one out's */
          words: [
            string,
            string
          ];
          odd: components["schemas"]["Slug"];
        };
      } | null;
    };
    PersonThere: {
      id: string;
      /** @enum {string} */
      role: "player" | "spectator";
      persona: components["schemas"]["Slug"] | null;
      name: string;
    };
    ScenePage: {
      items: components["schemas"]["SceneSummary"][];
      next: string | null;
    };
    SceneSummary: {
      id: string;
      title: string;
      status: components["schemas"]["SceneStatus"];
      rounds: number;
      /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
      answeredBy: string[];
      /** @description The first of the cast, at most 6 */
      cast: {
        /** @description of the character in the scene */
        id: string;
        name: string;
        /** @description It is a copy out of the library, which may have a portrait */
        hasPortrait: boolean;
      }[];
      /** @description The last words that everybody in the room may read; null before the first */
      last: {
        /** @description of their event: a reader who has seen a lower one has something unread */
        seq: number;
        /** @description Who said it; in a story the command, in a game the action */
        name: string;
        /** @description The words, or what came of them; at most 160 characters */
        text: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** @description A scene as a person on a seat reads it */
    SceneSeen: {
      id: string;
      title: string;
      status: components["schemas"]["SceneStatus"];
      scenario: string;
      cast: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description The character of the library that it is a copy of; GET …/cast/{character}/portrait is its picture */
        from: string | null;
        active: boolean;
        state: {
          location: string;
          mood: string;
          clothing: string;
          activity: string;
          intentions: string;
        };
        lastSpokeRound: number | null;
      }[];
      personas: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description For the owner, and whoever plays it */
        secrets?: string;
      }[];
      world: {
        [key: string]: string;
      };
      trackers: {
        [key: string]: string;
      };
      /** @description Who answers: `understudy` is the offline stand-in, not a model */
      provider: string;
      rounds: number;
      /** @description The round being played */
      round: {
        n: number;
        attempt: number;
        startedAt: string;
      } | null;
      /** @description Inputs that wait for their round */
      queued: number;
      /** @description The scene so far, in short; null before the first summary */
      summary: string | null;
      /** @description Of the characters; in the answer to reading the scene alone */
      streaming?: components["schemas"]["Streaming"];
      /** @description Rounds that were rolled back, first and last */
      undone: [
        number,
        number
      ][];
      /** @description Its `words` are shown when it is over */
      game: components["schemas"]["TableGame"] | null;
      /** @description null without a game */
      table: components["schemas"]["Table"] | null;
      /** @description People on seats who are there now */
      people: components["schemas"]["PersonThere"][];
      /** @description Highest seq in the ledger */
      head: number;
      /** Format: date-time */
      createdAt: string;
      /**
       * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
       * @enum {string}
       */
      turnMode: "immediate" | "gather" | "manual";
      /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
      gatherSeconds: number;
      /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
      hideLines: boolean;
      /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
      holdForTyping: number | null;
      /** @description What waits for a round that is being gathered; null: nothing, or not here */
      waiting: components["schemas"]["WaitingRound"] | null;
      /** @description null: it does not go on by itself */
      autonomy: components["schemas"]["Autonomy"] | null;
      /** @description The last round failed. Whether the model was out of reach is said; the rest is for the owner */
      failed: {
        n: number;
        problem: components["schemas"]["Problem"];
      } | null;
      /** @description The seat that reads it */
      you: components["schemas"]["OwnSeat"];
      /** @description You may choose among the alternatives of lines that answer you */
      mayChoose: boolean;
      /** @description The word that your persona was dealt in the game */
      card: string | null;
    };
    OwnSeat: {
      id: string;
      /** @enum {string} */
      role: "player" | "spectator";
      persona: components["schemas"]["Slug"] | null;
      name: string;
      endsAt: string | null;
      /**
       * @description It is a seat for many, who write nothing
       * @constant
       */
      forMany?: true;
    };
    TurnAccepted: {
      /** @description Seq of the stored input */
      inputSeq: number;
      /** @description null while the input is queued behind another round */
      round: number | null;
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
    };
    RoundPage: {
      items: components["schemas"]["Round"][];
      next: string | null;
    };
    /** @description Timeline of one round */
    Round: {
      n: number;
      attempt: number;
      /** @enum {string} */
      status: "running" | "completed" | "failed" | "cancelled" | "rolledback";
      startedAt: string;
      endedAt: string | null;
      inputs: {
        seq: number;
        actor: string;
        text: string;
        audience: components["schemas"]["Audience"];
      }[];
      passes: {
        pass: number;
        provider: string;
        model?: string;
        rung: string;
        /** @description Any JSON object */
        plan: {
          [key: string]: components["schemas"]["Json"];
        };
        audited: string[];
      }[];
      lines: {
        seq: number;
        actor: string;
        name: string;
        /** @description The line's kind, within the profile's `mayEmit` */
        kind: string;
        text: string;
        provider: string;
        /** @description For the owner. Absent: no model wrote it, or it was not told */
        model?: string;
        audience: components["schemas"]["Audience"];
        /** @description Its wordings, the first as it was spoken first; absent while there is one */
        alternatives?: string[];
        /** @description Index of `text` among them */
        chosen?: number;
        /** @description Further fields of its profile; absent when there are none */
        extra?: {
          [key: string]: components["schemas"]["Json"];
        };
      }[];
      skipped: {
        actor: string;
        reason: string;
      }[];
      problem: components["schemas"]["Problem"] | null;
      /** @description The audit record: guidance, activations, deltas, calls, tokens; null until it closes */
      record: {
        [key: string]: components["schemas"]["Json"];
      } | null;
      /** @description Seqs of every event of the round */
      events: number[];
    };
    Audience: string[];
    /** @description A line as it says now; the ledger keeps what it said before */
    EditedLine: {
      seq: number;
      actor: string;
      text: string;
    };
    ImportedScene: {
      id: string;
      title: string;
      status: components["schemas"]["SceneStatus"];
      scenario: string;
      notes: components["schemas"]["Notes"];
      cast: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description The character of the library that it is a copy of; GET …/cast/{character}/portrait is its picture */
        from: string | null;
        active: boolean;
        state: {
          location: string;
          mood: string;
          clothing: string;
          activity: string;
          intentions: string;
        };
        lastSpokeRound: number | null;
      }[];
      personas: {
        id: components["schemas"]["Slug"];
        name: string;
        description: string;
        /** @description For the owner, and whoever plays it */
        secrets?: string;
      }[];
      world: {
        [key: string]: string;
      };
      trackers: {
        [key: string]: string;
      };
      /** @description Who answers: `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description Who directs and speaks, as `qwen3:8b by local` */
      answeredBy: string[];
      /** @description Of the characters; in the answer to reading the scene alone */
      streaming?: components["schemas"]["Streaming"];
      profiles: components["schemas"]["ProfilesInUse"];
      /** @description The world of the library it was made in */
      worldId: string | null;
      campaignId: string | null;
      arcId: string | null;
      lorebooks: {
        id: string;
        name: string;
        /** @description Id of the character whose own it is; absent: found for all */
        of?: string;
      }[];
      historyWindow: number;
      rounds: number;
      /** @description The round being played */
      round: {
        n: number;
        attempt: number;
        startedAt: string;
      } | null;
      /** @description Inputs that wait for their round */
      queued: number;
      /** @description The last round failed; POST …/retry */
      failed: {
        n: number;
        problem: components["schemas"]["Problem"];
      } | null;
      /** @description Whom the owner called on, or passed over, for the next round */
      called: {
        next: components["schemas"]["Slug"] | null;
        skip: components["schemas"]["Slug"][];
      };
      /** @description The scene so far, in short; null before the first summary */
      summary: string | null;
      settings: components["schemas"]["SceneSettings"];
      budgets: components["schemas"]["SceneBudgetsNow"];
      /**
       * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
       * @enum {string}
       */
      turnMode: "immediate" | "gather" | "manual";
      /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
      gatherSeconds: number;
      /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
      hideLines: boolean;
      /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
      holdForTyping: number | null;
      /** @description What waits for a round that is being gathered; null: nothing, or not here */
      waiting: components["schemas"]["WaitingRound"] | null;
      /** @description null: it does not go on by itself */
      autonomy: components["schemas"]["Autonomy"] | null;
      forkedFrom: {
        scene: string;
        round: number;
      } | null;
      /** @description Rounds that were rolled back, first and last */
      undone: [
        number,
        number
      ][];
      /** @description Its `words` are shown when it is over */
      game: components["schemas"]["TableGame"] | null;
      /** @description null without a game */
      table: components["schemas"]["Table"] | null;
      /** @description People on seats who are there now */
      people: components["schemas"]["PersonThere"][];
      /** @description Highest seq in the ledger */
      head: number;
      /** Format: date-time */
      createdAt: string;
      /** @description What was made of the file */
      imported: components["schemas"]["ImportReport"];
    };
    ImportReport: {
      /**
       * @description `proscenium`: an export of this service; `recording`: one of ARC-AGI-3-Agents
       * @enum {string}
       */
      format: "proscenium" | "sillytavern" | "recording";
      /** @description Id of the room that the file was exported from; null: unknown */
      source: string | null;
      /** @description Rounds, or turns, that it brought along */
      rounds: number;
      /** @description Lines of the conversation; of a run, its commands or actions */
      lines: number;
      /** @description What stands in the file and not in the room */
      notUsed: {
        what: string;
        count: number;
        why: string;
      }[];
    };
    AuditPage: {
      items: components["schemas"]["AuditEntry"][];
      next: string | null;
    };
    AuditEntry: {
      round: number;
      seq: number;
      /** Format: date-time */
      at: string;
      /** @description Described field by field in docs/audit.md */
      record: {
        [key: string]: components["schemas"]["Json"];
      };
    };
    Telemetry: {
      /** @description Newest first, at most 500 */
      prompts: {
        round: number;
        /** Format: date-time */
        at: string;
        /** @description The calls of this step: `<room>.<round>.<n>` in /v1/calls */
        step: string;
        /** @description `director`, `world`, `summarizer`, `character:<id>`, … */
        agent: string;
        provider: string;
        model?: string;
        rung: string;
        calls: number;
        /** @description As the provider counted them, over all calls of the step */
        promptTokens: number;
        completionTokens: number;
        /** @description As we counted it */
        prompt: components["schemas"]["PromptUse"];
      }[];
      sections: {
        [key: string]: {
          /** @description Prompts that had the section */
          prompts: number;
          tokens: number;
          share: number;
          dropped: number;
          /** @description Prompts in which an entry was shortened */
          cut: number;
        };
      };
    };
    SectionUse: {
      /** @description Tokens it might have */
      share: number;
      /** @description Tokens it has */
      tokens: number;
      /** @description Entries that were kept */
      entries: number;
      /** @description Entries that did not fit */
      dropped: number;
      /** @description An entry was shortened, with a mark */
      cut: boolean;
    };
    PromptUse: {
      /** @description The model's window */
      window: number;
      /** @description Kept for the answer and its form */
      reserve: number;
      /** @description Tokens of the parts that share nothing: rules, cards, states, task */
      fixed: number;
      /** @description Some of these did not fit and were shortened, with a mark, or left out */
      fixedCut: boolean;
      /** @description Tokens of the whole prompt */
      total: number;
      sections: {
        [key: string]: components["schemas"]["SectionUse"];
      };
      /** @description Lore entries that were not looked for to the end: the keys of the books take too long together */
      unsearched?: string[];
    };
    NewSeat: {
      seat: components["schemas"]["Seat"];
      /** @description Shown once; null when an Idempotency-Key is replayed */
      invitation: string | null;
    };
    Seat: {
      id: string;
      /** @enum {string} */
      role: "player" | "spectator";
      persona: components["schemas"]["Slug"] | null;
      /** @description Of the person; null until the invitation is accepted */
      name: string | null;
      label: string;
      /** @description Name of whoever invites; absent: not told */
      host?: string;
      /**
       * @description A seat for many: they take it by its one invitation, and none of them writes anything
       * @constant
       */
      forMany?: true;
      /** @description Devices on a seat for many that have a socket or stream open; in the list of seats alone */
      watching?: number;
      /**
       * @description `ended`: its time is over; `lapsed`: nobody accepted the invitation in time
       * @enum {string}
       */
      status: "invited" | "taken" | "revoked" | "ended" | "lapsed";
      /** @description A socket or stream of it is open, or closed a moment ago */
      present: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description null: there is none that is open */
      invitationEndsAt: string | null;
      endsAt: string | null;
      acceptedAt: string | null;
      revokedAt: string | null;
    };
    SeatPage: {
      items: components["schemas"]["Seat"][];
      next: string | null;
    };
    InvitationView: {
      title: string;
      scenario: string;
      /** @description Name of whoever invites; null: not told */
      host: string | null;
      /** @enum {string} */
      role: "player" | "spectator";
      /** @description It is to a seat for many, who all take it by this one invitation */
      forMany: boolean;
      /** @description Whom the seat plays; null: nobody yet */
      persona: {
        name: string;
        description: string;
      } | null;
      /** @description Characters who are in the scene */
      cast: {
        id: components["schemas"]["Slug"];
        name: string;
        /** @description Address of a small PNG, `data:image/png;base64,…`; null: it has none, or was not asked for */
        picture: string | null;
      }[];
      /** @description Names of the people who are there now */
      people: string[];
      /** @description Rounds that were played */
      rounds: number;
      /** @description Until when the invitation is good */
      endsAt: string | null;
    };
    SeatAccepted: {
      scene: string;
      seat: components["schemas"]["OwnSeat"];
      /** @description Bearer token of the seat, shown once; null when an Idempotency-Key is replayed */
      token: string | null;
    };
    NoteWritten: {
      /** @description Of the event that keeps it */
      seq: number;
      text: string;
    };
    EventPage: {
      events: components["schemas"]["Event"][];
      /** @description Cursor of the next page; null at the end of the ledger */
      next: string | null;
      /** @description Highest seq in the ledger now */
      head: number;
    };
    /** @description Opens one WebSocket, `…/socket?ticket=…&after=seq`, or one stream, `…/events?ticket=…&after=seq` */
    Ticket: {
      ticket: string;
      /** Format: date-time */
      expiresAt: string;
    };
    MemoryPage: {
      items: components["schemas"]["Memory"][];
      next: string | null;
    };
    /** @description What a character took in during a round */
    Memory: {
      character: components["schemas"]["Slug"];
      /** @description The scene it was lived in, or a fork that shares it */
      scene: string;
      round: number;
      text: string;
      /** @description When it was written, ISO 8601 */
      at: string;
    };
    /** @description Options of WebAuthn, for `navigator.credentials` */
    PasskeyOptions: {
      /** @description Good once, for five minutes */
      challenge: string;
    } & {
      [key: string]: Json;
    };
    PersonSession: {
      /** @description `pt_…`, a bearer token of the person; shown once */
      session: string;
      /** Format: date-time */
      expiresAt: string;
    };
    /** @description Everything that the stage keeps of a person */
    Person: {
      id: string;
      /** @description As Cloudflare Access says it; null of a person with passkeys alone */
      email: string | null;
      /** Format: date-time */
      createdAt: string;
      passkeys: {
        id: string;
        /** Format: date-time */
        createdAt: string;
        /** @description Day of the last sign-in by it */
        lastUsedOn: string | null;
      }[];
      /** @description Those that are over are not among them */
      seats: components["schemas"]["KeptSeat"][];
    };
    KeptSeat: {
      scene: string;
      title: string;
      seat: components["schemas"]["OwnSeat"];
      /** Format: date-time */
      keptAt: string;
    };
    Run: components["schemas"]["GridRun"] | components["schemas"]["AdventureRun"];
    GridRun: {
      /** @constant */
      kind: "grid";
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      id: string;
      title: string;
      game: components["schemas"]["GameRef"];
      forkedFrom: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        run: string;
        turn: number;
      } | null;
      /**
       * @description failed: it stands still, as its turn failed; POST …/resume tries that again
       * @enum {string}
       */
      status: "created" | "running" | "paused" | "failed" | "finished";
      finishReason: string | null;
      /** @description Of a paused run: why, in words; null: it has played the turns it was asked for */
      pauseReason: string | null;
      /** @description Who answers: `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
      answeredBy: string[];
      turns: number;
      turn: {
        n: number;
        attempt: number;
        startedAt: string;
      } | null;
      /** @description The last turn failed; POST …/resume tries it again at once */
      failed: {
        n: number;
        problem: components["schemas"]["Problem"];
        /** @description When it is tried again by itself, as the game is out of reach; null: it is not */
        retryAt: string | null;
      } | null;
      /**
       * @description exploration: an action was never observed; validation: one needs more; planning: all settled; proof: all are settled, and are held against actions drawn at random; play: all were settled, and the run plays to complete levels
       * @enum {string}
       */
      phase: "exploration" | "validation" | "planning" | "proof" | "play";
      /** @description Whether it goes on to play once every action is settled */
      play: boolean;
      /** @description Proof moves that it makes once every action is settled */
      prove: number;
      /** @description In a game that the caller plays: POST …/observations with what this led to */
      waitsFor: components["schemas"]["ActionRequest"] | null;
      budgets: {
        actions: number;
        calls: number;
        tokens: number | null;
        money: number | null;
      };
      used: {
        actions: number;
        calls: number;
      };
      level: number;
      gameState: string;
      /** @description Number of the newest frame: GET …/frames/{n}.png */
      frame: number | null;
      actions: {
        [key: string]: {
          /** @enum {string} */
          status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
          definition: string | null;
          streak: number;
          attempts: number;
          noEffect: number;
        };
      };
      head: number;
      /** Format: date-time */
      createdAt: string;
    };
    ActionRequest: {
      /** @description Number of the observation that is asked for */
      n: number;
      /** @enum {string} */
      role: "start" | "reset" | "setup" | "target" | "resync";
      /** @description null for `start` and `reset` */
      action: components["schemas"]["GameAction"] | null;
    };
    GameAction: {
      id: components["schemas"]["ActionId"];
      x?: number;
      y?: number;
    };
    AdventureRun: {
      /** @constant */
      kind: "adventure";
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      id: string;
      title: string;
      game: components["schemas"]["GameRef"];
      forkedFrom: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        run: string;
        turn: number;
      } | null;
      /**
       * @description failed: it stands still, as its turn failed; POST …/resume tries that again
       * @enum {string}
       */
      status: "created" | "running" | "paused" | "failed" | "finished";
      finishReason: string | null;
      /** @description Of a paused run: why, in words; null: it has played the turns it was asked for */
      pauseReason: string | null;
      /** @description Who answers: `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
      answeredBy: string[];
      turns: number;
      turn: {
        n: number;
        attempt: number;
        startedAt: string;
      } | null;
      /** @description The last turn failed; POST …/resume tries it again at once */
      failed: {
        n: number;
        problem: components["schemas"]["Problem"];
        /** @description When it is tried again by itself, as the game is out of reach; null: it is not */
        retryAt: string | null;
      } | null;
      /** @description Author of the story; null: not known */
      author: string | null;
      budgets: {
        turns: number;
        calls: number;
        tokens: number | null;
        money: number | null;
      };
      used: {
        turns: number;
        calls: number;
        promptTokens: number;
        completionTokens: number;
      };
      /** @description null before the first turn */
      story: {
        place: {
          /** @description `L<number>` */
          id: string;
          name: string;
        } | null;
        score: number | null;
        /** @description Highest score possible, as the story says; null: it does not; absent: it was not asked */
        maximum?: number | null;
        moves: number | null;
        time: string | null;
        inventory: {
          id: number;
          name: string;
          holds: {
            id: number;
            name: string;
          }[];
          /** @description What the story says of it in brackets, e.g. `closed` */
          note?: string;
        }[];
        /** @description Things here that the story names when it is asked to look */
        visible: {
          id: number;
          name: string;
          holds: {
            id: number;
            name: string;
          }[];
          /** @description What the story says of it in brackets, e.g. `closed` */
          note?: string;
        }[];
        confidence: {
          /**
           * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
           * @enum {string}
           */
          location: "read" | "inferred" | "unknown";
          /**
           * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
           * @enum {string}
           */
          score: "read" | "inferred" | "unknown";
          /**
           * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
           * @enum {string}
           */
          inventory: "read" | "inferred" | "unknown";
        };
        /** @description Readers that agree on each value: the `tree` of objects, the `status` line, a variable in `memory`, a `trial` (`look`, `inventory`, `score` typed and taken back), the `text` just printed */
        sources?: {
          location: ("tree" | "status" | "memory" | "trial" | "text")[];
          score: ("tree" | "status" | "memory" | "trial" | "text")[];
          inventory: ("tree" | "status" | "memory" | "trial" | "text")[];
          visible: ("tree" | "status" | "memory" | "trial" | "text")[];
        };
        /** @description What it said last */
        text: string;
        /** @description Lines of its upper window */
        upper: string[];
        /** @description Parts of the text that are not plain; absent: none */
        styles?: components["schemas"]["StyledRun"][];
        /** @description The same for each line of `upper` */
        upperStyles?: components["schemas"]["StyledRun"][][];
        /** @enum {string} */
        awaits: "line" | "key" | "nothing";
        /** @description Why the story awaits nothing; absent while it goes on. `runaway`: it took too many instructions or printed too much; an empty command lets it go on */
        stopped?: {
          /** @enum {string} */
          kind: "quit" | "error" | "runaway";
          message: string;
        };
      } | null;
      /** @description The one being played; null between two */
      episode: components["schemas"]["Episode"] | null;
      episodes: components["schemas"]["Episode"][];
      score: {
        /** @description Of all episodes */
        best: number | null;
        /** @description Highest score possible, as the story says; null: not known */
        maximum: number | null;
        /** @description `best` of `maximum`, from 0 to 1; null: not known */
        shareOfMaximum: number | null;
        /** @description `[turn, score]` at every change */
        curve: [
          number,
          number
        ][];
        /** @description What a point of the best score cost; null without points */
        perPoint: {
          calls: number;
          tokens: number;
          turns: number;
        } | null;
      };
      objectives: {
        active: number;
        completed: number;
      };
      /** @description Going round in circles, camping, or without progress; null: neither */
      trouble: {
        /** @enum {string} */
        kind: "oscillation" | "camping" | "no_progress";
        turns: number;
        message: string;
      } | null;
      /** @description Commands of people that wait */
      given: {
        seq: number;
        command: string;
        /** @enum {string} */
        mode: "take" | "suggest";
      }[];
      /** @description Places that a person named, oldest first; `turn` is the one whose outcome is kept */
      saves: {
        name: string;
        turn: number;
      }[];
      /** @description The turn that an undo leads back to; null: there is none */
      undo: number | null;
      options: {
        /**
         * @description Who plays. `person`: a turn types what a person gave and asks no model; without a command it opens the story and waits. Default `agent`
         * @enum {string}
         */
        player: "agent" | "person";
        /** @description Episodes the run may hold. Default 1 */
        episodes: number;
        /** @description Default null: no limit but the budget */
        turnsPerEpisode: number | null;
        /** @description Default on, threshold -0.2: a command with a lower score is rejected */
        critic: {
          on?: boolean;
          threshold?: number;
        };
        /** @description What the text shows, each turn. Default true */
        extractor: boolean;
        /** @description Memories, each turn. Default true */
        chronicler: boolean;
        /** @description Objectives are looked for every so many turns; 0: never. Default 20 */
        discoverEvery: number;
        /** @description Active objectives above which they are refined. Default 12 */
        refineAbove: number;
        /** @description Turns after which an untouched objective of an agent is dropped. Default 60 */
        staleAfter: number;
        /** @description Knowledge is written every so many turns; 0: at the end only. Default 50 */
        synthesizeEvery: number;
        /** @description Turns without progress that end an episode; 0: never. Default 60 */
        stuckAfter: number;
        /** @description Exits are tried and taken back, and prompts carry them. Default true */
        probe: boolean;
        /** @description Memories and knowledge are shared with other runs of the story. Default true */
        share: boolean;
        /**
         * @description `trials`: prompts name the commands whose trial changed the world, as the valid actions of Jericho do. Default `none`
         * @enum {string}
         */
        hints: "none" | "trials";
        /** @description The agents know what the story prints and nothing else: nothing is tried, read from memory or shared (`probe`, `share` and `hints` are off). Default false */
        fair: boolean;
      };
      head: number;
      /** Format: date-time */
      createdAt: string;
    };
    StyledRun: {
      /** @description First character */
      start: number;
      /** @description Character after the last one */
      end: number;
      /**
       * @description Bold
       * @constant
       */
      bold?: true;
      /**
       * @description Italic
       * @constant
       */
      italic?: true;
      /**
       * @description Fixed width
       * @constant
       */
      fixed?: true;
      /**
       * @description Colours of text and background change places
       * @constant
       */
      reverse?: true;
      /**
       * @description Colour of the text; absent: the usual one
       * @enum {string}
       */
      colour?: "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";
      /**
       * @description Absent: the usual one
       * @enum {string}
       */
      background?: "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";
    };
    Episode: {
      n: number;
      /** @description Turn it began with */
      turn: number;
      turns: number;
      deaths: number;
      score: number | null;
      best: number | null;
      /** @description null: it is being played */
      end: ("won" | "died" | "quit" | "error" | "stuck" | "turns" | "stopped") | null;
      /** @description Fault that stopped the story; absent unless `end` is `error` */
      why?: string;
    };
    RunPage: {
      items: components["schemas"]["RunSummary"][];
      next: string | null;
    };
    RunSummary: {
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      id: string;
      title: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "failed" | "finished";
      turns: number;
      /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
      answeredBy: string[];
      /** @description The last words that everybody in the room may read; null before the first */
      last: {
        /** @description of their event: a reader who has seen a lower one has something unread */
        seq: number;
        /** @description Who said it; in a story the command, in a game the action */
        name: string;
        /** @description The words, or what came of them; at most 160 characters */
        text: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    RunControlled: {
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      id: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "failed" | "finished";
      turns: number;
    };
    ObservationTaken: {
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      run: string;
      /** @description Its number */
      observation: number;
      /** @description Its place in the ledger */
      seq: number;
      /**
       * @description failed: POST …/resume tries the turn again
       * @enum {string}
       */
      status: "created" | "running" | "paused" | "failed" | "finished";
      finishReason: string | null;
      turn: number;
      /** @description Number of the observation that is asked for next */
      request: number | null;
      /** @description `reset`: start your game (or its level) again and post what it shows; null: nothing is asked for */
      role: ("start" | "reset" | "setup" | "target" | "resync") | null;
      /** @description What to do in your game; null: nothing, or a reset */
      action: components["schemas"]["GameAction"] | null;
    };
    MoveTaken: {
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      run: string;
      /** @description Event that stored the move */
      seq: number;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "failed" | "finished";
      finishReason: string | null;
      /** @description The turn that does it; null: it has not begun */
      turn: number | null;
      /** @description Number of the newest frame; null: the game has not begun */
      frame: number | null;
      /** @description Packed frame before the newest; null: there is none */
      before: string | null;
      /** @description The newest frame, packed */
      cells: string | null;
      /** @description Packed frames that were shown before it */
      animation: string[];
      state: string;
      /** @description Levels completed */
      level: number;
      /** @description Actions that the game offers now */
      available: components["schemas"]["ActionId"][];
      /** @description The game, or its level, was begun again */
      restarted: boolean;
      /** @description What the game said, which did nothing; null: it did it */
      refused: string | null;
    };
    ImportedRun: components["schemas"]["Run"] & {
      /** @description What was made of the file */
      imported: components["schemas"]["ImportReport"];
    };
    Turn: {
      n: number;
      attempt: number;
      /** @enum {string} */
      status: "running" | "completed" | "failed" | "cancelled";
      suggestion: {
        [key: string]: components["schemas"]["Json"];
      } | null;
      setup: components["schemas"]["ActionId"][];
      target: components["schemas"]["ActionId"] | null;
      /** @description Where the target goes when it is a click (`ACTION6`) */
      click: {
        x: number;
        y: number;
      } | null;
      /** @description `doubt`: nobody knows whether the game did it; `refused`: it answered and did nothing */
      sent: {
        /** @enum {string} */
        kind: "action" | "doubt" | "refused";
        /** @enum {string} */
        role: "setup" | "target" | "resync" | "replay" | "person";
        action: components["schemas"]["GameAction"];
        message: string | null;
      }[];
      frames: {
        n: number;
        label: string;
      }[];
      diff: {
        [key: string]: components["schemas"]["Json"];
      } | null;
      analysis: {
        [key: string]: components["schemas"]["Json"];
      } | null;
      provider: string | null;
      /** @description Who answered, as `qwen3:8b by local` */
      answeredBy: string[];
      problem: components["schemas"]["Problem"] | null;
      events: number[];
    };
    AdventureTurn: {
      n: number;
      attempt: number;
      /** @enum {string} */
      status: "running" | "completed" | "failed" | "cancelled";
      episode: number | null;
      thinking: string | null;
      proposals: {
        commands: string[];
        rejected: {
          by: string;
          score: number | null;
          reason: string;
        } | null;
      }[];
      commands: {
        command: string;
        /** @enum {string} */
        by: "adventurer" | "player";
        text: string;
        /** @description Where it led */
        place: {
          /** @description `L<number>` */
          id: string;
          name: string;
        } | null;
        effect: boolean;
        died: boolean;
        score: number | null;
      }[];
      objectives: {
        id: string;
        /** @enum {string} */
        what: "added" | "completed" | "merged" | "dropped";
      }[];
      memories: string[];
      warnings: string[];
      provider: string | null;
      /** @description Who answered, as `qwen3:8b by local` */
      answeredBy: string[];
      problem: components["schemas"]["Problem"] | null;
      events: number[];
    };
    Knowledge: {
      actions: {
        [key: string]: {
          /** @enum {string} */
          status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
          definition: string | null;
          /** @description Every definition it has had, oldest first; the last one is `definition` */
          definitions: {
            turn: number;
            at: string;
            text: string;
          }[];
          /** @description Consistent effective confirmations in a row, of 3; of 12 for each exception of `coverage` */
          streak: number;
          /** @description Observations with effect, of 8 */
          attempts: number;
          /** @description Different boards in a row on which it showed nothing, of 8 */
          noEffect: number;
          /** @description Executions in a row where it had been executed before, of 8; absent: not counted */
          repeats?: number;
          /** @description The definition, held against every recorded execution; null: code can not read it, so it is untested; absent: not counted */
          coverage?: components["schemas"]["Coverage"] | null;
          /** @description Executions on the way to other tests that the definition foretold wrong: each ended what was verified */
          contradictions?: {
            turn: number;
            beforeFrame: number;
            afterFrame: number;
            predicted: string;
            happened: string;
          }[];
          observations: {
            turn: number;
            at: string;
            beforeFrame: number;
            afterFrame: number;
            /** @description Where ACTION6 went, else null */
            click: {
              x: number;
              y: number;
            } | null;
            diffSummary: string;
            /** @description Whether any cell changed, animation included, the HUD masked */
            hasChanges: boolean;
            interpretation: string;
            context: string;
            /** @description The analyst's reason why it had no effect, where it gave one */
            noEffectReason?: string;
            /** @description What counts: changes, and the analyst saw an effect */
            hadEffect: boolean;
            modelSaidEffect: boolean;
            consistent: boolean | null;
            /** @description Counts as one of the eight attempts */
            counted: boolean;
            /** @description Kept, and counted for nothing: `event` says why, or the analyst gave no usable answer */
            excluded: boolean;
            /**
             * @description It completed a level, put the level back to its start, ended the game or won it; else absent
             * @enum {string}
             */
            event?: "level" | "restart" | "game_over" | "win";
            /** @description Hash of the masked before-state */
            stateKey: string;
            /** @description The definition got another meaning with it: the streak begins anew */
            redefined?: boolean;
            /** @description The definition until then foretold something else, as code reads it */
            contradicts?: boolean;
            /** @description Of a click: kinds of objects on the board that no click has met yet */
            kindsLeft?: number;
          }[];
          /** @description `attempts` after which an action that is not verified is given up */
          maxAttempts: number;
          /** @description The definition, sentence by sentence, replayed over all recorded transitions of the action */
          claims: components["schemas"]["Claim"][];
        };
      };
      environment: {
        objects: {
          /** @enum {string} */
          kind: "object" | "relationship" | "rule";
          name: string;
          text: string;
          /** @description from 0 to 1 */
          confidence: number;
          firstSeenTurn: number;
          observations: string[];
        }[];
        relationships: {
          /** @enum {string} */
          kind: "object" | "relationship" | "rule";
          name: string;
          text: string;
          /** @description from 0 to 1 */
          confidence: number;
          firstSeenTurn: number;
          observations: string[];
        }[];
        rules: {
          /** @enum {string} */
          kind: "object" | "relationship" | "rule";
          name: string;
          text: string;
          /** @description from 0 to 1 */
          confidence: number;
          firstSeenTurn: number;
          observations: string[];
        }[];
        history: string[];
      };
      /** @description Cells that change whatever the action (a step bar, a counter) and are left out */
      masked: {
        count: number;
        region: {
          top: number;
          left: number;
          bottom: number;
          right: number;
        } | null;
      };
      /** @enum {string} */
      phase: "exploration" | "validation" | "planning" | "proof" | "play";
      /** @description What `streak`, `attempts` and `noEffect` are counted towards; `streak`: 12 for each exception of `coverage` */
      needed: {
        streak: number;
        attempts: number;
        noEffect: number;
      };
    };
    Coverage: {
      /** @description Recorded executions with an effect that are evidence */
      effects: number;
      /** @description Of these, the ones that went as the definition foretells */
      foretold: number;
      /** @description Different boards before those */
      states: number;
      /** @description The same, of executions since the definition has said this */
      since: number;
      /** @description Executions that it foretells wrong and does not name as an exception */
      wrong: number;
      /** @description Executions that it names as exceptions */
      exceptions: number;
    };
    Claim: {
      text: string;
      /** @description false: prose that no code can check; every case is silent */
      checkable: boolean;
      /**
       * @description It says what changes by itself, so its cases are executions of other actions; else absent
       * @constant
       */
      about?: "others";
      /** @description Turn since which the definition says so without a break */
      sinceTurn: number | null;
      /** @description Cases by result; `foretold`: those that fit and came after the claim */
      checked: {
        fits: number;
        contradicts: number;
        silent: number;
        foretold: number;
      };
      /** @description Every recorded execution of the action that is kept, setup included, oldest first */
      cases: {
        turn: number;
        /** @enum {string} */
        role: "setup" | "target" | "resync" | "replay" | "person";
        beforeFrame: number;
        afterFrame: number;
        click: {
          x: number;
          y: number;
        } | null;
        /** @description What the claim foretells for this board, or why it foretells nothing */
        predicted: string;
        happened: string;
        /** @enum {string} */
        result: "fits" | "contradicts" | "silent";
        /** @description The claim was made before this happened */
        foretold: boolean;
        /** @description Whether the analyst called it consistent with the definition of that time; null: it was not asked, or did not say */
        analyst: boolean | null;
      }[];
    };
    AdventureKnowledge: {
      /** @description What the scholar wrote last */
      knowledge: string | null;
      memories: components["schemas"]["AdventureMemory"][];
      /** @description By place: commands without effect as the world is now */
      vain: {
        [key: string]: string[];
      };
      /** @description By place: commands that killed */
      deadly: {
        [key: string]: string[];
      };
    };
    AdventureMemory: {
      /** @description `M…` of this run, `S…` of another run of the story */
      id: string;
      /** @description Where it was learnt, as `L<number>` */
      place: string | null;
      /** @enum {string} */
      category: "success" | "failure" | "discovery" | "danger" | "puzzle" | "note";
      text: string;
      turn: number;
      episode: number;
      /** @description Id of the memory that corrected it */
      superseded: string | null;
    };
    ReplayPage: {
      items: components["schemas"]["ReplayStep"][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
      /** @description Steps of the run so far */
      total: number;
    };
    ReplayStep: {
      /** @description Number of the step, from 1 */
      n: number;
      /** @description Event that ended it */
      seq: number;
      turn: number;
      at: string;
      /**
       * @description `doubt`: nobody knows whether the game did it; `refused`: it did nothing. Neither has a frame
       * @enum {string}
       */
      kind: "start" | "reset" | "action" | "doubt" | "refused";
      action: components["schemas"]["GameAction"] | null;
      /** @description `replay`: sent again in a new session, to come back to where the run was; `person`: a person played it */
      role: ("setup" | "target" | "resync" | "replay" | "person") | null;
      beforeFrame: number | null;
      frame: number | null;
      /** @description The settled frame, packed: a hexadecimal digit for each cell, rows joined by `/` */
      cells: string | null;
      /** @description Packed frames shown before the settled one */
      animation: string[];
      state: string;
      level: number;
      /** @description Actions that the game offers after it */
      available: components["schemas"]["ActionId"][];
      /** @description Why the explorer, or the service for it, chose it; null: nobody chose */
      reason: string | null;
      /** @description What changed, the HUD masked as it was known then */
      summary: string | null;
      /** @description null: it was not analysed */
      hadEffect: boolean | null;
      consistent: boolean | null;
      /** @description Status of the action after this step */
      status: ("unobserved" | "testing" | "verified" | "exhausted" | "unverified") | null;
      /** @description What the game said or did wrong; why it was started again */
      note: string | null;
    };
    RunComparison: {
      /** @constant */
      kind: "grid";
      a: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        title: string;
        game: components["schemas"]["GameRef"];
        seed: string;
        /** @enum {string} */
        status: "created" | "running" | "paused" | "failed" | "finished";
        finishReason: string | null;
        /** @description Who answered so far; `understudy` is the offline stand-in, not a model */
        provider: string;
        /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
        answeredBy: string[];
        turns: number;
        used: {
          actions: number;
          calls: number;
        };
        level: number;
      };
      b: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        title: string;
        game: components["schemas"]["GameRef"];
        seed: string;
        /** @enum {string} */
        status: "created" | "running" | "paused" | "failed" | "finished";
        finishReason: string | null;
        /** @description Who answered so far; `understudy` is the offline stand-in, not a model */
        provider: string;
        /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
        answeredBy: string[];
        turns: number;
        used: {
          actions: number;
          calls: number;
        };
        level: number;
      };
      sameGame: boolean;
      sameSeed: boolean;
      actions: {
        [key: string]: {
          /**
           * @description Of the definitions, by their claims where code can read both; `neither` has one
           * @enum {string}
           */
          agreement: "same" | "different" | "only_a" | "only_b" | "neither";
          by: ("claims" | "text") | null;
          a: {
            /** @enum {string} */
            status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
            definition: string | null;
            streak: number;
            attempts: number;
            noEffect: number;
            firstEffectTurn: number | null;
            /** @description Actions the run had sent, of any kind, when this one was verified */
            actionsUntilVerified: number | null;
          } | null;
          b: {
            /** @enum {string} */
            status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
            definition: string | null;
            streak: number;
            attempts: number;
            noEffect: number;
            firstEffectTurn: number | null;
            /** @description Actions the run had sent, of any kind, when this one was verified */
            actionsUntilVerified: number | null;
          } | null;
        };
      };
      /** @description Objects, relationships and rules, by kind and name */
      environment: {
        /** @enum {string} */
        kind: "object" | "relationship" | "rule";
        name: string;
        /** @enum {string} */
        in: "both" | "only_a" | "only_b";
        sameText: boolean | null;
      }[];
      /** @description null: the same steps, or other games or seeds */
      diverge: {
        /** @description The first step that differs, from 1 */
        step: number;
        /**
         * @description `board`: the same actions showed another board; `end`: one of the runs goes on
         * @enum {string}
         */
        kind: "action" | "board" | "end";
        a: {
          turn: number;
          action: string | null;
          frame: number | null;
        } | null;
        b: {
          turn: number;
          action: string | null;
          frame: number | null;
        } | null;
      } | null;
    };
    AdventureComparison: {
      /** @constant */
      kind: "adventure";
      a: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        title: string;
        game: components["schemas"]["GameRef"];
        /** @description Hash of the story file: the same file has the same */
        story: string;
        seed: string;
        /** @enum {string} */
        status: "created" | "running" | "paused" | "failed" | "finished";
        finishReason: string | null;
        /** @description How the newest episode has ended; null: it is being played, or none has begun */
        end: string | null;
        /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
        answeredBy: string[];
        /** @enum {string} */
        player: "agent" | "person";
        /** @description Its agents know what the story prints and nothing else */
        fair: boolean;
        /** @description Best score of all episodes, in points; null: not known */
        score: number | null;
        /** @description Highest score possible, as the story says; null: not known */
        maximum: number | null;
        /** @description `score` of `maximum`, from 0 to 1; null: not known */
        shareOfMaximum: number | null;
        turns: number;
        /** @description Commands that were typed, in all episodes */
        moves: number;
        episodes: number;
        deaths: number;
        /** @description Places that were visited */
        places: number;
        objectives: {
          declared: number;
          active: number;
          completed: number;
        };
        /** @description Answers that were used, those of the understudy too */
        calls: number;
        /** @description Of prompts and answers together; the understudy takes none */
        tokens: number | null;
        /** @description In the stage's currency; null: no prices are set (PRICES) */
        money: number | null;
      };
      b: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        title: string;
        game: components["schemas"]["GameRef"];
        /** @description Hash of the story file: the same file has the same */
        story: string;
        seed: string;
        /** @enum {string} */
        status: "created" | "running" | "paused" | "failed" | "finished";
        finishReason: string | null;
        /** @description How the newest episode has ended; null: it is being played, or none has begun */
        end: string | null;
        /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
        answeredBy: string[];
        /** @enum {string} */
        player: "agent" | "person";
        /** @description Its agents know what the story prints and nothing else */
        fair: boolean;
        /** @description Best score of all episodes, in points; null: not known */
        score: number | null;
        /** @description Highest score possible, as the story says; null: not known */
        maximum: number | null;
        /** @description `score` of `maximum`, from 0 to 1; null: not known */
        shareOfMaximum: number | null;
        turns: number;
        /** @description Commands that were typed, in all episodes */
        moves: number;
        episodes: number;
        deaths: number;
        /** @description Places that were visited */
        places: number;
        objectives: {
          declared: number;
          active: number;
          completed: number;
        };
        /** @description Answers that were used, those of the understudy too */
        calls: number;
        /** @description Of prompts and answers together; the understudy takes none */
        tokens: number | null;
        /** @description In the stage's currency; null: no prices are set (PRICES) */
        money: number | null;
      };
      /** @description They play the same story file */
      sameGame: boolean;
      sameSeed: boolean;
      curves: {
        /** @description `[move, score]` at every change, and at the last move; moves are counted over all episodes */
        a: [
          number,
          number
        ][];
        /** @description `[move, score]` at every change, and at the last move; moves are counted over all episodes */
        b: [
          number,
          number
        ][];
      };
      /** @description Places that were visited, by the number of their object, or by their name where a run is fair; null: two stories share none */
      places: {
        id: string;
        name: string;
        /** @enum {string} */
        in: "both" | "only_a" | "only_b";
        /** @description Turn of the first visit of A */
        a: number | null;
        /** @description Turn of the first visit of B */
        b: number | null;
      }[] | null;
      /** @description By their texts, case, articles and closing punctuation aside */
      objectives: {
        text: string;
        /** @enum {string} */
        in: "both" | "only_a" | "only_b";
        a: ("active" | "completed" | "merged" | "dropped") | null;
        b: ("active" | "completed" | "merged" | "dropped") | null;
      }[];
      /** @description null: the same moves with the same answers, or two stories */
      diverge: {
        /** @description The first move that differs, from 1 */
        move: number;
        /**
         * @description `answer`: the story answered the same command otherwise; `end`: one run has no more moves
         * @enum {string}
         */
        kind: "command" | "answer" | "end";
        a: {
          turn: number;
          episode: number;
          command: string;
          place: string | null;
          score: number | null;
          /** @description The beginning of the answer; from shortly before they differ, where `kind` is `answer` */
          text: string;
        } | null;
        b: {
          turn: number;
          episode: number;
          command: string;
          place: string | null;
          score: number | null;
          /** @description The beginning of the answer; from shortly before they differ, where `kind` is `answer` */
          text: string;
        } | null;
      } | null;
    };
    Report: {
      markdown: string;
      provider: string;
    };
    FrameObjects: {
      frame: number;
      rows: number;
      cols: number;
      /** @description The colour with the most cells: what the others lie on */
      ground: number | null;
      /** @description Connected cells of one colour, the ground left out, largest first */
      objects: {
        colour: number;
        top: number;
        left: number;
        rows: number;
        cols: number;
        /** @description Cells: `rows * cols` of a solid rectangle */
        size: number;
      }[];
      /** @description Cells that change whatever the action, as `row * cols + col`; they are left out of `changes` */
      masked: number[];
      /** @description null without `since` */
      changes: {
        since: number;
        /** @description `top` and `left` are where they came from; down and right are positive */
        moved: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
          byRows: number;
          byCols: number;
        }[];
        appeared: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
        }[];
        vanished: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
        }[];
        recoloured: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
          from: number;
        }[];
        resized: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
          fromRows: number;
          fromCols: number;
        }[];
        reshaped: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Cells: `rows * cols` of a solid rectangle */
          size: number;
        }[];
        /** @description The same, a line for each */
        words: string[];
      } | null;
    };
    TriedMoves: {
      /** @description Number of the frame they begin at; 0: the game as it opens */
      from: number;
      moves: number;
      /** @description How many more may be tried in a row */
      left: number;
      /** @description The board before the last of them */
      before: string;
      /** @description A packed frame: a hexadecimal digit for each cell, rows joined by `/` */
      cells: string;
      /** @description Packed frames shown before the settled one */
      animation: string[];
      /** @enum {string} */
      state: "NOT_FINISHED" | "WIN" | "GAME_OVER";
      /** @description Levels completed */
      level: number;
      available: components["schemas"]["ActionId"][];
      /** @description The game was over: the last move began the level again, whatever it was */
      restarted: boolean;
      /** @description What the last move changed; null: there was none */
      summary: string | null;
    };
    TranscriptPage: {
      items: components["schemas"]["TranscriptEntry"][];
      next: string | null;
    };
    TranscriptEntry: {
      seq: number;
      turn: number;
      episode: number;
      at: string;
      /** @description null: the story begins, or, with `restored` or `saved`, somebody took it back or saved it */
      command: string | null;
      /** @enum {string} */
      by: "adventurer" | "player" | "system";
      thinking: string | null;
      text: string;
      upper: string[];
      place: {
        /** @description `L<number>` */
        id: string;
        name: string;
      } | null;
      score: number | null;
      effect: boolean;
      died: boolean;
      /** @description A person took the story back here; `text` says so in words, `place` and `score` are those it went to */
      restored?: {
        /** @description The turn whose outcome counts again; negative: a file behind that turn */
        turn: number;
        /** @description Name of the save; null: an undo, a turn, or a file */
        save: string | null;
        /** @description It came from a file */
        file: boolean;
        /** @description Commands that this took back, oldest first */
        undone: string[];
      };
      /** @description A person named the place where the story stands: that name */
      saved?: string;
    };
    AdventureMap: {
      here: string | null;
      places: {
        id: string;
        name: string;
        firstTurn: number;
        visits: number;
      }[];
      ways: {
        from: string;
        direction: string;
        to: string;
        /**
         * @description `probed`: tried and taken back
         * @enum {string}
         */
        how: "walked" | "probed";
        turn: number;
      }[];
      blocked: {
        from: string;
        direction: string;
        text: string;
        /** @enum {string} */
        how: "walked" | "probed";
        turn: number;
      }[];
      unexplored: {
        place: string;
        direction: string;
      }[];
      /** @description The map as a Mermaid flowchart */
      mermaid: string;
    };
    TriedCommands: {
      commands: string[];
      /** @description The turn it was tried from; null: from where the story stands */
      turn: number | null;
      /** @description What the story would answer */
      text: string;
      upper: string[];
      /** @enum {string} */
      awaits: "line" | "key" | "nothing";
      /** @description How the story would end by it; null: it goes on */
      end: ("won" | "died" | "quit" | "error" | "stuck" | "turns" | "stopped") | null;
      died: boolean;
      /** @description The world would change in a way that waiting does not explain */
      effect: boolean;
      moved: boolean;
      from: {
        /** @description `L<number>` */
        id: string;
        name: string;
      } | null;
      to: {
        /** @description `L<number>` */
        id: string;
        name: string;
      } | null;
      score: number | null;
      /** @description Change of the score; null: it is not known */
      points: number | null;
      inventory: {
        id: number;
        name: string;
        holds: {
          id: number;
          name: string;
        }[];
        /** @description What the story says of it in brackets, e.g. `closed` */
        note?: string;
      }[];
      visible: {
        id: number;
        name: string;
        holds: {
          id: number;
          name: string;
        }[];
        /** @description What the story says of it in brackets, e.g. `closed` */
        note?: string;
      }[];
      confidence: {
        /**
         * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
         * @enum {string}
         */
        location: "read" | "inferred" | "unknown";
        /**
         * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
         * @enum {string}
         */
        score: "read" | "inferred" | "unknown";
        /**
         * @description `read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`
         * @enum {string}
         */
        inventory: "read" | "inferred" | "unknown";
      };
      /** @description Objects of the story that would move or change, without those that waiting moves or changes as well */
      objects: {
        id: number;
        name: string;
        /** @description What it was in or on; null: out of play */
        from: {
          id: number;
          name: string;
        } | null;
        /** @description What it would be in or on */
        to: {
          id: number;
          name: string;
        } | null;
        /** @description Attributes of it would change: open, lit, worn and others */
        attributes: boolean;
        /**
         * @description It is the player's own object
         * @constant
         */
        player?: true;
      }[];
      /** @description Instructions of the machine that it took */
      instructions: number;
    };
    ValidActions: {
      /** @description The turn they were tried from; null: from where the story stands */
      turn: number | null;
      place: {
        /** @description `L<number>` */
        id: string;
        name: string;
      } | null;
      items: {
        command: string;
        /** @description First line of what the story would answer */
        text: string;
        moved: boolean;
        /** @description Change of the score; 0 where it is not known */
        points: number;
        /** @description Other commands that leave the same world */
        alike: string[];
      }[];
      /** @description Number of commands that were tried */
      tried: number;
      /** @description Number of commands that there was no room for */
      untried: number;
    };
    ObjectiveList: {
      /** @description Active ones first, in the order of the prompt */
      items: components["schemas"]["Objective"][];
      report: {
        active: number;
        completed: number;
        merged: number;
        dropped: number;
        refused: number;
        declaredByAgent: number;
        /** @description Objectives the adventurer declared per turn */
        perTurn: number;
        /** @description Set when it declares too many */
        overused: string | null;
      };
    };
    Objective: {
      /** @description `A…` of the adventurer, `D…` discovered, `P…` of a person */
      id: string;
      text: string;
      /** @enum {string} */
      source: "agent" | "discovered" | "player";
      /** @enum {string} */
      priority: "high" | "normal" | "low";
      parent: string | null;
      /** @enum {string} */
      status: "active" | "completed" | "merged" | "dropped";
      /** @description Turn it was added in */
      turn: number;
      /** @description Newest turn that moved it forward */
      touched: number;
      /** @description Where it was declared, as `L<number>` */
      place: string | null;
      /** @description When, by whom and why it ended; null while it is active */
      ended: {
        turn: number;
        by: string;
        why: string;
      } | null;
      /** @description Objectives that were merged into it */
      absorbed: string[];
      /** @description Earlier wordings */
      wordings: {
        turn: number;
        text: string;
      }[];
    };
    CommandGiven: {
      /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
      run: string;
      /** @description Its place in the ledger */
      seq: number;
      command: string;
      /** @enum {string} */
      mode: "take" | "suggest";
      /** @enum {string} */
      status: "created" | "running" | "paused" | "failed" | "finished";
      /** @description Turn that typed it; null: not yet */
      turn: number | null;
      /** @description What the story answered; null: not yet */
      text: string | null;
      /** @description What the story reads next; `nothing`: it has ended; null: not yet */
      awaits: ("line" | "key" | "nothing") | null;
      score: number | null;
      place: {
        /** @description `L<number>` */
        id: string;
        name: string;
      } | null;
    };
    Experiment: {
      id: string;
      name: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "finished";
      progress: {
        runs: number;
        waiting: number;
        /** @description Runs that are made and not over */
        playing: number;
        over: number;
        /** @description Of those that are over */
        refused: number;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description `done`: every run is over; `stopped`: it was asked for */
      finishReason: ("done" | "stopped") | null;
      /** @description Why it pauses, in words */
      pauseReason: string | null;
      games: components["schemas"]["GameRef"][];
      /** @description Their labels */
      models: string[];
      seeds: string[];
      /** @description Of each run */
      budgets: {
        [key: string]: number | null;
      };
      /** @description Of all its runs together; null: no limit */
      budget: components["schemas"]["ExperimentBudget"];
      /** @description By all its runs together, as they told last */
      used: components["schemas"]["ExperimentUse"];
      /** @description Its text adventures are fair: their agents know what the story prints and nothing else */
      fair: boolean;
      parallel: number;
      tags: string[];
      sourceUrl: string | null;
      /** @description Of all runs of ARC-AGI-3 games together; null: it has none */
      scorecard: {
        /** @description null: it is not open yet */
        id: string | null;
        url: string | null;
        /** @description As the service counts it */
        score: number | null;
        closed: boolean;
      } | null;
      runs: components["schemas"]["ExperimentRow"][];
    };
    ExperimentBudget: {
      actions: number | null;
      calls: number | null;
      tokens: number | null;
      money: number | null;
    };
    ExperimentUse: {
      actions: number;
      calls: number;
      tokens: number;
      /** @description null: no prices are set (PRICES) */
      money: number | null;
    };
    ExperimentRow: {
      /** @description Its place in the experiment, from 1 */
      n: number;
      game: components["schemas"]["GameRef"];
      /** @description As the experiment labels it */
      model: string;
      seed: string;
      /** @description null: it was not made yet */
      run: string | null;
      /**
       * @description `waiting`: it comes later; `refused`: it could not be made, see `reason`; `skipped`: the experiment was stopped before; `deleted`: somebody deleted the run
       * @enum {string}
       */
      status: "waiting" | "created" | "running" | "paused" | "failed" | "finished" | "refused" | "skipped" | "deleted";
      /** @description Why it has ended, pauses, failed or was refused */
      reason: string | null;
      /** @description Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked */
      answeredBy: string[];
      /** @description Of a story its best score in points; of a grid game the levels that were completed */
      score: number | null;
      /** @description Of a story: the highest score possible, as it says */
      maximum: number | null;
      /** @description Of a story: `score` of `maximum`, from 0 to 1 */
      shareOfMaximum: number | null;
      /** @description Commands typed in a story, counted while the run is not playing */
      moves: number | null;
      /** @description Of a story */
      deaths: number | null;
      /** @description Of a story: places that were visited */
      places: number | null;
      /** @description Levels that were completed, of a grid game */
      levels: number | null;
      /** @description Actions of each level that was completed, in order; of grid games */
      levelActions: number[];
      turns: number | null;
      /** @description Of a grid game */
      actions: number | null;
      /** @description Answers that were used, those of the understudy too */
      calls: number | null;
      /** @description Of prompts and answers together; the understudy takes none */
      tokens: number | null;
      /** @description In the stage's currency; null: no prices are set (PRICES) */
      money: number | null;
      /** @description Actions whose definition is verified, of a grid game */
      verified: number | null;
      /** @description Actions that the game has offered */
      known: number | null;
      /** @description Claims that fit at least one recorded execution and contradict none */
      trueClaims: number | null;
      /** @description Claims that a recorded execution contradicts */
      falseClaims: number | null;
      /** @description Relative human action efficiency, 0 to 1, of all levels of the game; null: no human baselines are known */
      rhae: number | null;
      startedAt: string | null;
      endedAt: string | null;
    };
    ExperimentPage: {
      items: components["schemas"]["ExperimentSummary"][];
      next: string | null;
    };
    ExperimentSummary: {
      id: string;
      name: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "finished";
      progress: {
        runs: number;
        waiting: number;
        /** @description Runs that are made and not over */
        playing: number;
        over: number;
        /** @description Of those that are over */
        refused: number;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    ExperimentTable: {
      experiment: string;
      name: string;
      /** @enum {string} */
      status: "created" | "running" | "paused" | "finished";
      /** @description Of all its runs together; null: no limit */
      budget: components["schemas"]["ExperimentBudget"];
      /** @description By all its runs together, as they told last */
      used: components["schemas"]["ExperimentUse"];
      /** @description Its text adventures are fair: their agents know what the story prints and nothing else */
      fair: boolean;
      rows: components["schemas"]["ExperimentRow"][];
      /** @description By model, in the order of the experiment */
      sums: components["schemas"]["ExperimentSum"][];
      /** @description Means of each story and model; empty without stories */
      stories: components["schemas"]["ExperimentStory"][];
      /** @description Published scores of the same files, by release and serial; a story without any is left out */
      published: components["schemas"]["PublishedScores"][];
    };
    ExperimentSum: {
      model: string;
      runs: number;
      /** @description Runs that are played no more */
      over: number;
      /** @description Sum; of stories and grid games together, so look at `stories` for points */
      score: number | null;
      /** @description Of stories: mean over the stories of the mean over their runs; null: not known of any */
      shareOfMaximum: number | null;
      /** @description Of stories */
      moves: number | null;
      /** @description Of stories */
      deaths: number | null;
      levels: number | null;
      turns: number;
      actions: number;
      calls: number;
      tokens: number;
      money: number | null;
      verified: number | null;
      known: number | null;
      trueClaims: number | null;
      falseClaims: number | null;
      /** @description Mean over the runs with baselines */
      rhae: number | null;
    };
    ExperimentStory: {
      game: components["schemas"]["GameRef"];
      /** @description As the story was called when the experiment was made */
      title: string;
      model: string;
      /** @description Runs that have begun, of which the means are */
      runs: number;
      /** @description Runs that are played no more */
      over: number;
      /** @description Mean of the best scores, in points */
      score: number | null;
      /** @description Best score of all runs */
      best: number | null;
      /** @description Highest score possible, as the story says */
      maximum: number | null;
      shareOfMaximum: number | null;
      moves: number | null;
      deaths: number | null;
      places: number | null;
      calls: number | null;
      tokens: number | null;
      money: number | null;
    };
    PublishedScores: {
      game: components["schemas"]["GameRef"];
      /** @description Highest score possible, as the source has it */
      maximum: number;
      scores: {
        agent: string;
        /** @description In points */
        score: number;
      }[];
      note: string | null;
      source: {
        /** @description Authors, year and table */
        cite: string;
        title: string;
        /** Format: uri */
        url: string;
        /** @description What the agents of the source were given, and how they were scored */
        method: string;
      };
    };
    GamePage: {
      items: components["schemas"]["Game"][];
      next: string | null;
    };
    Game: components["schemas"]["GridGame"] | components["schemas"]["StoryGame"];
    GridGame: {
      id: components["schemas"]["GameRef"];
      title: string;
      /** @constant */
      kind: "grid";
      description: string;
      /** @description Empty: the game says so itself, move by move */
      actions: components["schemas"]["ActionId"][];
      rows: number;
      cols: number;
    };
    StoryGame: {
      id: string;
      title: string;
      /** @constant */
      kind: "adventure";
      description: string;
      /**
       * @description Of the Z-machine
       * @enum {number}
       */
      version: 3 | 4 | 5 | 8;
      /** @description As the story itself numbers its releases */
      release: number;
      /** @description As a rule the date it was compiled: `YYMMDD` */
      serial: string;
      /** @description Size of the story file, without a Blorb around it */
      bytes: number;
      /** @description As the Blorb around it says, else the banner that the story opens with; null: neither does */
      author: string | null;
      /** @description Media type of `GET /v1/games/{id}/cover`; null: there is none */
      cover: ("image/png" | "image/jpeg") | null;
      /** @description null: it comes with the service */
      uploadedAt: string | null;
    };
    TemplatePage: {
      items: components["schemas"]["Template"][];
      next: string | null;
    };
    Template: {
      id: components["schemas"]["Slug"];
      title: string;
      description: string;
      /** @description Their names */
      characters: string[];
      personas: {
        id: components["schemas"]["Slug"];
        name: string;
      }[];
    };
    StageView: {
      /** @description Somebody without a key may play here for two minutes: `POST /v1/demo` */
      demo: boolean;
      /** @description People may keep their seats under passkeys here */
      passkeys: boolean;
      /** @description Who asks, as Cloudflare Access says it; null where it says nothing */
      visitor: {
        email: string;
        /** @description The address owns the tenant: requests without a key are the owner’s */
        owner: boolean;
      } | null;
    };
    ImportedCharacter: {
      id: string;
      /** @constant */
      kind: "character";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Character"];
      /** @description Fields of the card that say something and have an effect in a scene, by their names in its `data`, such as `description` or `extensions.depth_prompt`. Neither used nor ignored is what tells people about the card */
      used: string[];
      /** @description Fields of the file that say something, are kept for its export, and have no effect here: by their names in it, such as `entries.sticky` or `extensions.world`. At most 100 */
      ignored: string[];
      /** @description Values of the file that were read as something near, or left at their default. At most 100 */
      repaired: components["schemas"]["ImportNote"][];
      /** @description Parts of the file that are not used: an entry, a key; an entry with such a key is inactive. At most 100 */
      skipped: components["schemas"]["ImportNote"][];
    };
    Character: {
      name: string;
      /**
       * @description What `{{char}}` stands for in its texts and its book. Default: its name
       * @default
       */
      nickname: string;
      /** @default  */
      description: string;
      /** @default  */
      personality: string;
      /**
       * @description Becomes that of a scene, or joins the scene's notes under its name
       * @default
       */
      scenario: string;
      /** @default  */
      goals: string;
      /**
       * @description What it alone knows: for itself and the director, never for another character
       * @default
       */
      secrets: string;
      /**
       * @description Example lines of its own
       * @default []
       */
      voice: string[];
      /**
       * @description Example exchanges as cards have them: each begins with a line `<START>`, in it lines `{{char}}: …` and `{{user}}: …`
       * @default
       */
      exampleMessages: string;
      /** @default  */
      firstMessage: string;
      /** @default [] */
      alternateGreetings: string[];
      /**
       * @description For scenes with several characters; counted after the alternate greetings
       * @default []
       */
      groupGreetings: string[];
      /** @default  */
      systemPrompt: string;
      /**
       * @description Said at the end of every prompt of this character
       * @default
       */
      postHistoryInstructions: string;
      /**
       * @description Said in front of the `depth` newest lines of every prompt of this character
       * @default null
       */
      depthPrompt: {
        text: string;
        /** @default 4 */
        depth: number;
      } | null;
      /**
       * @description Becomes `settings.talkativeness` of the character in a scene, unless the scene has its own
       * @default null
       */
      talkativeness: number | null;
      /** @default  */
      creatorNotes: string;
      /** @default  */
      creator: string;
      /** @default  */
      version: string;
      /** @default [] */
      tags: string[];
      /**
       * @description Its own book, as cards embed one
       * @default null
       */
      lorebook: components["schemas"]["Lorebook"] | null;
      /**
       * @description What an imported card had beside this; it is there again when the card is exported
       * @default {}
       */
      extra: {
        [key: string]: Json;
      };
    };
    Lorebook: {
      name: string;
      /** @default  */
      description: string;
      /**
       * @description Messages looked at for keys
       * @default 4
       */
      scanDepth: number;
      /** @default false */
      caseSensitive: boolean;
      /** @default true */
      wholeWords: boolean;
      /**
       * @description Entries found are themselves looked at for keys
       * @default true
       */
      recursive: boolean;
      /**
       * @description How many times over
       * @default 3
       */
      maxRecursion: number;
      /**
       * @description Most tokens of this book in a prompt; null: the envelope's share
       * @default null
       */
      tokenBudget: number | null;
      /** @default [] */
      entries: components["schemas"]["LoreEntry"][];
      /**
       * @description Fields of an imported book that we do not use
       * @default {}
       */
      extra: {
        [key: string]: Json;
      };
    };
    LoreEntry: {
      /** @description Unique in its book; the `uid` of World Info */
      id: string;
      /**
       * @description For the author; models never see it
       * @default
       */
      name: string;
      /** @default true */
      enabled: boolean;
      /**
       * @description Always in, without any key
       * @default false
       */
      constant: boolean;
      /**
       * @description Words or phrases; `/…/flags`, with flags out of gimsuy, is a regular expression. Any one of them is enough
       * @default []
       */
      keys: string[];
      /** @default [] */
      secondaryKeys: string[];
      /**
       * @description Which of the secondary keys must be there as well: any, all, none, or not all of them. Nothing without secondary keys
       * @default any
       * @enum {string}
       */
      logic: "any" | "all" | "none" | "not-all";
      /** @default  */
      content: string;
      /** @default null */
      caseSensitive: boolean | null;
      /** @default null */
      wholeWords: boolean | null;
      /**
       * @description Messages looked at for keys; null: as the book says
       * @default null
       */
      scanDepth: number | null;
      /**
       * @description Where it stands among others, and which are kept when not all fit: high last, and kept first
       * @default 100
       */
      order: number;
      /**
       * @description Percent
       * @default 100
       */
      probability: number;
      /**
       * @description Names, separated by commas: of the entries of one group that match, one is used
       * @default
       */
      group: string;
      /** @default 100 */
      groupWeight: number;
      /**
       * @description Wins its group, the highest order among several, in place of a throw
       * @default false
       */
      groupOverride: boolean;
      /**
       * @description Is not found in the text of other entries
       * @default false
       */
      excludeRecursion: boolean;
      /**
       * @description Its text finds no other entries
       * @default false
       */
      preventRecursion: boolean;
      /**
       * @description Is looked at once the text of another entry is in: in that text, and in the talk
       * @default false
       */
      delayUntilRecursion: boolean;
      /** @default false */
      ignoreBudget: boolean;
      /**
       * @description Fields of an imported entry that we do not use
       * @default {}
       */
      extra: {
        [key: string]: Json;
      };
    };
    ImportNote: {
      /** @description JSON Pointer into the file */
      pointer: string;
      message: string;
    };
    ImportedLorebook: {
      id: string;
      /** @constant */
      kind: "lorebook";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Lorebook"];
      /** @description Fields of the file that say something, are kept for its export, and have no effect here: by their names in it, such as `entries.sticky` or `extensions.world`. At most 100 */
      ignored: string[];
      /** @description Values of the file that were read as something near, or left at their default. At most 100 */
      repaired: components["schemas"]["ImportNote"][];
      /** @description Parts of the file that are not used: an entry, a key; an entry with such a key is inactive. At most 100 */
      skipped: components["schemas"]["ImportNote"][];
    };
    TriedLorebook: {
      /** @description Every entry, as the book has them */
      entries: {
        /** @description In the `entries` of the book, from 0 */
        place: number;
        id: string;
        name: string;
        in: boolean;
        /** @enum {string} */
        why: "constant" | "talk" | "lore" | "disabled" | "no-keys" | "no-match" | "waiting" | "logic" | "probability" | "group" | "budget" | "empty" | "unsearched";
        /** @description Its keys that were found */
        keys: {
          key: string;
          /** @enum {string} */
          found: "talk" | "lore";
        }[];
        /** @description Its secondary keys; null: not found */
        secondary: {
          key: string;
          found: ("talk" | "lore") | null;
        }[];
        /** @description What it takes in a prompt; null when it is not in */
        tokens: number | null;
      }[];
      /** @description Of those that are in, together */
      tokens: number;
      problems: {
        pointer: string;
        message: string;
      }[];
    };
    WorldItem: {
      id: string;
      /** @constant */
      kind: "world";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["World"];
    };
    World: {
      name: string;
      /** @default  */
      description: string;
      /**
       * @description The author's notes; part of every prompt of its scenes
       * @default
       */
      notes: string;
      /**
       * @description World state that its scenes start from
       * @default {}
       */
      facts: {
        [key: string]: string;
      };
      /** @default [] */
      lorebooks: string[];
    };
    LibraryPage: {
      items: components["schemas"]["LibrarySummary"][];
      next: string | null;
    };
    LibrarySummary: {
      id: string;
      /** @enum {string} */
      kind: "world" | "campaign" | "arc" | "character" | "persona" | "lorebook" | "profile";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      name: string;
      /** @description The world of a campaign, the campaign of an arc */
      parent: string | null;
    };
    Deletion: {
      /** @description The item itself and everything under it */
      deletes: {
        /** @enum {string} */
        kind: "world" | "campaign" | "arc" | "character" | "persona" | "lorebook" | "profile";
        id: string;
        name: string;
      }[];
      /** @description Items that name it and go on without it */
      detaches: {
        /** @enum {string} */
        kind: "world" | "campaign" | "arc" | "character" | "persona" | "lorebook" | "profile";
        id: string;
        name: string;
      }[];
    };
    CampaignItem: {
      id: string;
      /** @constant */
      kind: "campaign";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Campaign"];
    };
    Campaign: {
      world: string;
      name: string;
      /** @default  */
      description: string;
      /** @default  */
      notes: string;
      /**
       * @description Trackers that its scenes start from
       * @default {}
       */
      trackers: {
        [key: string]: string;
      };
    };
    ArcItem: {
      id: string;
      /** @constant */
      kind: "arc";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Arc"];
    };
    Arc: {
      campaign: string;
      name: string;
      /** @default  */
      description: string;
      /** @default  */
      notes: string;
      /** @default {} */
      trackers: {
        [key: string]: string;
      };
    };
    CharacterItem: {
      id: string;
      /** @constant */
      kind: "character";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Character"];
    };
    PersonaItem: {
      id: string;
      /** @constant */
      kind: "persona";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Persona"];
    };
    Persona: {
      name: string;
      /** @default  */
      description: string;
    };
    LorebookItem: {
      id: string;
      /** @constant */
      kind: "lorebook";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["Lorebook"];
    };
    ProfileItem: {
      id: string;
      /** @constant */
      kind: "profile";
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Counts its changes; also its `ETag`, for the `If-Match` of a change */
      version: number;
      body: components["schemas"]["LibraryProfile"];
    };
    CallPage: {
      items: components["schemas"]["CallSummary"][];
      next: string | null;
    };
    CallSummary: {
      id: string;
      room: string;
      /** @description Round of the scene, or turn of the run */
      round: number;
      /** @description Number of the journalled step; they are counted in each room, from 1 */
      n: number;
      /** @description The journalled step, e.g. `director.1/1` */
      step: string;
      role: components["schemas"]["Role"];
      purpose: string;
      /** @description Which call of its ask this was, from 1 */
      attempt: number;
      provider: string;
      model: string;
      status: components["schemas"]["CallStatus"];
      rung: components["schemas"]["Rung"] | null;
      promptTokens: number;
      /** @description Of thinking and answer together */
      completionTokens: number;
      /** @description Of the completion: thought. Null, or absent: the endpoint did not tell */
      reasoningTokens?: number | null;
      /** @description Of the prompt: from the provider's cache. Null, or absent: as before */
      cachedTokens?: number | null;
      /** @description What the provider itself says that it charged, in its own currency */
      providerCost?: number | null;
      latencyMs: number | null;
      /** Format: date-time */
      startedAt: string;
      /** @description Whose input it answered; null: nobody in particular */
      seat: string | null;
      /** @description What it cost, in the stage's currency; null: it was free, or its model has no price */
      money: number | null;
      /** @description Title of its room, in lists */
      roomTitle?: string;
    };
    CallRecord: {
      id: string;
      room: string;
      /** @description Round of the scene, or turn of the run */
      round: number;
      /** @description Number of the journalled step; they are counted in each room, from 1 */
      n: number;
      /** @description The journalled step, e.g. `director.1/1` */
      step: string;
      role: components["schemas"]["Role"];
      purpose: string;
      /** @description Which call of its ask this was, from 1 */
      attempt: number;
      provider: string;
      model: string;
      status: components["schemas"]["CallStatus"];
      rung: components["schemas"]["Rung"] | null;
      promptTokens: number;
      /** @description Of thinking and answer together */
      completionTokens: number;
      /** @description Of the completion: thought. Null, or absent: the endpoint did not tell */
      reasoningTokens?: number | null;
      /** @description Of the prompt: from the provider's cache. Null, or absent: as before */
      cachedTokens?: number | null;
      /** @description What the provider itself says that it charged, in its own currency */
      providerCost?: number | null;
      latencyMs: number | null;
      /** Format: date-time */
      startedAt: string;
      /** @description Whose input it answered; null: nobody in particular */
      seat: string | null;
      /** @description What it cost, in the stage's currency; null: it was free, or its model has no price */
      money: number | null;
      /** @description Title of its room, in lists */
      roomTitle?: string;
      messages: components["schemas"]["Message"][];
      constraint: ("json_schema" | "json_object" | "none") | null;
      /** @description The provider's answer as it came */
      raw: string | null;
      /** @description Private: never put in any prompt */
      reasoning: string | null;
      parsed: components["schemas"]["Json"] | null;
      problems: {
        pointer: string;
        message: string;
      }[];
      error: string | null;
      /** @description What was done otherwise than asked: pictures left out, a prompt shortened, a count not believed */
      notes: string[];
      finishReason: string | null;
      /** @description For a call of a run: what it was about */
      run?: components["schemas"]["RunCallContext"];
      /** @description The prompt cut at its titles, without its pictures */
      parts: components["schemas"]["PromptPart"][];
    };
    Message: {
      /** @enum {string} */
      role: "system" | "user" | "assistant";
      content: string | ({
        /** @constant */
        type: "text";
        text: string;
      } | {
        /** @constant */
        type: "frame";
        label: string;
        /** @description A packed frame; the provider gets it as PNG */
        cells: string;
      })[];
    };
    RunCallContext: {
      turn: number;
      /** @description The action that is analysed, or that the suggestion led to; null: none */
      targetAction: components["schemas"]["GameAction"] | null;
      images: {
        label: string;
        /** @description GET …/frames/{n}.png; null: not a frame that was captured */
        frame: number | null;
      }[];
      /** @description What was told with the images: everything but the standing orders */
      context: string;
      /** @description The agent's state before it, in the names of the export */
      stateBefore: {
        [key: string]: components["schemas"]["Json"];
      };
      /** @description The same once its answer was stored */
      stateAfter: {
        [key: string]: components["schemas"]["Json"];
      };
    };
    PromptPart: {
      /** @description Its place in `messages` */
      message: number;
      /** @description As it stands in the prompt; `""`: the text before the first title */
      title: string;
      /** @description As Proscenium counts */
      tokens: number;
    };
    NewWebhook: {
      id: string;
      url: string;
      /** @description null: every scene, run and experiment of the tenant */
      room: string | null;
      kinds: components["schemas"]["EventKind"][];
      /** @enum {string} */
      as: "owner" | "spectator";
      active: boolean;
      /** @description It was switched off by itself; `active: true` switches it on again */
      disabled: {
        /** @enum {string} */
        reason: "gone" | "failing" | "room-deleted";
        /** Format: date-time */
        at: string;
      } | null;
      /**
       * Format: date-time
       * @description Events from then on are sent
       */
      createdAt: string;
      /** @description First failure since the last success; null: the last attempt succeeded */
      failingSince: string | null;
      /** @description The newest one; null: nothing was sent yet */
      lastAttempt: components["schemas"]["WebhookAttempt"] | null;
      /** @description Rooms that have events still to be sent */
      waiting: number;
      /** @description Until then messages carry a signature with the old secret too */
      rotatedUntil: string | null;
      /** @description What was done to it, newest first: the last 50 entries */
      log: {
        /** Format: date-time */
        at: string;
        what: string;
      }[];
      /** @description `whsec_…`, shown once; null when an Idempotency-Key is replayed */
      secret: string | null;
    };
    WebhookAttempt: {
      n: number;
      /** @enum {string} */
      why: "event" | "replay" | "test";
      /** @description The header `webhook-id`, the same for every attempt */
      messageId: string;
      room: string | null;
      seq: number | null;
      kind: string;
      /** @description From 1, of this event */
      try: number;
      /** Format: date-time */
      at: string;
      /**
       * @description `failed` is tried again at `nextTry`; `abandoned` was the last try; `lost` was cut off, and an event is then sent again
       * @enum {string}
       */
      status: "open" | "delivered" | "failed" | "abandoned" | "lost";
      /** @description Status of the answer; null: there was none */
      code: number | null;
      error: string | null;
      latencyMs: number | null;
      nextTry: string | null;
      /** @description Beginning of the answer's body, at most 1 KB */
      answer: string;
    };
    WebhookPage: {
      items: components["schemas"]["Webhook"][];
      next: string | null;
    };
    Webhook: {
      id: string;
      url: string;
      /** @description null: every scene, run and experiment of the tenant */
      room: string | null;
      kinds: components["schemas"]["EventKind"][];
      /** @enum {string} */
      as: "owner" | "spectator";
      active: boolean;
      /** @description It was switched off by itself; `active: true` switches it on again */
      disabled: {
        /** @enum {string} */
        reason: "gone" | "failing" | "room-deleted";
        /** Format: date-time */
        at: string;
      } | null;
      /**
       * Format: date-time
       * @description Events from then on are sent
       */
      createdAt: string;
      /** @description First failure since the last success; null: the last attempt succeeded */
      failingSince: string | null;
      /** @description The newest one; null: nothing was sent yet */
      lastAttempt: components["schemas"]["WebhookAttempt"] | null;
      /** @description Rooms that have events still to be sent */
      waiting: number;
      /** @description Until then messages carry a signature with the old secret too */
      rotatedUntil: string | null;
      /** @description What was done to it, newest first: the last 50 entries */
      log: {
        /** Format: date-time */
        at: string;
        what: string;
      }[];
    };
    WebhookAttemptPage: {
      items: components["schemas"]["WebhookAttempt"][];
      next: string | null;
    };
    SentWebhookAttempt: {
      n: number;
      /** @enum {string} */
      why: "event" | "replay" | "test";
      /** @description The header `webhook-id`, the same for every attempt */
      messageId: string;
      room: string | null;
      seq: number | null;
      kind: string;
      /** @description From 1, of this event */
      try: number;
      /** Format: date-time */
      at: string;
      /**
       * @description `failed` is tried again at `nextTry`; `abandoned` was the last try; `lost` was cut off, and an event is then sent again
       * @enum {string}
       */
      status: "open" | "delivered" | "failed" | "abandoned" | "lost";
      /** @description Status of the answer; null: there was none */
      code: number | null;
      error: string | null;
      latencyMs: number | null;
      nextTry: string | null;
      /** @description Beginning of the answer's body, at most 1 KB */
      answer: string;
      /** @description What was sent, without its signature; null: the event or its room is gone */
      request: {
        headers: {
          [key: string]: string;
        };
        body: string;
      } | null;
    };
    NewHook: {
      id: string;
      room: string;
      /** @enum {string} */
      verify: "standard" | "github" | "slack" | "discord" | "bearer";
      turn: {
        /** @constant */
        type: "continuation";
        /** @default [] */
        to: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        text: string;
        personaId?: components["schemas"]["Slug"];
        /** @default [] */
        to: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        command: string;
        /**
         * @description `take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it
         * @default take
         * @enum {string}
         */
        mode: "take" | "suggest";
      } | {
        /** @enum {string} */
        verb: "start" | "pause" | "resume" | "stop" | "step";
      };
      responseUrl: string | null;
      active: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Path that deliveries are posted to */
      deliverTo: string;
      /** @description Until then the old secret is accepted too */
      rotatedUntil: string | null;
      /** @description null: none came in the last four days, or they carried no id */
      lastDeliveryAt: string | null;
      /** @description What was done to it, newest first: the last 50 entries */
      log: {
        /** Format: date-time */
        at: string;
        what: string;
      }[];
      /** @description Shown once; null when it was given, or an Idempotency-Key is replayed */
      secret: string | null;
    };
    HookPage: {
      items: components["schemas"]["Hook"][];
      next: string | null;
    };
    Hook: {
      id: string;
      room: string;
      /** @enum {string} */
      verify: "standard" | "github" | "slack" | "discord" | "bearer";
      turn: {
        /** @constant */
        type: "continuation";
        /** @default [] */
        to: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        text: string;
        personaId?: components["schemas"]["Slug"];
        /** @default [] */
        to: components["schemas"]["Slug"][];
      } | {
        /** @description Text in which `{{path.to.field}}` stands for a field of the payload */
        command: string;
        /**
         * @description `take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it
         * @default take
         * @enum {string}
         */
        mode: "take" | "suggest";
      } | {
        /** @enum {string} */
        verb: "start" | "pause" | "resume" | "stop" | "step";
      };
      responseUrl: string | null;
      active: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Path that deliveries are posted to */
      deliverTo: string;
      /** @description Until then the old secret is accepted too */
      rotatedUntil: string | null;
      /** @description null: none came in the last four days, or they carried no id */
      lastDeliveryAt: string | null;
      /** @description What was done to it, newest first: the last 50 entries */
      log: {
        /** Format: date-time */
        at: string;
        what: string;
      }[];
    };
    HookDeliveryPage: {
      items: components["schemas"]["HookDelivery"][];
      next: string | null;
    };
    HookDelivery: {
      n: number;
      /** @description What the sender calls it; null: it has no name of its own */
      delivery: string | null;
      /** Format: date-time */
      at: string;
      /**
       * @description `unproven`: the sender did not prove itself; of those one a minute is noted
       * @enum {string}
       */
      status: "placed" | "greeting" | "refused" | "unproven";
      /** @description Status of the answer to the sender */
      code: number;
      /** @description Why it was refused */
      error: string | null;
      /** @description Fields of the payload that the template lacks */
      errors: {
        pointer: string;
        message: string;
      }[];
      /** @description Answer of the room; null: nothing was placed */
      accepted: (components["schemas"]["TurnAccepted"] | components["schemas"]["CommandGiven"] | components["schemas"]["RunControlled"]) | null;
    };
    HookDelivered: {
      hook: string;
      /** @description What the sender calls it, or a name of ours */
      delivery: string;
      room: string;
      accepted: components["schemas"]["TurnAccepted"] | components["schemas"]["CommandGiven"] | components["schemas"]["RunControlled"];
    };
    DiscordApplication: {
      application: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      /** @description The address that Discord sends commands to */
      interactionsUrl: string;
      /**
       * @description `refused`: Discord could not reach the address, `problem` says why; set it right and PUT again
       * @enum {string}
       */
      endpoint: "set" | "refused";
      problem: string | null;
      /** @description Open it to add the application to a server */
      inviteUrl: string;
      /** @description null: the first server that uses `/scene` becomes the one */
      servers: string[] | null;
      channels: components["schemas"]["DiscordChannel"][];
      /** @description What happened to it, newest first: the last 50 entries. No words of a scene */
      log: {
        /** Format: date-time */
        at: string;
        what: string;
      }[];
    };
    /** @description A channel in which a scene plays */
    DiscordChannel: {
      channel: string;
      server: string;
      /** @description Id of the scene that plays in it */
      scene: string;
      /** Format: date-time */
      boundAt: string;
      /** @description Events of the scene up to this seq are told in the channel, or wait to be */
      told: number;
      /** @description Messages that are still to be sent */
      waiting: number;
      /** @description Why nothing is sent there; null: all is well. `/scene` in the channel goes on */
      paused: string | null;
    };
    DiscordApplicationPage: {
      items: components["schemas"]["DiscordApplication"][];
      next: string | null;
    };
    /** @description An interaction response of Discord's */
    DiscordAnswer: {
      type: number;
    } & {
      [key: string]: Json;
    };
    Caller: {
      tenant: components["schemas"]["TenantName"];
      operator: boolean;
      /** @description Its id, as in the list of keys; null for the bootstrap key, and for an owner by Cloudflare Access */
      key: string | null;
      /** @description Origin under which others reach the stage, for links; null: the one that you use */
      publicUrl: string | null;
      /**
       * @description `full`: all of the tenant. `read`: reads rooms, library, calls and usage, and changes nothing. `room`: the owner of one room. `experiments`: makes and drives runs and experiments
       * @enum {string}
       */
      scope: "full" | "read" | "room" | "experiments";
      /** @description Of the scope `room`: the room that it owns */
      room: (string) | null;
    };
    KeyPage: {
      items: components["schemas"]["KeySummary"][];
      next: string | null;
    };
    KeySummary: {
      id: string;
      label: string;
      /**
       * @description `full`: all of the tenant. `read`: reads rooms, library, calls and usage, and changes nothing. `room`: the owner of one room. `experiments`: makes and drives runs and experiments
       * @enum {string}
       */
      scope: "full" | "read" | "room" | "experiments";
      /** @description Of the scope `room`: the room that it owns */
      room: (string) | null;
      /** Format: date-time */
      createdAt: string;
      revokedAt: string | null;
      /** @description Until when it works; set when another key took its place */
      expiresAt: string | null;
      /** @description The minute of a recent use, stored at most once a minute; null: never, or not since this is kept */
      lastUsedAt: string | null;
    };
    NewKey: {
      id: string;
      label: string;
      /**
       * @description `full`: all of the tenant. `read`: reads rooms, library, calls and usage, and changes nothing. `room`: the owner of one room. `experiments`: makes and drives runs and experiments
       * @enum {string}
       */
      scope: "full" | "read" | "room" | "experiments";
      /** @description Of the scope `room`: the room that it owns */
      room: (string) | null;
      /** Format: date-time */
      createdAt: string;
      revokedAt: string | null;
      /** @description Until when it works; set when another key took its place */
      expiresAt: string | null;
      /** @description The minute of a recent use, stored at most once a minute; null: never, or not since this is kept */
      lastUsedAt: string | null;
      /** @description Shown once; null when an Idempotency-Key is replayed */
      key: string | null;
    };
    NewKeyCode: {
      /** @description Shown once; `/#code=…` opens the page with it */
      code: string;
      /** Format: date-time */
      expiresAt: string;
    };
    ExchangedKey: {
      key: string;
    };
    NewTenant: {
      name: components["schemas"]["TenantName"];
      key: components["schemas"]["NewKey"];
    };
    TenantPage: {
      items: components["schemas"]["TenantSummary"][];
      next: string | null;
    };
    TenantSummary: {
      name: components["schemas"]["TenantName"];
      /** Format: date-time */
      createdAt: string;
    };
    Tenant: {
      name: components["schemas"]["TenantName"];
      /** @enum {string} */
      status: "active" | "deleting";
      /** Format: date-time */
      createdAt: string;
      /** @description Keys that work now */
      keys: number;
      /** @description Scenes and runs */
      rooms: number;
      /** @description Binding of the database that has its rows: `DB`, `DB_1` … */
      database: string;
      /** @description null unless it is being deleted */
      deletion: {
        /** Format: date-time */
        startedAt: string;
        /** @enum {string} */
        phase: "rooms" | "rest" | "worlds" | "files" | "rows";
        removed: components["schemas"]["Removed"];
      } | null;
    };
    /** @description Scenes and runs, webhooks both ways, worlds, files in R2, and rows of the index and the library */
    Removed: {
      rooms: number;
      webhooks: number;
      worlds: number;
      files: number;
      rows: number;
    };
    Retention: {
      /** @description Calls and bundles are deleted when they are older than this; null: never */
      days: number | null;
      /** @description The tenant's own setting */
      own: number | null;
      /** @description That of the operator: for this tenant, else RETENTION_DAYS */
      operator: number | null;
    };
    UsageReport: {
      items: components["schemas"]["UsageRow"][];
      next: string | null;
      /** Format: date */
      from: string;
      /** Format: date */
      to: string;
      /** @enum {string} */
      by: "day" | "room" | "seat" | "role" | "model";
      currency: string;
      /** @description Of all pages */
      total: {
        /** @description Calls of the list, those of the understudy too */
        calls: number;
        /** @description Those that count for budgets: of a model */
        metered: number;
        promptTokens: number;
        /** @description Of thinking and answers together */
        completionTokens: number;
        /** @description Of these: thought, where the provider told */
        reasoningTokens: number;
        /** @description Of the prompts: from providers' caches, where they told */
        cachedTokens: number;
        /** @description Of priced calls */
        money: number;
        /** @description What providers themselves say that they charged, in their currency */
        providerCost: number;
        /** @description Metered calls of models that PRICES does not name */
        unpriced: number;
      };
    };
    UsageRow: {
      /** @description The day, room, seat, role or model; null: nobody's seat */
      key: string | null;
      /** @description With `split`: which room, seat, role or model; null: nobody's seat */
      part?: string | null;
      /** @description Summed or parted by room: its title; null: the index has no such room */
      title?: string | null;
      /** @description Calls of the list, those of the understudy too */
      calls: number;
      /** @description Those that count for budgets: of a model */
      metered: number;
      promptTokens: number;
      /** @description Of thinking and answers together */
      completionTokens: number;
      /** @description Of these: thought, where the provider told */
      reasoningTokens: number;
      /** @description Of the prompts: from providers' caches, where they told */
      cachedTokens: number;
      /** @description Of priced calls */
      money: number;
      /** @description What providers themselves say that they charged, in their currency */
      providerCost: number;
      /** @description Metered calls of models that PRICES does not name */
      unpriced: number;
    };
    /** @description Both hold: what is spent first ends the round */
    TenantBudgets: {
      /** @description The operator's cap; null: none */
      operator: components["schemas"]["TenantBudget"] | null;
      /** @description The tenant's own; null: none */
      tenant: components["schemas"]["TenantBudget"] | null;
      /** @description Leased to rooms that are playing */
      reserved: {
        calls: number;
        tokens: number;
        money: number;
      };
      /** @description Of all time */
      used: {
        calls: number;
        tokens: number;
        money: number;
      };
      currency: string;
    };
    TenantBudget: {
      calls: number | null;
      tokens: number | null;
      money: number | null;
      /** @enum {string} */
      period: "day" | "month" | "total";
      /** @description Reported by the rooms, in this period */
      used: {
        calls: number;
        tokens: number;
        money: number;
      };
      /** @description Less what is reserved; null: no limit */
      left: {
        calls: number | null;
        tokens: number | null;
        money: number | null;
      };
    };
    ProviderPage: {
      items: components["schemas"]["Provider"][];
      next: null;
    };
    Provider: {
      name: string;
      /** @enum {string} */
      kind: "openai" | "anthropic" | "google" | "openrouter" | "workers-ai" | "understudy";
      /** @description Host of its address; null: it has none, or it is the operator's own and only shown to the operator */
      host: string | null;
      /** @description Whose key is used; null: none, as with endpoints that want none */
      key: ("tenant" | "operator") | null;
      /** @description The last characters of the tenant's own key, at most 4 */
      keyEnd: string | null;
      /** @description When the tenant's own key was set */
      keySetAt: string | null;
      /** @description Model of profiles that name the provider alone */
      model: string | null;
      /** @description New rooms ask it when their profiles name none */
      isDefault: boolean;
    };
    ProviderDetail: {
      name: string;
      /** @enum {string} */
      kind: "openai" | "anthropic" | "google" | "openrouter" | "workers-ai" | "understudy";
      /** @description Host of its address; null: it has none, or it is the operator's own and only shown to the operator */
      host: string | null;
      /** @description Whose key is used; null: none, as with endpoints that want none */
      key: ("tenant" | "operator") | null;
      /** @description The last characters of the tenant's own key, at most 4 */
      keyEnd: string | null;
      /** @description When the tenant's own key was set */
      keySetAt: string | null;
      /** @description Model of profiles that name the provider alone */
      model: string | null;
      /** @description New rooms ask it when their profiles name none */
      isDefault: boolean;
      models: components["schemas"]["LearntModel"][];
    };
    LearntModel: {
      model: string;
      /**
       * @description The strongest form that its endpoint is not known to refuse or ignore
       * @enum {string}
       */
      constraint: "json_schema" | "json_object" | "none";
      /** @description False: it refused some */
      pictures: boolean;
      /** @description In tokens, as an error said; null: none did */
      window: number | null;
      /** @description At most so many tokens before an answer; null: it was not seen to think */
      thinks: number | null;
      /** @description Tokens that it counts for each of o200k; 1: it was not seen to count more */
      ratio: number;
      /** @description Talking agents are asked for plain prose at once */
      prose: boolean;
      /**
       * Format: date-time
       * @description Time of the newest lesson
       */
      learntAt: string;
    };
    EndpointModelPage: {
      items: components["schemas"]["EndpointModel"][];
      next: null;
    };
    EndpointModel: {
      id: string;
      /** @description In tokens, where the endpoint says it */
      window: number | null;
    };
    ProviderTrial: {
      /** @description A usable object and a spoken line came */
      ok: boolean;
      provider: string;
      model: string;
      /** @description How the answer was won, as in rounds */
      rung: components["schemas"]["Rung"];
      calls: number;
      /** @description Of the last call */
      latencyMs: number;
      thinks: boolean;
      tokens: {
        prompt: number;
        completion: number;
        reasoning: number;
      };
      /** @description Tokens of its window, where the endpoint says or shows it */
      window: number | null;
      /** @description A line in plain prose came, as characters speak it */
      line: boolean;
      /** @description It takes pictures; null: that did not show */
      pictures: boolean | null;
      /** @description Reasons why it failed, and what will fail later */
      problems: {
        /** @enum {string} */
        cause: "base_url" | "wrong_model" | "wrong_key" | "unreachable" | "timeout" | "busy" | "window" | "answer" | "refused";
        detail: string;
        /** @description Names the variable to change */
        fix: string;
        /** @description With `wrong_model`: some that there are */
        models?: string[];
      }[];
    };
    /** @description The answer to a message of the Model Context Protocol */
    McpAnswer: {
      /** @constant */
      jsonrpc: "2.0";
    } & {
      [key: string]: Json;
    };
    /** @description A profile, every default applied */
    ResolvedProfile: {
      /** @description Name of a provider (GET /v1/providers). Default: the first that is configured, else `understudy` */
      provider: string;
      /** @description Default: the operator's MODEL */
      model: string;
      /** @description Of sampling. Default: by role, from 0 for a judge to 0.9 for a character (docs/model.md#profiles) */
      temperature?: number;
      /** @description Samples from the likeliest tokens with this share together */
      topP?: number;
      /** @description Samples from this many of the likeliest tokens */
      topK?: number;
      /** @description Leaves out tokens less likely than this share of the likeliest one */
      minP?: number;
      /** @description Against tokens by how often they came */
      frequencyPenalty?: number;
      /** @description Against tokens that came at all */
      presencePenalty?: number;
      /** @description Against repeated tokens, as a factor; 1 is none */
      repetitionPenalty?: number;
      /** @description The answer ends before any of these */
      stop?: string[];
      /** @description Makes sampling repeatable where it can be */
      seed?: number;
      /** @description More fields of the request, as the endpoint names them */
      extraBody?: {
        [key: string]: Json;
      };
      /**
       * @description How much a model thinks before it answers. Default `default`: the model's own way
       * @enum {string}
       */
      reasoning?: "default" | "off" | "low" | "medium" | "high";
      /** @description Most tokens of thinking, beside `maxTokens`. Default 16000; used when a model thinks */
      reasoningTokens?: number;
      /** @description Most tokens an answer may have. Default: MAX_TOKENS */
      maxTokens: number;
      /** @description The model window. Default: MAX_CONTEXT_TOKENS */
      maxContextTokens: number;
      /** @description Of one call. Default: CALL_TIMEOUT_S */
      timeoutSeconds: number;
      /** @description Kinds a talking agent may emit. Default ["say"]. With `whisper`, a character may whisper to those it names */
      mayEmit: string[];
      /**
       * @description The layout of prompts in scenes. Default `chat`: rules and cards, then the conversation as turns, own lines as the assistant’s. `flat`: one message with titled parts. `small`: for models of a few billion parameters. The director chooses ids alone; a character gets its card in a few sentences and answers in prose. In runs it makes the prompts of adventurer, explorer and analyst short
       * @enum {string}
       */
      promptStyle?: "chat" | "flat" | "small";
      /** @description True: answers are JSON. False, for characters: plain prose, the spoken line. Default: JSON, but prose for characters whose prompts are chats and whose lines need no fields */
      expectsJson?: boolean;
      /**
       * @description `object`: any JSON object of the form of `jsonExample`; `schema`: one that fits `jsonSchema`. Default: `schema` with a `jsonSchema`, `object` with a `jsonExample` alone
       * @enum {string}
       */
      jsonMode?: "object" | "schema";
      /** @description Any JSON object */
      jsonSchema?: {
        [key: string]: components["schemas"]["Json"];
      };
      /** @description Any JSON object */
      jsonExample?: {
        [key: string]: components["schemas"]["Json"];
      };
      /** @description Fields a character answers beside its line: required strings, except `winner` (one of the cast, or null) and `scores` (numbers by name) */
      outputExtraFields?: string[];
      fallback?: {
        /** @description Name of a provider (GET /v1/providers). Default: the first that is configured, else `understudy` */
        provider: string;
        /** @description Default: the operator's MODEL */
        model: string;
        /** @description Of sampling. Default: by role, from 0 for a judge to 0.9 for a character (docs/model.md#profiles) */
        temperature?: number;
        /** @description Samples from the likeliest tokens with this share together */
        topP?: number;
        /** @description Samples from this many of the likeliest tokens */
        topK?: number;
        /** @description Leaves out tokens less likely than this share of the likeliest one */
        minP?: number;
        /** @description Against tokens by how often they came */
        frequencyPenalty?: number;
        /** @description Against tokens that came at all */
        presencePenalty?: number;
        /** @description Against repeated tokens, as a factor; 1 is none */
        repetitionPenalty?: number;
        /** @description The answer ends before any of these */
        stop?: string[];
        /** @description Makes sampling repeatable where it can be */
        seed?: number;
        /** @description More fields of the request, as the endpoint names them */
        extraBody?: {
          [key: string]: Json;
        };
        /**
         * @description How much a model thinks before it answers. Default `default`: the model's own way
         * @enum {string}
         */
        reasoning?: "default" | "off" | "low" | "medium" | "high";
        /** @description Most tokens of thinking, beside `maxTokens`. Default 16000; used when a model thinks */
        reasoningTokens?: number;
        /** @description Most tokens an answer may have. Default: MAX_TOKENS */
        maxTokens: number;
        /** @description The model window. Default: MAX_CONTEXT_TOKENS */
        maxContextTokens: number;
        /** @description Of one call. Default: CALL_TIMEOUT_S */
        timeoutSeconds: number;
        /** @description Kinds a talking agent may emit. Default ["say"]. With `whisper`, a character may whisper to those it names */
        mayEmit: string[];
        /**
         * @description The layout of prompts in scenes. Default `chat`: rules and cards, then the conversation as turns, own lines as the assistant’s. `flat`: one message with titled parts. `small`: for models of a few billion parameters. The director chooses ids alone; a character gets its card in a few sentences and answers in prose. In runs it makes the prompts of adventurer, explorer and analyst short
         * @enum {string}
         */
        promptStyle?: "chat" | "flat" | "small";
        /** @description True: answers are JSON. False, for characters: plain prose, the spoken line. Default: JSON, but prose for characters whose prompts are chats and whose lines need no fields */
        expectsJson?: boolean;
        /**
         * @description `object`: any JSON object of the form of `jsonExample`; `schema`: one that fits `jsonSchema`. Default: `schema` with a `jsonSchema`, `object` with a `jsonExample` alone
         * @enum {string}
         */
        jsonMode?: "object" | "schema";
        /** @description Any JSON object */
        jsonSchema?: {
          [key: string]: components["schemas"]["Json"];
        };
        /** @description Any JSON object */
        jsonExample?: {
          [key: string]: components["schemas"]["Json"];
        };
        /** @description Fields a character answers beside its line: required strings, except `winner` (one of the cast, or null) and `scores` (numbers by name) */
        outputExtraFields?: string[];
      };
    };
    /** @description A character of the cast; `from`: of which one of the library it is a copy */
    Card: {
      id: string;
      name: string;
      /**
       * @description What `{{char}}` stands for in its texts and in its own book. Default: its name
       * @default
       */
      nickname: string;
      /** @default  */
      description: string;
      /** @default  */
      personality: string;
      /** @default  */
      goals: string;
      /**
       * @description What it alone knows: for itself and the director, never for another character
       * @default
       */
      secrets: string;
      /**
       * @description The author's word to whoever plays it, e.g. a card's system prompt
       * @default
       */
      instructions: string;
      /**
       * @description Said at the end of every prompt of this character, e.g. a card's post-history instructions
       * @default
       */
      postHistory: string;
      /** @default null */
      depthPrompt: components["schemas"]["DepthPrompt"] | null;
      /**
       * @description Example exchanges, each whole: lines `Name: …`
       * @default []
       */
      examples: string[];
      /**
       * @description Example lines; the understudy speaks in this voice too
       * @default []
       */
      voice: string[];
      /** @default  */
      location: string;
      /** @default  */
      mood: string;
      /**
       * @description Present from the start; otherwise available to the director
       * @default true
       */
      active: boolean;
      from?: string;
    };
    /** @description The author's word among the newest lines, as cards have one */
    DepthPrompt: {
      text: string;
      /**
       * @description How many lines stand behind it; 0: it is the last
       * @default 4
       */
      depth: number;
    };
    PersonaOfScene: {
      id: string;
      name: string;
      /** @default  */
      description: string;
      /** @description What whoever plays it knows, and the director; nobody else */
      secrets?: string;
    };
    /** @description `value` null: it is cleared */
    FactChange: {
      key: string;
      value: string | null;
    };
    ChangeCastMember: {
      description?: string;
      personality?: string;
      goals?: string;
      /** @description What it alone knows: for itself and the director, never for another character */
      secrets?: string;
      /** @description The author's word to whoever plays it, e.g. a card's system prompt */
      instructions?: string;
      /** @description Said at the end of every prompt of this character, e.g. a card's post-history instructions */
      postHistory?: string;
      depthPrompt?: components["schemas"]["DepthPrompt"] | null;
      /** @description Example exchanges, each whole: lines `Name: …` */
      examples?: string[];
      /** @description Example lines; the understudy speaks in this voice too */
      voice?: string[];
      /** @description Present from the start; otherwise available to the director */
      active?: boolean;
      location?: string;
      mood?: string;
      clothing?: string;
      activity?: string;
      intentions?: string;
    };
    Recollection: {
      text: string;
      scene: string;
      round: number;
      /** @description How well it fits what goes on, 0 to 1 */
      score: number;
    };
    StateUpdate: {
      id: string;
      /** @enum {string} */
      field: "location" | "mood" | "clothing" | "activity" | "intentions";
      value: string;
    };
    PassRecord: {
      /** @enum {number} */
      pass: 1 | 2;
      /**
       * @description `rule`: nothing in the director's answer was usable; absent in old records
       * @enum {string}
       */
      by?: "director" | "rule";
      openGuidance: string | null;
      /** @description In the order they act; those of one list act at the same time */
      acting: {
        id: string;
        guidance: string | null;
        entry: string | null;
        exit: string | null;
      }[][];
      entered: string[];
      exited: string[];
      updates: components["schemas"]["StateUpdate"][];
      world: components["schemas"]["FactChange"][];
      trackers: components["schemas"]["FactChange"][];
    };
    AgentRecord: {
      step: string;
      agent: string;
      ok: boolean;
      provider: string;
      model?: string;
      rung: components["schemas"]["Rung"];
      calls: number;
      usage: components["schemas"]["Usage"];
      prompt: components["schemas"]["PromptUse"];
      /** @description Calls whose answer was not used as it came, in order; absent in old records */
      checks?: components["schemas"]["CallCheck"][];
    };
    /** @description Tokens as the provider counted them; the understudy has none */
    Usage: {
      promptTokens: number;
      /** @description Of thinking and answer together */
      completionTokens: number;
      /** @description Of these, how many it thought */
      reasoningTokens?: number;
      /** @description Of the prompt, how many came from a cache */
      cachedTokens?: number;
      /** @description The provider's own count of money, in its currency */
      cost?: number;
    };
    CallCheck: {
      /** @description Which call of its ask it was, from 1 */
      call: number;
      status: components["schemas"]["CallStatus"];
      /** @description `none`: it was not usable; null: nothing was answered */
      rung: components["schemas"]["Rung"] | null;
      /** @description By JSON Pointers into the answer; `""` is all of it */
      problems: {
        pointer: string;
        message: string;
      }[];
      /** @description How it was read, where it was no exact JSON of the right form */
      repairs: string[];
      /** @description Taken off its line: its own name, what it said in the name of others, a thought before it, the sentence it was cut off in */
      cut: ("label" | "others" | "thought" | "halfSentence")[];
    };
    /** @description Why it failed */
    Failure: {
      /** @constant */
      code: "not_found";
      what: string;
      id: string;
      fix?: string;
    } | {
      /** @constant */
      code: "gone";
      what: string;
      id: string;
    } | {
      /** @constant */
      code: "unauthenticated";
      reason: string;
      fix?: string;
    } | {
      /** @constant */
      code: "forbidden";
      needs: string;
      fix: string;
    } | {
      /** @constant */
      code: "invalid";
      errors: {
        pointer: string;
        message: string;
      }[];
      detail?: string;
    } | {
      /** @constant */
      code: "conflict";
      detail: string;
      fix: string;
    } | {
      /** @constant */
      code: "stale";
      what: string;
      id: string;
      seen: number;
      version: number;
    } | {
      /** @constant */
      code: "unprocessable";
      detail: string;
      errors: {
        pointer: string;
        message: string;
      }[];
    } | {
      /** @constant */
      code: "idempotency_mismatch";
      key: string;
    } | {
      /** @constant */
      code: "too_large";
      what: string;
      limit: number;
    } | {
      /** @constant */
      code: "unsupported_media";
      got: string;
      want: string;
    } | {
      /** @constant */
      code: "finished";
      room: string;
      detail: string;
      fix?: string;
    } | {
      /** @enum {string} */
      code: "model_failed" | "model_unreachable";
      purpose: string;
      detail: string;
      fix: string;
    } | {
      /** @constant */
      code: "budget_exhausted";
      /** @enum {string} */
      budget: "operator" | "tenant" | "room" | "seat" | "autonomy";
      /** @enum {string} */
      what: "calls" | "tokens" | "money";
      /** @description The rest is leased to other rooms, which give back what they do not use */
      isLeased: boolean;
      fix: string;
    } | {
      /** @constant */
      code: "too_many";
      what: string;
      limit: string;
      /** @description Seconds to wait */
      retryAfter: number;
    } | {
      /** @constant */
      code: "loop";
      hops: number;
      limit: number;
    } | {
      /** @constant */
      code: "unavailable";
      detail: string;
      /** @description Seconds to wait */
      retryAfter: number;
      fix?: string;
    } | {
      /** @constant */
      code: "misconfigured";
      detail: string;
    } | {
      /** @constant */
      code: "internal";
      reference: string;
    };
    /** @description What rounds change, as it was before this one */
    BeforeRound: {
      n: number;
      standings: {
        [key: string]: {
          active: boolean;
          /** @description Told to leave, and still owed its last line */
          exiting: boolean;
          state: {
            location: string;
            mood: string;
            clothing: string;
            activity: string;
            intentions: string;
          };
          lastSpokeRound: number | null;
          flags: {
            hasActedThisRound: boolean;
            enteredThisRound: boolean;
            exitedThisRound: boolean;
          };
        };
      };
      world: {
        [key: string]: string;
      };
      trackers: {
        [key: string]: string;
      };
      summary: {
        running: string | null;
        bullets: {
          round: number;
          text: string;
        }[];
        unsummarized: number;
        throughRound: number;
        lines?: number;
        earlier?: {
          running: string;
          throughRound: number;
        }[];
      };
      called: {
        next: string | null;
        skip: string[];
      };
      table?: {
        round: number;
        outcome: {
          /** @enum {string} */
          reason: "verdict" | "no_contest";
          winner: string | null;
          scores: {
            [key: string]: number;
          };
        } | null;
      };
    };
    RunConfig: {
      game: components["schemas"]["GameRef"];
      /** @description By role */
      profiles: {
        [key: string]: components["schemas"]["ResolvedProfile"];
      };
      budgets: {
        actions?: number;
        turns?: number;
        calls: number;
        tokens?: number | null;
        money?: number | null;
      };
      seed: string;
      /**
       * @description Of a grid game: actions are verified by coverage; runs of before that was so have none
       * @constant
       */
      verifiedBy?: "coverage";
      /** @description Of a grid game: it goes on to play; absent: it does not */
      play?: boolean;
      /** @description Of a grid game: proof moves; absent: none */
      prove?: number;
      /** @description Of a game of the ARC-AGI-3 service; absent: one of its own */
      scorecard?: components["schemas"]["ScorecardOptions"];
      /** @description Of an adventure: hash of its file */
      story?: string;
      /** @description Of an adventure */
      options?: {
        /**
         * @description Runs of before it existed have none
         * @enum {string}
         */
        player?: "agent" | "person";
        /** @description Episodes the run may hold. Default 1 */
        episodes: number;
        /** @description Default null: no limit but the budget */
        turnsPerEpisode: number | null;
        critic: {
          on: boolean;
          threshold: number;
        };
        /** @description What the text shows, each turn. Default true */
        extractor: boolean;
        /** @description Memories, each turn. Default true */
        chronicler: boolean;
        /** @description Objectives are looked for every so many turns; 0: never. Default 20 */
        discoverEvery: number;
        /** @description Active objectives above which they are refined. Default 12 */
        refineAbove: number;
        /** @description Turns after which an untouched objective of an agent is dropped. Default 60 */
        staleAfter: number;
        /** @description Knowledge is written every so many turns; 0: at the end only. Default 50 */
        synthesizeEvery: number;
        /** @description Turns without progress that end an episode; 0: never. Default 60 */
        stuckAfter: number;
        /** @description Exits are tried and taken back, and prompts carry them. Default true */
        probe: boolean;
        /** @description Memories and knowledge are shared with other runs of the story. Default true */
        share: boolean;
        /**
         * @description Runs of before it existed have none
         * @enum {string}
         */
        hints?: "none" | "trials";
        /** @description Runs of before it existed are not */
        fair?: boolean;
      };
    };
    FrameDiff: {
      summary: string;
      count: number;
      touched: number;
      region: {
        top: number;
        left: number;
        bottom: number;
        right: number;
      } | null;
      hasChanges: boolean;
      changed: {
        row: number;
        col: number;
        /** @description Colour; -1: the frame before has no such cell */
        from: number;
        to: number;
      }[];
      objects: {
        moved: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
          byRows: number;
          byCols: number;
        }[];
        appeared: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
        }[];
        vanished: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
        }[];
        recoloured: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
          from: number;
        }[];
        resized: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
          fromRows: number;
          fromCols: number;
        }[];
        reshaped: {
          colour: number;
          top: number;
          left: number;
          rows: number;
          cols: number;
          /** @description Number of its cells */
          size: number;
        }[];
        ground: number | null;
      };
      animation: string[];
    };
    Verdict: {
      /** @enum {string} */
      status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
      streak: number;
      attempts: number;
      noEffect: number;
      repeats?: number;
      definition: string | null;
      coverage?: components["schemas"]["Coverage"] | null;
      observation: {
        turn: number;
        beforeFrame: number;
        afterFrame: number;
        /** @description Where ACTION6 went, else null */
        click: {
          x: number;
          y: number;
        } | null;
        diffSummary: string;
        /** @description Whether any cell changed, animation included, the HUD masked */
        hasChanges: boolean;
        interpretation: string;
        context: string;
        /** @description The analyst's reason why it had no effect, where it gave one */
        noEffectReason?: string;
        /** @description What counts: changes, and the analyst saw an effect */
        hadEffect: boolean;
        modelSaidEffect: boolean;
        consistent: boolean | null;
        /** @description Counts as one of the eight attempts */
        counted: boolean;
        /** @description Kept, and counted for nothing: `event` says why, or the analyst gave no usable answer */
        excluded: boolean;
        /**
         * @description It completed a level, put the level back to its start, ended the game or won it; else absent
         * @enum {string}
         */
        event?: "level" | "restart" | "game_over" | "win";
        /** @description Hash of the masked before-state */
        stateKey: string;
        /** @description The definition got another meaning with it: the streak begins anew */
        redefined?: boolean;
        /** @description The definition until then foretold something else, as code reads it */
        contradicts?: boolean;
        /** @description Of a click: kinds of objects on the board that no click has met yet */
        kindsLeft?: number;
      };
    };
    ContradictedAction: {
      action: components["schemas"]["ActionId"];
      /** @enum {string} */
      status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
      streak: number;
      attempts: number;
      noEffect: number;
      repeats: number;
      seen: {
        turn: number;
        beforeFrame: number;
        afterFrame: number;
        predicted: string;
        happened: string;
      };
    };
    HeldAction: {
      action: components["schemas"]["ActionId"];
      turn: number;
      /** @enum {string} */
      status: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
      streak: number;
      attempts: number;
      noEffect: number;
      repeats: number;
      definition: string;
      coverage: components["schemas"]["Coverage"];
    };
    StoryThing: {
      id: number;
      name: string;
      holds: components["schemas"]["StoryThing"][];
      note?: string;
    };
    StoryStanding: {
      snapshot: {
        story: string;
        state: string;
        undo: string[];
        saved: string | null;
        spent?: number;
      };
      text: string;
      upper: string[];
      styles?: components["schemas"]["StyledRun"][];
      upperStyles?: components["schemas"]["StyledRun"][][];
      /** @enum {string} */
      awaits: "line" | "key" | "nothing";
      stopped: {
        /** @enum {string} */
        kind: "quit" | "error" | "runaway";
        message: string;
      } | null;
      notes: ("saved" | "save_failed" | "restored" | "restore_failed" | "undone" | "undo_failed" | "restarted" | "input_cut")[];
      reading: {
        location: {
          id: number;
          name: string;
        } | null;
        score: number | null;
        moves: number | null;
        time: string | null;
        inventory: components["schemas"]["StoryThing"][];
        visible: components["schemas"]["StoryThing"][];
        confidence: {
          /** @enum {string} */
          location: "read" | "inferred" | "unknown";
          /** @enum {string} */
          score: "read" | "inferred" | "unknown";
          /** @enum {string} */
          inventory: "read" | "inferred" | "unknown";
        };
        maximum?: number | null;
        sources?: {
          location: ("tree" | "status" | "memory" | "trial" | "text")[];
          score: ("tree" | "status" | "memory" | "trial" | "text")[];
          inventory: ("tree" | "status" | "memory" | "trial" | "text")[];
          visible: ("tree" | "status" | "memory" | "trial" | "text")[];
        };
      };
    };
    StoryExit: {
      direction: string;
      to: {
        id: number;
        name: string;
      } | null;
      text: string;
      deadly: boolean;
    };
    BudgetExhaustedPayload: {
      /**
       * @description `seat`, `autonomy` (of a scene that goes on by itself), `room`, `tenant`, or `operator`: its cap for the tenant
       * @enum {string}
       */
      budget: "operator" | "tenant" | "room" | "seat" | "autonomy";
      /**
       * @description `calls`, `tokens` or `money`
       * @enum {string}
       */
      what: "calls" | "tokens" | "money";
      /** @description of the budget */
      limit: number;
      /** @description of it, with what is kept back for calls under way in this room */
      used: number;
      /** @description leased to other rooms of the tenant */
      reserved: number;
      /** @description what the next call may need at most */
      need: number;
      /**
       * @description `day`, `month` or `total`: when the budget begins anew
       * @enum {string}
       */
      period: "day" | "month" | "total";
      /** @description of money; else absent */
      currency?: string;
      /** @description whose budget it is; absent unless it is that of a `seat` */
      seat?: string;
      /** @description how to raise it */
      fix: string;
    };
    SceneCreatedPayload: {
      /** @description of the scene */
      id: string;
      /** @description its title */
      title: string;
      /** @description the template it was made from, or null */
      template: string | null;
      /** @description where and when it plays */
      scenario: string;
      /** @description the author's notes: `world`, `campaign`, `arc`, `scene` */
      notes: components["schemas"]["Notes"];
      /** @description of what is dealt, and of `dice` */
      seed: string;
      /** @description seed of the rounds; absent in older scenes */
      dice?: string;
      /** @description lines kept verbatim in prompts */
      historyWindow: number;
      /** @description by role, and `characters` by id, every default applied */
      profiles: {
        director: components["schemas"]["ResolvedProfile"];
        character: components["schemas"]["ResolvedProfile"];
        narrator?: components["schemas"]["ResolvedProfile"];
        world?: components["schemas"]["ResolvedProfile"];
        summarizer?: components["schemas"]["ResolvedProfile"];
        judge?: components["schemas"]["ResolvedProfile"];
        characters?: {
          [key: string]: components["schemas"]["ResolvedProfile"];
        };
      };
      /** @description cards, each with its id */
      characters: components["schemas"]["Card"][];
      /** @description the players */
      personas: components["schemas"]["PersonaOfScene"][];
      /** @description facts of the world at the beginning */
      world: {
        [key: string]: string;
      };
      /** @description trackers at the beginning */
      trackers: {
        [key: string]: string;
      };
      /** @description settings, every default applied */
      settings: components["schemas"]["SceneSettings"];
      /** @description copies, `{id, book}` each, and `of` for the own book of a character */
      lorebooks: {
        id: string;
        book: components["schemas"]["Lorebook"];
        /** @description Id of the character whose own it is: found for this one alone */
        of?: string;
      }[];
      /** @description a table game, or null */
      game: components["schemas"]["TableGame"] | null;
      /** @description what it, and each player (`perSeat`), may spend; absent in older scenes */
      budgets?: components["schemas"]["SceneBudgetsNow"];
      /** @description `world`: whose memories are shared; `lineage`: scenes it was forked from, nearest first, `{scene, upTo}` */
      memory: {
        world: string;
        lineage: {
          scene: string;
          upTo: number;
        }[];
      };
      /** @description ids of the `world`, `campaign` and `arc` it was made in, or null; absent in older scenes */
      library?: {
        world: string | null;
        campaign: string | null;
        arc: string | null;
      };
      /** @description when rounds begin: `turnMode`, `gatherSeconds`, `hideLines`, `holdForTyping`; absent in older scenes */
      pace?: {
        /**
         * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
         * @enum {string}
         */
        turnMode: "immediate" | "gather" | "manual";
        /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
        gatherSeconds: number;
        /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
        hideLines: boolean;
        /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
        holdForTyping: number | null;
      };
    };
    SceneChangedPayload: {
      /** @description absent when it stays */
      title?: string;
      /**
       * @description `open` or `finished`; absent when it stays
       * @enum {string}
       */
      status?: "open" | "finished";
      /** @description when rounds begin, as in `scene.created`, as a whole; absent when it stays */
      pace?: {
        /**
         * @description `immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so
         * @enum {string}
         */
        turnMode: "immediate" | "gather" | "manual";
        /** @description In `gather`: how long a round waits for the others, from the first who spoke. Default 60 */
        gatherSeconds: number;
        /** @description In `gather`: what a player says is hidden from the others until the round begins. Default false */
        hideLines: boolean;
        /** @description Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): 10 in `gather`, else 0 */
        holdForTyping: number | null;
      };
      /** @description `{scene, round}`, once in a fork or an import: what comes before was copied from there. Else absent */
      forkedFrom?: {
        scene: string;
        round: number;
      };
      /** @description as it is now; absent when it stays */
      scenario?: string;
      /** @description all four levels; absent when they stay */
      notes?: components["schemas"]["Notes"];
      /** @description `{key, value}` of each fact that changed; null clears; absent when they stay */
      world?: components["schemas"]["FactChange"][];
      /** @description the same, of trackers; absent when they stay */
      trackers?: components["schemas"]["FactChange"][];
      /** @description all of them, as in `scene.created`; absent when they stay */
      lorebooks?: {
        id: string;
        book: components["schemas"]["Lorebook"];
        /** @description Id of the character whose own it is: found for this one alone */
        of?: string;
      }[];
      /** @description all of them; absent when they stay */
      settings?: components["schemas"]["SceneSettings"];
      /** @description lines kept verbatim in prompts; absent when it stays */
      historyWindow?: number;
      /** @description what it, and each player, may spend; absent when they stay */
      budgets?: components["schemas"]["SceneBudgetsNow"];
      /** @description those that changed, as in `scene.created`; null: taken away; absent when they stay */
      profiles?: {
        director?: components["schemas"]["ResolvedProfile"] | null;
        character?: components["schemas"]["ResolvedProfile"] | null;
        narrator?: components["schemas"]["ResolvedProfile"] | null;
        world?: components["schemas"]["ResolvedProfile"] | null;
        summarizer?: components["schemas"]["ResolvedProfile"] | null;
        judge?: components["schemas"]["ResolvedProfile"] | null;
        characters?: {
          [key: string]: components["schemas"]["ResolvedProfile"] | null;
        };
      };
      /** @description all of them; absent when they stay */
      personas?: components["schemas"]["PersonaOfScene"][];
      /** @description cards of those who came into the cast; absent without any */
      added?: components["schemas"]["Card"][];
      /** @description by id, what changed of those who were in it: fields of the card, `active`, state; absent without any */
      cast?: {
        [key: string]: components["schemas"]["ChangeCastMember"];
      };
    };
    PlayerSpokePayload: {
      /**
       * @description `user`
       * @constant
       */
      type: "user";
      /** @description id of the persona */
      personaId: string;
      /** @description the name, for showing */
      name: string;
      /** @description the words */
      text: string;
      /** @description ids of characters addressed, by `to` or by `@name` in the text */
      to: string[];
      /**
       * @description true; absent when everyone hears it
       * @constant
       */
      whisper?: true;
      /** @description of a whisper: ids of the personas addressed; else absent */
      toPersonas?: string[];
      /**
       * @description true: the others get `line.revealed` when the round begins; else absent
       * @constant
       */
      hidden?: true;
      /**
       * @description true: it was delivered to a hook; else absent
       * @constant
       */
      hook?: true;
    };
    PlayerReadyPayload: {
      /** @description id of the persona */
      personaId: string;
      /** @description the name, for showing */
      name: string;
    };
    LineRevealedPayload: {
      /** @description of the `player.spoke` that keeps it: rounds, edits and rollbacks name the line by it */
      seq: number;
      /**
       * @description `user`
       * @constant
       */
      type: "user";
      /** @description id of the persona */
      personaId: string;
      /** @description the name, for showing */
      name: string;
      /** @description the words; as the owner edited them, if it did */
      text: string;
      /** @description ids of characters addressed */
      to: string[];
      /**
       * @description true; absent when everyone hears it
       * @constant
       */
      whisper?: true;
      /** @description of a whisper: ids of the personas addressed; else absent */
      toPersonas?: string[];
    };
    PlayerJoinedPayload: {
      /** @description id of the seat */
      seat: string;
      /**
       * @description `player` or `spectator`
       * @enum {string}
       */
      role: "player" | "spectator";
      /** @description id of the persona it plays, or null */
      persona: string | null;
      /** @description of that persona, or null */
      personaName: string | null;
      /** @description of the person */
      name: string;
    };
    PlayerLeftPayload: {
      /** @description id of the seat */
      seat: string;
      /**
       * @description `player` or `spectator`
       * @enum {string}
       */
      role: "player" | "spectator";
      /** @description id of the persona it plays, or null */
      persona: string | null;
      /** @description of that persona, or null */
      personaName: string | null;
      /** @description of the person */
      name: string;
      /**
       * @description `gone` or `revoked`
       * @enum {string}
       */
      reason: "gone" | "revoked";
    };
    PlayerChangedPayload: {
      /** @description id of the seat */
      seat: string;
      /**
       * @description `player` or `spectator`
       * @enum {string}
       */
      role: "player" | "spectator";
      /** @description id of the persona it plays, or null */
      persona: string | null;
      /** @description of that persona, or null */
      personaName: string | null;
      /** @description of the person */
      name: string;
      /** @description id of the persona it played before, or null */
      from: string | null;
    };
    SeatChangedPayload: {
      /**
       * @description `invited`, `accepted`, `recast` or `revoked`
       * @enum {string}
       */
      change: "invited" | "accepted" | "recast" | "revoked";
      /** @description the whole seat as it is now, as `GET …/seats` shows it; never a secret */
      seat: {
        id: string;
        /** @enum {string} */
        role: "player" | "spectator";
        persona: components["schemas"]["Slug"] | null;
        /** @description Of the person; null until the invitation is accepted */
        name: string | null;
        label: string;
        /** @description Name of whoever invites; absent: not told */
        host?: string;
        /**
         * @description A seat for many: they take it by its one invitation, and none of them writes anything
         * @constant
         */
        forMany?: true;
        /** @description A socket or stream of it is open, or closed a moment ago */
        present: boolean;
        /** Format: date-time */
        createdAt: string;
        /** @description null: there is none that is open */
        invitationEndsAt: string | null;
        endsAt: string | null;
        acceptedAt: string | null;
        revokedAt: string | null;
      };
    };
    NoteWrittenPayload: {
      /** @description the words */
      text: string;
    };
    RoundRequestedPayload: {
      /**
       * @description `continuation`, `narration`, `regenerate`, `continue` (a line is gone on with) or `draft`
       * @enum {string}
       */
      type: "continuation" | "narration" | "regenerate" | "continue" | "draft";
      /** @description id of the persona; absent when nobody in particular asks */
      personaId?: string;
      /** @description of that persona; absent without one */
      name?: string;
      /** @description what the narrator is to tell, or a word of direction; absent when nothing was asked for */
      text?: string;
      /** @description ids of characters addressed */
      to: string[];
      /** @description of `regenerate` and `continue`: seq of the line; else absent */
      line?: number;
      /**
       * @description true: the owner, or the scene itself, begins the round that waits for others; else absent
       * @constant
       */
      start?: true;
      /**
       * @description true: the scene goes on by itself, nobody asked; else absent
       * @constant
       */
      autonomous?: true;
      /**
       * @description true: it was delivered to a hook; else absent
       * @constant
       */
      hook?: true;
    };
    AutonomyStartedPayload: {
      /** @description for so many rounds */
      rounds: number;
      /** @description between two of them */
      pauseSeconds: number;
    };
    AutonomyLimitedPayload: {
      /** @description `calls`, `tokens`, `money`; null: no limit */
      limits: {
        calls: number | null;
        tokens: number | null;
        money: number | null;
      };
      /** @description the same of what the scene had spent before */
      spent: {
        calls: number;
        tokens: number;
        money: number;
      };
    };
    AutonomyEndedPayload: {
      /**
       * @description `completed` (all were played), `failed`, `budget` (a round failed, as a budget was spent), `cancelled`, `stopped`, `rolledback` or `finished`
       * @enum {string}
       */
      reason: "completed" | "failed" | "budget" | "cancelled" | "stopped" | "rolledback" | "finished";
      /** @description rounds that were completed */
      played: number;
      /** @description of so many */
      rounds: number;
    };
    CastCalledPayload: {
      /** @description id of the character that acts alone; null: nobody in particular */
      next: string | null;
      /** @description ids of those who do not act */
      skip: string[];
    };
    RoundStartedPayload: {
      /** @description its number */
      n: number;
      /** @description from 1; a retry counts one up */
      attempt: number;
      /** @description the journal it is played with; a room with other code does not replay it */
      version: string;
      /** @description its frozen past: nothing after this seq is heard in it */
      inputSeq: number;
      /** @description seqs of the inputs it answers */
      inputs: number[];
      /** @description of everything thrown by a die */
      seed: string;
      /** @description seq of the first start, of an attempt that goes on from it; absent when it begins anew */
      startSeq?: number;
      /** @description number of its first journalled step */
      firstStep: number;
      /** @description an earlier attempt that was chosen again: its answers are given anew, and nobody is asked; else absent */
      echo?: {
        /** @description the earlier attempt */
        attempt: number;
        /** @description number of its first journalled step */
        firstStep: number;
        /** @description and of its last */
        lastStep: number;
      };
    };
    MemoryRecalledPayload: {
      /** @description by id of a character, best first: `{text, scene, round, score}` */
      memories: {
        [key: string]: components["schemas"]["Recollection"][];
      };
      /** @description why nothing could be recalled; absent when it could */
      failed?: string;
      /** @description once in a fork: how many memories it brought along with its copied past. Else absent */
      inherited?: number;
    };
    DirectorStartedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
    };
    DirectorCuedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the plan so far: of those who act the first alone */
      plan: {
        /**
         * @description guidance for the whole scene this round
         * @default null
         */
        openGuidance: string | null;
        /** @default null */
        activations: {
          id: string;
          entryGuidance: string;
        }[] | null;
        /** @default null */
        deactivations: {
          id: string;
          exitGuidance: string;
        }[] | null;
        /** @default null */
        stateUpdates: {
          id: string;
          /** @enum {string} */
          field: "location" | "mood" | "clothing" | "activity" | "intentions";
          value: string;
        }[] | null;
        /**
         * @description facts of the world that changed; null clears; what is not listed stays
         * @default null
         */
        worldUpdates: {
          key: string;
          value: string | null;
        }[] | null;
        /** @default null */
        trackers: {
          key: string;
          value: string | null;
        }[] | null;
        /**
         * @description null: let the service choose; an empty list closes the round
         * @default null
         */
        actingCharacters: {
          /** @description id of a character */
          id: string;
          /**
           * @description explicit position, from 1; equal ones act at the same time
           * @default null
           */
          order: number | null;
          /**
           * @description without an order: higher acts earlier; default 0
           * @default null
           */
          priority: number | null;
          /** @default null */
          guidance: string | null;
        }[] | null;
      };
    };
    DirectorCompletedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the answer, as it was given; nothing but nulls when none was usable */
      plan: {
        /**
         * @description guidance for the whole scene this round
         * @default null
         */
        openGuidance: string | null;
        /** @default null */
        activations: {
          id: string;
          entryGuidance: string;
        }[] | null;
        /** @default null */
        deactivations: {
          id: string;
          exitGuidance: string;
        }[] | null;
        /** @default null */
        stateUpdates: {
          id: string;
          /** @enum {string} */
          field: "location" | "mood" | "clothing" | "activity" | "intentions";
          value: string;
        }[] | null;
        /**
         * @description facts of the world that changed; null clears; what is not listed stays
         * @default null
         */
        worldUpdates: {
          key: string;
          value: string | null;
        }[] | null;
        /** @default null */
        trackers: {
          key: string;
          value: string | null;
        }[] | null;
        /**
         * @description null: let the service choose; an empty list closes the round
         * @default null
         */
        actingCharacters: {
          /** @description id of a character */
          id: string;
          /**
           * @description explicit position, from 1; equal ones act at the same time
           * @default null
           */
          order: number | null;
          /**
           * @description without an order: higher acts earlier; default 0
           * @default null
           */
          priority: number | null;
          /** @default null */
          guidance: string | null;
        }[] | null;
      } | {
        /**
         * @description guidance for the whole scene this round
         * @default null
         */
        openGuidance: string | null;
        /** @default null */
        activations: {
          id: string;
          entryGuidance: string;
        }[] | null;
        /** @default null */
        deactivations: {
          id: string;
          exitGuidance: string;
        }[] | null;
        /** @default null */
        stateUpdates: {
          id: string;
          /** @enum {string} */
          field: "location" | "mood" | "clothing" | "activity" | "intentions";
          value: string;
        }[] | null;
        /**
         * @description facts of the world that changed; null clears; what is not listed stays
         * @default null
         */
        worldUpdates: {
          key: string;
          value: string | null;
        }[] | null;
        /** @default null */
        trackers: {
          key: string;
          value: string | null;
        }[] | null;
        /** @default null */
        remainingActors: {
          /** @description id of a character */
          id: string;
          /**
           * @description explicit position, from 1; equal ones act at the same time
           * @default null
           */
          order: number | null;
          /**
           * @description without an order: higher acts earlier; default 0
           * @default null
           */
          priority: number | null;
          /** @default null */
          guidance: string | null;
        }[] | null;
        /** @default null */
        newActivations: {
          id: string;
          entryGuidance: string;
        }[] | null;
      };
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description where the service decided in its place, or did not follow it */
      audited: string[];
    };
    StateUpdatedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description `{id, field, value}`; field is `location`, `mood`, `clothing`, `activity` or `intentions` */
      updates: components["schemas"]["StateUpdate"][];
    };
    CastEnteredPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the name, for showing */
      name: string;
    };
    CastExitedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the name, for showing */
      name: string;
      /**
       * @description `leaving`: one more line to come; `left`: gone without another word
       * @enum {string}
       */
      status: "leaving" | "left";
    };
    CharacterStartedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the name, for showing */
      name: string;
    };
    CharacterSpokePayload: {
      /** @description pass of the director it belongs to, 1 or 2; 0 for the line the scene opens with */
      pass: number;
      /** @description within the profile's `mayEmit`; `narrate` for an opening by the narrator */
      kind: string;
      /** @description the words */
      text: string;
      /** @description the name, for showing */
      name: string;
      /** @description who answered; `understudy` is the offline stand-in, not a model; `author` for an opening, `import` for a line that a model wrote before it was imported */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description true for the last line of one that leaves */
      exit: boolean;
      /** @description the profile's further fields; absent when there are none */
      extra?: {
        [key: string]: components["schemas"]["Json"];
      };
    };
    CharacterThoughtPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the name, for showing */
      name: string;
      /** @description at most 4,000 characters; the call has the whole */
      text: string;
    };
    CharacterSkippedPayload: {
      /** @description pass of the director it belongs to, 1 or 2 */
      pass: number;
      /** @description the name, for showing */
      name: string;
      /** @description in a few words */
      reason: string;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /**
       * @description always `none`
       * @constant
       */
      rung: "none";
    };
    LineEditedPayload: {
      /** @description of the line */
      seq: number;
      /** @description what it says now */
      text: string;
      /**
       * @description `owner`: other words for the chosen alternative; `model`: a new one, which is chosen
       * @enum {string}
       */
      by: "owner" | "model";
      /**
       * @description by a model: the chosen alternative, gone on with; else absent
       * @constant
       */
      continues?: true;
      /** @description by a model: the kind of the new line; else absent */
      kind?: string;
      /** @description by a model: who answered; else absent */
      provider?: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description by a model: how the answer was won; else absent */
      rung?: components["schemas"]["Rung"];
    };
    LineChosenPayload: {
      /** @description of the line */
      seq: number;
      /** @description of the alternative: 0 is the line as it was spoken first */
      index: number;
    };
    DraftWrittenPayload: {
      /** @description for whom */
      personaId: string;
      /** @description the draft */
      text: string;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
    };
    SummaryWrittenPayload: {
      /** @description `{round, text}`: a sentence for each round */
      bullets: {
        round: number;
        text: string;
      }[];
      /** @description the scene so far */
      running: string;
      /** @description the last round that is in it */
      throughRound: number;
      /** @description how many messages it took in */
      messages: number;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
    };
    WorldUpdatedPayload: {
      /** @description facts, `{key, value}`; null clears */
      world: components["schemas"]["FactChange"][];
      /** @description trackers, `{key, value}`; null clears */
      trackers: components["schemas"]["FactChange"][];
    };
    MemoryWrittenPayload: {
      /** @description in a scene: `{character, text}` */
      memories?: {
        character: string;
        text: string;
      }[];
      /** @description in a run: `M<n>` */
      id?: string;
      /** @description in a run: number of the place where the command was given; null: nowhere in particular */
      place?: number | null;
      /** @description in a run: its name, or null */
      placeName?: string | null;
      /**
       * @description in a run: `success`, `failure`, `discovery`, `danger`, `puzzle` or `note`
       * @enum {string}
       */
      category?: "success" | "failure" | "discovery" | "danger" | "puzzle" | "note";
      /** @description in a run: what is worth knowing */
      text?: string;
      /** @description in a run: number of the episode */
      episode?: number;
      /** @description in a run: ids of the memories it corrects */
      supersedes?: string[];
      /** @description in a run: hash of the story whose other runs may use it; null: it stays in this run */
      story?: string | null;
    };
    GameDealtPayload: {
      /** @description for the owner: everybody's word, and the odd one out's */
      words?: [
        string,
        string
      ];
      /** @description for the owner: id of the odd one out */
      odd?: string;
      /** @description for the owner: word by id of the player */
      dealt?: {
        [key: string]: string;
      };
      /** @description for the owner: ids of the players that are personas */
      people?: string[];
      /** @description for a player: its own word; that is all of its event */
      word?: string;
    };
    JudgeRuledPayload: {
      /** @description the ruling */
      text: string;
      /** @description id of a player; null: nobody, or not yet */
      winner: string | null;
      /** @description 0 to 10, by id of a player */
      scores: {
        [key: string]: number;
      };
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
    };
    RoundAuditedPayload: {
      /** @description what each pass of the director came to */
      passes: components["schemas"]["PassRecord"][];
      /** @description who was asked, what its prompt came to, and what was found in its answers */
      agents: components["schemas"]["AgentRecord"][];
      /** @description changes read from the lines, for the director's second pass */
      suggested: {
        id: string;
        /** @enum {string} */
        field: "location" | "mood" | "clothing" | "activity" | "intentions";
        value: string;
        /** @description The words it was read from */
        evidence: string;
      }[];
      /** @description memories recalled and written */
      memory: {
        recalled: {
          [key: string]: number;
        };
        written: number;
      };
      /** @description `written`, `failed`, or null when none was due */
      summary: ("written" | "failed") | null;
      /**
       * @description `off`, `asked` or `failed`
       * @enum {string}
       */
      worldAgent: "off" | "asked" | "failed";
      /** @description where the service decided, and what failed without failing the round */
      notes: string[];
    };
    RoundCompletedPayload: {
      /** @description ids of those who spoke */
      actors: string[];
      /** @description ids of those who were to, and could not */
      skipped: string[];
    };
    RoundFailedPayload: {
      /** @description what failed, with a cause and a remedy */
      failure: components["schemas"]["Failure"];
      /**
       * @description `resume`: a retry keeps what was finished; `restart`: it begins anew
       * @enum {string}
       */
      retry: "resume" | "restart";
    };
    RoundCancelledPayload: {
      /** @description its number */
      n: number;
    };
    RoundRolledbackPayload: {
      /** @description from here on */
      fromSeq: number;
      /** @description by a retry: the attempt that is undone; else absent */
      attempt?: number;
      /** @description by hand, in the last of the events, which is for the owner: first and last round that are undone; else absent */
      undone?: [
        number,
        number
      ];
      /** @description with `undone`: everything that rounds change, as it was before the first of them */
      restored?: components["schemas"]["BeforeRound"];
    };
    RunCreatedPayload: {
      /** @description of the run */
      id: string;
      /** @description its title */
      title: string;
      /** @description `game`, `profiles`, `budgets`, `seed`; of an adventure `story` (hash of its file) and `options`, too */
      config: components["schemas"]["RunConfig"];
      /** @description `{run, turn}` of a fork; absent for others */
      forkedFrom?: {
        run: string;
        turn: number;
      };
    };
    RunChangedPayload: {
      /** @description absent when it stays */
      title?: string;
      /** @description `actions` or `turns`, `calls`, `tokens`, `money`; absent when they stay */
      budgets?: {
        actions?: number;
        turns?: number;
        calls?: number;
        tokens?: number | null;
        money?: number | null;
      };
      /** @description of a grid game: whether it goes on to play; absent when that stays */
      play?: boolean;
      /**
       * @description of a text adventure: who plays from now on; absent when that stays
       * @enum {string}
       */
      player?: "agent" | "person";
    };
    RunStartedPayload: {
      /** @description turns to play; null: until the run ends */
      steps: number | null;
    };
    RunPausedPayload: {
      /**
       * @description `asked`: by the owner; `forked`: a fork begins so; `imported`: so does a run that was imported; `budget`: its turn failed as a budget is spent; `person`: a person plays, and has typed nothing yet; `unanswered`: three turns in a row had no usable answer of a model; `refused`: the game refused three actions, or resets, in a row, or every action on a board
       * @enum {string}
       */
      reason: "asked" | "forked" | "budget" | "unanswered" | "refused" | "imported" | "person";
      /** @description why, in words, and what to do; absent but with `unanswered`, `refused`, and `person` in a grid game */
      detail?: string;
    };
    RunResumedPayload: {
      /** @description turns to play; null: until the run ends */
      steps: number | null;
    };
    RunFinishedPayload: {
      /**
       * @description of a grid game: `all_actions_settled`, `target_null`, `win`, `action_budget`, `call_budget` or `stopped`; of an adventure: how its last episode ended, `turn_budget`, `call_budget` or `stopped`; of a game: `verdict` or `no_contest`
       * @enum {string}
       */
      reason: "all_actions_settled" | "target_null" | "win" | "action_budget" | "call_budget" | "turn_budget" | "stopped" | "won" | "died" | "quit" | "error" | "stuck" | "turns" | "verdict" | "no_contest";
      /** @description of a game: id of a player, or null */
      winner?: string | null;
      /** @description of a game: by id of a player, as far as the judge gave any */
      scores?: {
        [key: string]: number;
      };
      /** @description of a game: `words` and `odd`, which were secret until now */
      reveal?: {
        /** @description Everybody's word, and the odd one out's */
        words: [
          string,
          string
        ];
        odd: string;
      };
    };
    TurnStartedPayload: {
      /** @description its number */
      n: number;
      /** @description from 1; a retry counts one up */
      attempt: number;
      /** @description the journal it is played with; a room with other code does not replay it */
      version: string;
      /** @description its frozen past: nothing after this seq is heard in it */
      inputSeq: number;
      /** @description seqs of the inputs it answers */
      inputs: number[];
      /** @description of everything thrown by a die */
      seed: string;
      /** @description seq of the first start, of an attempt that goes on from it; absent when it begins anew */
      startSeq?: number;
      /** @description number of its first journalled step */
      firstStep: number;
      /** @description an earlier attempt that was chosen again: its answers are given anew, and nobody is asked; else absent */
      echo?: {
        /** @description the earlier attempt */
        attempt: number;
        /** @description number of its first journalled step */
        firstStep: number;
        /** @description and of its last */
        lastStep: number;
      };
      /** @description seq of the control that has the run go on, or of the command it is to type; in older turns absent */
      by?: number;
    };
    MoveGivenPayload: {
      /** @description `{id, x?, y?}`; null: start the game, or its level again */
      action: components["schemas"]["GameAction"] | null;
    };
    ActionSuggestedPayload: {
      /**
       * @description `suggest`, or `resuggest` after a refusal
       * @enum {string}
       */
      step: "suggest" | "resuggest";
      /** @description the answer, its actions by their ids; null: nothing usable was answered */
      suggestion: {
        current_board_assessment: string;
        reasoning: string;
        /** @description the action to learn about, one that the game offers now; null ends the run */
        target_action: ("ACTION1" | "ACTION2" | "ACTION3" | "ACTION4" | "ACTION5" | "ACTION6" | "ACTION7") | null;
        /**
         * @description column of the place, for ACTION6, which needs one; else null
         * @default null
         */
        target_x: number | null;
        /**
         * @description row of the place, for ACTION6, which needs one; else null
         * @default null
         */
        target_y: number | null;
        /**
         * @description verified actions to run first; {action, x, y} for one that takes a place
         * @default null
         */
        setup_sequence: (("ACTION1" | "ACTION2" | "ACTION3" | "ACTION4" | "ACTION5" | "ACTION6" | "ACTION7") | {
          /** @enum {string} */
          action: "ACTION1" | "ACTION2" | "ACTION3" | "ACTION4" | "ACTION5" | "ACTION6" | "ACTION7";
          /** @default null */
          x: number | null;
          /** @default null */
          y: number | null;
        })[] | null;
        expected_information_gain: string;
      } | null;
      /** @description true: nothing usable was answered, and the service went on without; absent in older turns */
      fallback?: boolean;
      /**
       * @description true: there was an answer, with a slip in it (an action of another name, say), also when asked again; else absent
       * @constant
       */
      slip?: true;
      /**
       * @description `accepted`; `refused`: it is asked once more; `service`: the service picked
       * @enum {string}
       */
      decision: "accepted" | "refused" | "service";
      /** @description what was wrong with it */
      refusals: {
        pointer: string;
        message: string;
      }[];
      /** @description set-up actions that were left out, and why */
      dropped: {
        action: string;
        reason: string;
      }[];
      /** @description the action to be learnt about; null: none, or refused */
      target: components["schemas"]["ActionId"] | null;
      /** @description column of a click (`ACTION6`), else absent */
      targetX?: number;
      /** @description row of a click (`ACTION6`), else absent */
      targetY?: number;
      /** @description actions that come before it */
      setup: string[];
      /** @description why this choice */
      reason: string;
      /** @description the frame it was made at; null before the first */
      frame: number | null;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description calls that the answer took */
      calls: number;
      /**
       * @description the run plays on: the service planned the action; else absent
       * @constant
       */
      play?: true;
      /**
       * @description a proof move: the action was drawn at random; else absent
       * @constant
       */
      proof?: true;
      /** @description of a run that plays on for a model: the wish that this turn follows, or that was refused; else absent */
      wish?: {
        /**
         * @description `to`: the thing that actions move is to stand on a cell; `touch`: it, or another object, is to touch the object there; `actions`: these are to be done; `explore`: the service plans by itself
         * @enum {string}
         */
        kind: "to" | "touch" | "actions" | "explore";
        /** @description of the cell; absent for `actions` and `explore` */
        row?: number;
        col?: number;
        /** @description a cell of the object that is to touch; absent: the thing that actions move */
        objectRow?: number;
        objectCol?: number;
        /** @description for `actions`, `ACTION3` or `ACTION6@x,y`; else absent */
        actions?: string[];
        /** @description for `explore`: actions at most; else absent */
        steps?: number;
        /** @description the wish in words */
        text: string;
        /** @description turn in which it was wished */
        turn: number;
        /** @description actions that were done for it before this turn */
        done: number;
        /** @description actions of the plan after this turn; empty where the service plans by itself */
        left: string[];
        /**
         * @description true: the plan is known to lead there; absent: its last step, or more of it, is a try
         * @constant
         */
        isForetold?: true;
        /** @description how often the way was looked for anew, as an action went otherwise than foretold; absent: never */
        replans?: number;
        /** @description how it went then, the first time; absent: it never did */
        surprise?: string;
        /** @description what the model expects of it; absent after its first turn */
        expectation?: string;
      };
      /** @description what became of the wish that was followed until now; absent: none has ended */
      wishEnded?: {
        /** @description turn in which it was wished */
        turn: number;
        /** @description the wish in words */
        text: string;
        /**
         * @description `reached`; `done`: all its actions were; `surprise`: one went otherwise than foretold; `level`: the level was completed; `game_over`; `stopped`: an action was refused, in doubt or not on offer, or something else came between
         * @enum {string}
         */
        end: "reached" | "done" | "surprise" | "level" | "game_over" | "stopped";
        /** @description actions that were done for it */
        done: number;
        /** @description why, in words */
        detail: string;
      };
    };
    AnswerFailedPayload: {
      /** @description the step that asked */
      step: string;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description calls that the answer took */
      calls: number;
      /** @description tokens of them; absent in a grid game */
      usage?: components["schemas"]["Usage"];
    };
    GameResetPayload: {
      /**
       * @description `start`, `game_over`, `refused`; `asked`: who plays wanted the level anew; `proof`: proof moves go on from the start of the level; `session_lost`: the server had lost it, this is a new one from its beginning
       * @enum {string}
       */
      reason: "start" | "game_over" | "refused" | "session_lost" | "asked" | "proof";
      /** @description the game as it can be gone on with */
      snapshot: {
        [key: string]: components["schemas"]["Json"];
      };
      /**
       * @description `NOT_FINISHED`, `GAME_OVER` or `WIN`
       * @enum {string}
       */
      state: "NOT_FINISHED" | "WIN" | "GAME_OVER";
      /** @description levels completed */
      level: number;
      /** @description actions that the game offers now */
      available: components["schemas"]["ActionId"][];
      /** @description true: nobody knows whether the game did it; no frame follows, and it is never evidence */
      inDoubt: boolean;
      /** @description what the game did that it should not have; null as a rule */
      note: string | null;
    };
    GameReplayedPayload: {
      /** @description actions that were sent again */
      sent: number;
      /** @description actions that the way back has */
      of: number;
      /** @description `frame`: the game showed another board than the first time; `level`: it was at another level; `game_over`; `refused`; `doubt`: nobody knows whether it did one; `budget`: too few actions are left, and none was sent; null: the run is where it was */
      stopped: ("frame" | "level" | "game_over" | "refused" | "doubt" | "budget") | null;
    };
    ActionExecutedPayload: {
      /** @description the action */
      action: components["schemas"]["ActionId"];
      /** @description column of a click (`ACTION6`), else absent */
      x?: number;
      /** @description row of a click (`ACTION6`), else absent */
      y?: number;
      /**
       * @description `setup`, `target`; `resync`: sent only to see again where the game stands; `replay`: sent again in a new session; `person`: a person played it
       * @enum {string}
       */
      role: "setup" | "target" | "resync" | "replay" | "person";
      /** @description frame before it */
      beforeFrame: number;
      /** @description the game as it can be gone on with */
      snapshot: {
        [key: string]: components["schemas"]["Json"];
      };
      /**
       * @description `NOT_FINISHED`, `GAME_OVER` or `WIN`
       * @enum {string}
       */
      state: "NOT_FINISHED" | "WIN" | "GAME_OVER";
      /** @description levels completed */
      level: number;
      /** @description actions that the game offers now */
      available: components["schemas"]["ActionId"][];
      /** @description true: nobody knows whether the game did it; no frame follows, and it is never evidence */
      inDoubt: boolean;
      /** @description what the game did that it should not have; null as a rule */
      note: string | null;
    };
    ActionRefusedPayload: {
      /** @description the action */
      action: components["schemas"]["ActionId"];
      /** @description column of a click (`ACTION6`), else absent */
      x?: number;
      /** @description row of a click (`ACTION6`), else absent */
      y?: number;
      /**
       * @description `setup`, `target`, `resync`, `replay` or `person`
       * @enum {string}
       */
      role: "setup" | "target" | "resync" | "replay" | "person";
      /** @description what the game said */
      message: string;
      /**
       * @description true: its server has lost the session, and the game is started anew; else absent
       * @constant
       */
      gone?: true;
      /** @description the game as it can be gone on with */
      snapshot: {
        [key: string]: components["schemas"]["Json"];
      };
    };
    ActionRequestedPayload: {
      /** @description number of the observation that is asked for, from 1 */
      n: number;
      /**
       * @description `start` (show the game from its beginning), `reset` (show the level again), `setup`, `target` or `resync`
       * @enum {string}
       */
      role: "start" | "reset" | "setup" | "target" | "resync";
      /** @description `{id, x?, y?}`; null for `start` and `reset` */
      action: components["schemas"]["GameAction"] | null;
    };
    ObservationReceivedPayload: {
      /** @description number of the observation */
      n: number;
      /** @description packed frames, the last one settled */
      frames: string[];
      /**
       * @description `NOT_FINISHED`, `GAME_OVER` or `WIN`
       * @enum {string}
       */
      state: "NOT_FINISHED" | "WIN" | "GAME_OVER";
      /** @description levels completed */
      level: number;
      /** @description actions that the game offers now */
      available: components["schemas"]["ActionId"][];
    };
    HudLearnedPayload: {
      /** @description every masked cell, as row × columns + column */
      cells: number[];
      /** @description states that have another key under this mask */
      rekeyed: {
        [key: string]: string;
      };
      /** @description observations that look different under it, by the number of their frame after */
      reviewed: {
        [key: string]: {
          /** @description Hash of the masked before-state */
          stateKey: string;
          /** @description Whether any cell changed, animation included, the HUD masked */
          hasChanges: boolean;
          diffSummary: string;
        };
      };
    };
    FrameCapturedPayload: {
      /** @description number of the frame */
      n: number;
      /**
       * @description `start`, `reset`, `setup` (also of what was replayed, or played by a person), `after` or `resync`
       * @enum {string}
       */
      label: "start" | "reset" | "setup" | "after" | "resync";
      /** @description the settled frame, packed: a hexadecimal digit for each cell, rows joined by `/` */
      cells: string;
      /** @description packed frames that were shown before it */
      animation: string[];
      /** @description the action that led here; null after a reset */
      action: string | null;
      /** @description key of the state before that action; null after a reset */
      fromKey: string | null;
      /** @description whether that way may be taken again */
      walkable: boolean;
    };
    ActionAnalyzedPayload: {
      /**
       * @description `analyze`
       * @constant
       */
      step: "analyze";
      /** @description the action */
      action: components["schemas"]["ActionId"];
      /** @description column of a click (`ACTION6`), else absent */
      x?: number;
      /** @description row of a click (`ACTION6`), else absent */
      y?: number;
      /** @description frame before it */
      beforeFrame: number;
      /** @description frame after it */
      afterFrame: number;
      /** @description `summary`, `count`, `touched`, `region`, `hasChanges`, the first 30 cells `changed`, `objects`, `animation` in words */
      diff: components["schemas"]["FrameDiff"];
      /** @description the answer; null: nothing usable was answered, and what was seen counts for nothing */
      analysis: {
        interpretation: string;
        /**
         * @description null keeps the current definition
         * @default null
         */
        action_definition: string | null;
        /**
         * @description null on a first observation
         * @default null
         */
        is_consistent_with_previous: boolean | null;
        /** @default null */
        objects_involved: string[] | null;
        context_description: string;
        had_effect: boolean;
        /** @default null */
        no_effect_reason: string | null;
        /** @default null */
        environment_updates: ({
          /** @enum {string} */
          kind: "object" | "relationship" | "rule";
          name: string;
          text: string;
          /** @description from 0 to 1 */
          confidence: number;
        } | string)[] | null;
        /** @description from 0 to 1 */
        confidence: number;
      } | null;
      /** @description true: nothing usable was answered, and the service went on without; absent in older turns */
      fallback?: boolean;
      /** @description what counts: a difference of zero is no effect, whatever the model says */
      hadEffect: boolean;
      /** @description what the model said */
      modelSaidEffect: boolean;
      /** @description with what was known; null on a first observation */
      consistent: boolean | null;
      /** @description whether it counts for the standing of the action */
      counted: boolean;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description calls that the answer took */
      calls: number;
    };
    KnowledgeUpdatedPayload: {
      /** @description the action */
      action: components["schemas"]["ActionId"];
      /** @description `status`, `definition`, `streak`, `attempts`, `noEffect`, `observation` */
      verdict: components["schemas"]["Verdict"];
      /** @description objects, relationships and rules, `{kind, name, text, confidence}` */
      environment: {
        /** @enum {string} */
        kind: "object" | "relationship" | "rule";
        name: string;
        text: string;
        /** @description from 0 to 1 */
        confidence: number;
      }[];
      /**
       * @description its standing before
       * @enum {string}
       */
      previousStatus: "unobserved" | "testing" | "verified" | "exhausted" | "unverified";
      /** @description verified actions that went otherwise on the way to this test; absent when none did */
      contradicted?: components["schemas"]["ContradictedAction"][];
      /** @description other actions whose definition foretells more or less than before of what was recorded; absent when there is none */
      held?: components["schemas"]["HeldAction"][];
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
    };
    LevelCompletedPayload: {
      /** @description levels completed */
      level: number;
      /** @description the action */
      action: components["schemas"]["ActionId"];
      /**
       * @description `setup`, `target`, `resync`, `replay` or `person`
       * @enum {string}
       */
      role: "setup" | "target" | "resync" | "replay" | "person";
      /** @description the frame after it */
      frame: number;
    };
    TurnCompletedPayload: {
      /** @description its number */
      n: number;
      /**
       * @description `played` or `ended` in an adventure; in a grid game `played`: a person did; `observed`; `interrupted`: a set-up action completed a level, ended the game or took away what was to come next; `refused`: the game refused an action; `doubtful`: nobody knows whether it did one; `ended`: nothing was left to do
       * @enum {string}
       */
      outcome: "played" | "ended" | "observed" | "interrupted" | "refused" | "doubtful";
      /** @description in a grid game the target, when it was sent; else null; absent in an adventure */
      action?: components["schemas"]["ActionId"] | null;
      /** @description false: an agent gave no usable answer, and the service went on without; null: none was asked; absent in older turns */
      answered?: boolean | null;
      /** @description seq of the move of a person that was made; absent: none was */
      move?: number;
      /** @description `actions` (or `turns`) and `calls` so far */
      used: {
        actions?: number;
        turns?: number;
        calls: number;
      };
      /** @description whether no further turn begins; absent when the run is over */
      paused?: boolean;
    };
    TurnFailedPayload: {
      /** @description what failed, with a cause and a remedy */
      failure: components["schemas"]["Failure"];
      /**
       * @description `resume`: a retry keeps what was finished; `restart`: it begins anew
       * @enum {string}
       */
      retry: "resume" | "restart";
      /**
       * Format: date-time
       * @description when it is tried again by itself, as what it needs is away; absent when it is not
       */
      retryAt?: string;
    };
    TurnCancelledPayload: {
      /** @description its number */
      n: number;
    };
    EpisodeStartedPayload: {
      /** @description its number */
      n: number;
      /** @description of its randomness */
      seed: string;
      /** @description the story where it stands: `snapshot`, `text` it printed, `upper` window, `awaits`, `stopped`, `notes`, `reading` (place, score and the highest one possible, moves, inventory, what is in sight, which readers say so and how sure that is) */
      story: components["schemas"]["StoryStanding"];
      /** @description ways out, tried and taken back: `{direction, to, text, deadly}`; null where nothing was tried or it is switched off */
      exits: components["schemas"]["StoryExit"][] | null;
      /** @description what other runs of the story remember */
      notes: {
        id: string;
        place: number | null;
        /** @enum {string} */
        category: "success" | "failure" | "discovery" | "danger" | "puzzle" | "note";
        text: string;
        turn: number;
        episode: number;
        superseded: string | null;
      }[];
      /** @description what is known of the story; null: nothing */
      knowledge: string | null;
    };
    CommandGivenPayload: {
      /** @description what to type */
      command: string;
      /**
       * @description `suggest`: the adventurer is told of it; `take`: it is typed in the next turn
       * @enum {string}
       */
      mode: "suggest" | "take";
    };
    StorySavedPayload: {
      /** @description a later save of the same name takes its place */
      name: string;
      /** @description the turn whose outcome is kept */
      turn: number;
    };
    StoryRestoredPayload: {
      /** @description the turn whose outcome counts again; negative: the file that was restored behind that turn */
      to: number;
      /** @description name of the save; null: an undo, a turn, or a file */
      save: string | null;
      /** @description absent: from a turn or a save of the run; true: from a Quetzal file, and `to` is the last turn before it */
      file?: boolean;
      /** @description the story where it stands: `snapshot`, `text` it printed, `upper` window, `awaits`, `stopped`, `notes`, `reading` (place, score and the highest one possible, moves, inventory, what is in sight, which readers say so and how sure that is) */
      story: components["schemas"]["StoryStanding"];
      /** @description ways out, tried and taken back: `{direction, to, text, deadly}`; null where nothing was tried or it is switched off */
      exits: components["schemas"]["StoryExit"][] | null;
    };
    CommandProposedPayload: {
      /** @description `adventurer:0`; `:1`, `:2` after a rejection */
      step: string;
      /** @description its reasoning */
      thinking: string;
      /** @description the action as it was answered */
      action: string;
      /** @description the commands it was cleaned to */
      commands: string[];
      /** @description what was changed or left out, in words */
      cleaned: string[];
      /** @description `{text, priority, parent}` it declares; null as a rule */
      newObjective: {
        text: string;
        /** @enum {string} */
        priority: "high" | "normal" | "low";
        parent: string | null;
      } | null;
      /** @description what it says is done, by id or text; null as a rule */
      completeObjective: string | null;
      /** @description what in these two fields was left out or taken otherwise, and why; it is told so; absent in old runs */
      faults?: string[];
      /** @description true: nothing usable was answered, and `look` is typed instead */
      fallback: boolean;
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description calls that the answer took */
      calls: number;
      /** @description `promptTokens`, `completionTokens` of them */
      usage: components["schemas"]["Usage"];
    };
    CriticRejectedPayload: {
      /** @description step that ruled */
      step: string;
      /** @description the command */
      command: string;
      /**
       * @description `machine`: by the story's own tree, without a model; `critic`: by its score
       * @enum {string}
       */
      by: "machine" | "critic";
      /** @description of the critic, −1…1; null where the machine ruled */
      score: number | null;
      /** @description why */
      reason: string;
      /** @description null here */
      override: null;
      /** @description who answered; `understudy` is the offline stand-in, not a model; null where the machine ruled */
      provider: string | null;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder); null where the machine ruled */
      rung: components["schemas"]["Rung"] | null;
      /** @description calls that the answer took */
      calls: number;
      /** @description `promptTokens`, `completionTokens` of them */
      usage: components["schemas"]["Usage"];
    };
    CriticAcceptedPayload: {
      /** @description step that ruled */
      step: string;
      /** @description the command */
      command: string;
      /**
       * @description `critic`, or `machine`: it was the last try of the turn
       * @enum {string}
       */
      by: "machine" | "critic";
      /** @description of the critic, −1…1; null when nothing usable was answered, or the machine ruled */
      score: number | null;
      /** @description why */
      reason: string;
      /** @description why it passes although the score says no: `stuck`, `out_of_tries`, `no_answer`; null: it does not */
      override: ("stuck" | "out_of_tries" | "no_answer") | null;
      /** @description who answered; `understudy` is the offline stand-in, not a model; null where the machine ruled */
      provider: string | null;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder); null where the machine ruled */
      rung: components["schemas"]["Rung"] | null;
      /** @description calls that the answer took */
      calls: number;
      /** @description `promptTokens`, `completionTokens` of them */
      usage: components["schemas"]["Usage"];
    };
    CommandExecutedPayload: {
      /** @description number of the episode */
      episode: number;
      /** @description what was typed */
      command: string;
      /**
       * @description `adventurer` or `player`
       * @enum {string}
       */
      by: "adventurer" | "player";
      /** @description seq of the `command.given` it answers; null for others */
      given: number | null;
      /** @description of the adventurer; null for a person */
      thinking: string | null;
      /** @description where the player was before it: number of the place, or null */
      from: number | null;
      /** @description where the player is after it */
      to: number | null;
      /** @description whether it changed the story's world: text alone, clocks and what waiting changes too are no effect */
      effect: boolean;
      /** @description whether the place changed */
      moved: boolean;
      /** @description whether the player died of it */
      died: boolean;
      /** @description the story where it stands: `snapshot`, `text` it printed, `upper` window, `awaits`, `stopped`, `notes`, `reading` (place, score and the highest one possible, moves, inventory, what is in sight, which readers say so and how sure that is) */
      story: components["schemas"]["StoryStanding"];
      /** @description ways out, tried and taken back: `{direction, to, text, deadly}`; null where nothing was tried or it is switched off */
      exits: components["schemas"]["StoryExit"][] | null;
    };
    AgentAnsweredPayload: {
      /** @description `extract`, `remember`, `complete`, `discover`, `refine` or `synthesize` */
      step: string;
      /**
       * @description `extractor`, `chronicler`, `keeper` or `scholar`
       * @enum {string}
       */
      role: "adventurer" | "critic" | "extractor" | "chronicler" | "keeper" | "scholar";
      /** @description the answer, as it was given */
      answer: {
        /**
         * @description things one could act on here
         * @default null
         */
        objects: string[] | null;
        /**
         * @description directions the text names
         * @default null
         */
        exits: string[] | null;
        /** @default null */
        characters: string[] | null;
        /**
         * @description a threat the text warns of
         * @default null
         */
        danger: string | null;
        /** @description one sentence: what the command led to */
        summary: string;
      } | {
        /** @description false for most turns */
        keep: boolean;
        /** @default null */
        category: ("success" | "failure" | "discovery" | "danger" | "puzzle" | "note") | null;
        /**
         * @description one or two sentences that help a later visit
         * @default null
         */
        text: string | null;
        /**
         * @description ids of memories of this place that this one corrects
         * @default null
         */
        supersedes: string[] | null;
      } | {
        /**
         * @description only objectives that the turn shows to be done, by their exact ids
         * @default null
         */
        completed: {
          id: string;
          evidence: string;
        }[] | null;
      } | {
        /** @default null */
        objectives: {
          text: string;
          /** @default null */
          priority: ("high" | "normal" | "low") | null;
        }[] | null;
      } | {
        /**
         * @description the ids in `from` become part of `into`; `text` words it anew
         * @default null
         */
        merge: {
          into: string;
          from: string[];
          /** @default null */
          text: string | null;
        }[] | null;
        /** @default null */
        drop: {
          id: string;
          reason: string;
        }[] | null;
      } | {
        /** @description at most 400 words: puzzles and their solutions, dangers, the way the story works, open threads */
        knowledge: string;
      };
      /** @description who answered; `understudy` is the offline stand-in, not a model */
      provider: string;
      /** @description its model, for the owner; absent: none, or the event is of before it was told */
      model?: string;
      /** @description how the answer was won (the ladder) */
      rung: components["schemas"]["Rung"];
      /** @description calls that the answer took */
      calls: number;
      /** @description `promptTokens`, `completionTokens` of them */
      usage: components["schemas"]["Usage"];
    };
    ObjectiveAddedPayload: {
      /** @description id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person */
      id: string;
      /** @description what is to be done */
      text: string;
      /**
       * @description `agent`, `discovered` or `player`
       * @enum {string}
       */
      source: "agent" | "discovered" | "player";
      /**
       * @description `high`, `normal` or `low`
       * @enum {string}
       */
      priority: "high" | "normal" | "low";
      /** @description id of the objective it is a part of, or null */
      parent: string | null;
      /** @description where it was declared, as `L<number>`, or null */
      place: string | null;
    };
    ObjectiveCompletedPayload: {
      /** @description id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person */
      id: string;
      /**
       * @description `adventurer`, `keeper`, `player` or `service`
       * @enum {string}
       */
      by: "adventurer" | "keeper" | "player" | "service";
      /** @description what shows it */
      why: string;
    };
    ObjectiveMergedPayload: {
      /** @description id of the one that stays */
      into: string;
      /** @description ids of those that became part of it */
      from: string[];
      /** @description its new wording; null: it stays */
      text: string | null;
      /** @description what was merged */
      why: string;
    };
    ObjectiveDroppedPayload: {
      /** @description id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person */
      id: string;
      /**
       * @description `keeper`, `player` or `service` (nothing happened to it for long)
       * @enum {string}
       */
      by: "adventurer" | "keeper" | "player" | "service";
      /** @description why */
      why: string;
    };
    ObjectiveChangedPayload: {
      /** @description id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person */
      id: string;
      /** @description new wording; null: it stays */
      text: string | null;
      /** @description new priority; null: it stays */
      priority: ("high" | "normal" | "low") | null;
      /** @description new parent, null: none any more; absent: it stays */
      parent?: string | null;
      /** @description ids of all active objectives in their new order; null: it stays */
      order: string[] | null;
    };
    ObjectiveRefusedPayload: {
      /**
       * @description `agent`, `discovered` or `player`
       * @enum {string}
       */
      source: "agent" | "discovered" | "player";
      /** @description what was declared, or the id that was named */
      text: string;
      /**
       * @description `empty`, `too_long`, `vague`, `duplicate`, `too_many`; `no_place`: the objective was added, and names this place, which is not on the map; `unknown`: there is no such active objective; `no_parent`: the same of a parent, without which the objective was added; `no_evidence`: it was named as done, and nothing that the story showed speaks for it
       * @enum {string}
       */
      why: "empty" | "too_long" | "vague" | "no_place" | "duplicate" | "too_many" | "unknown" | "no_parent" | "no_evidence";
      /** @description the objective it repeats, that was added without its parent, or was not completed; null for others */
      of: string | null;
    };
    StuckWarnedPayload: {
      /**
       * @description `oscillation`, `camping` or `no_progress`
       * @enum {string}
       */
      kind: "oscillation" | "camping" | "no_progress";
      /** @description for how many turns */
      turns: number;
      /** @description what the adventurer is told */
      message: string;
    };
    KnowledgeWrittenPayload: {
      /** @description the knowledge */
      text: string;
      /**
       * @description `interval` or `episode`: at its end
       * @enum {string}
       */
      reason: "interval" | "episode";
      /** @description number of the episode */
      episode: number;
      /** @description hash of the story whose other runs may use it; null: it stays in this run */
      story: string | null;
    };
    EpisodeCompletedPayload: {
      /** @description its number */
      n: number;
      /**
       * @description `won`, `died`, `quit`, `error`, `stuck`, `turns` or `stopped`
       * @enum {string}
       */
      end: "won" | "died" | "quit" | "error" | "stuck" | "turns" | "stopped";
      /** @description turns it took */
      turns: number;
      /** @description fault that stopped the story; absent unless `end` is `error`, and in old runs */
      why?: string;
      /** @description deaths in it; some stories bring the player back */
      deaths: number;
      /** @description score at the end, or null */
      score: number | null;
      /** @description highest score in it, or null */
      best: number | null;
      /** @description highest score possible, as the story says; absent: it does not, and in old runs */
      maximum?: number;
    };
    WebhookDisabledPayload: {
      /** @description its id */
      webhook: string;
      /**
       * @description `gone`: the receiver answered 410; `failing`: nothing but failures for five days
       * @enum {string}
       */
      reason: "gone" | "failing";
      /** @description the first failure since the last success, or null */
      since: string | null;
    };
    ExperimentFinishedPayload: {
      /** @description its name */
      name: string;
      /**
       * @description `done`: every run is over; `stopped`: it was asked for
       * @enum {string}
       */
      reason: "done" | "stopped";
      /** @description numbers of its runs, as `GET /v1/experiments/{id}` counts them */
      progress: {
        runs: number;
        waiting: number;
        playing: number;
        over: number;
        refused: number;
      };
      /** @description what its runs have used together; `money` is null where no prices are set */
      used: {
        actions: number;
        calls: number;
        tokens: number;
        money: number | null;
      };
      /** @description address of its table: `/v1/experiments/{id}/table`, after `PUBLIC_URL` where that is set */
      table: string;
      /** @description address of its page: `/#/experiments/{id}`, after `PUBLIC_URL` where that is set */
      page: string;
    };
    ExperimentPausedPayload: {
      /** @description its name */
      name: string;
      /** @description why, in words */
      reason: string;
      /** @description numbers of its runs, as `GET /v1/experiments/{id}` counts them */
      progress: {
        runs: number;
        waiting: number;
        playing: number;
        over: number;
        refused: number;
      };
      /** @description what its runs have used together; `money` is null where no prices are set */
      used: {
        actions: number;
        calls: number;
        tokens: number;
        money: number | null;
      };
      /** @description address of its table: `/v1/experiments/{id}/table`, after `PUBLIC_URL` where that is set */
      table: string;
      /** @description address of its page: `/#/experiments/{id}`, after `PUBLIC_URL` where that is set */
      page: string;
    };
    /** @description A budget has too little left for the next call. The round fails with it, and can be retried once it was raised. For: owner. */
    BudgetExhaustedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "budget.exhausted";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["BudgetExhaustedPayload"];
    };
    /** @description The first event: the whole configuration, frozen. Players read the scene, which leaves out what is private. For: owner. */
    SceneCreatedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "scene.created";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["SceneCreatedPayload"];
    };
    /** @description The owner changed it; or this is where a fork begins to go its own way. Title, status and pace have an event of their own, which everyone sees. For: everyone; for the owner alone, with all the rest. */
    SceneChangedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "scene.changed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["SceneChangedPayload"];
    };
    /** @description An input: what a player says. Stored the moment it is accepted, before its round. For: everyone; of a whisper those who whisper; of a hidden line `persona:<id>` of who says it. */
    PlayerSpokeEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "player.spoke";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["PlayerSpokePayload"];
    };
    /** @description In `gather` with `hideLines`: a player has spoken for the coming round. What it said is told when the round begins. */
    PlayerReadyEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "player.ready";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["PlayerReadyPayload"];
    };
    /** @description A hidden line, told as its round begins, just before `round.started`. The actor is who said it. Whoever has seen the `player.spoke` of that `seq` knows it already. For: everyone; of a whisper those who whisper, `persona:<id>` and `character:<id>`. */
    LineRevealedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "line.revealed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["LineRevealedPayload"];
    };
    /** @description A person on a seat is there: its first socket or stream was opened. */
    PlayerJoinedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "player.joined";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["PlayerJoinedPayload"];
    };
    /** @description It is gone: its last socket closed half a minute ago, or its seat is over. */
    PlayerLeftEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "player.left";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["PlayerLeftPayload"];
    };
    /** @description It plays another persona from now on. */
    PlayerChangedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "player.changed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["PlayerChangedPayload"];
    };
    /** @description A seat was made, taken, given another persona or revoked. For: owner. */
    SeatChangedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "seat.changed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["SeatChangedPayload"];
    };
    /** @description A private note. For: the seat that wrote it; of an owner the owner. */
    NoteWrittenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "note.written";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["NoteWrittenPayload"];
    };
    /** @description An input that nobody says: go on, narrate, speak a line anew, draft a line for a player. For: everyone; of `regenerate` and `continue` the owner; of `draft` the persona: `persona:<id>`. */
    RoundRequestedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.requested";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundRequestedPayload"];
    };
    /** @description The scene goes on by itself. */
    AutonomyStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "autonomy.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["AutonomyStartedPayload"];
    };
    /** @description What it may spend until it ends; absent when it has no budget of its own. For: owner. */
    AutonomyLimitedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "autonomy.limited";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["AutonomyLimitedPayload"];
    };
    /** @description It goes on by itself no more. */
    AutonomyEndedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "autonomy.ended";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["AutonomyEndedPayload"];
    };
    /** @description The owner said who acts in the next round. For: owner. */
    CastCalledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "cast.called";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CastCalledPayload"];
    };
    /** @description A round is being played, or played again. */
    RoundStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundStartedPayload"];
    };
    /** @description What every character remembers for this round. For: owner. */
    MemoryRecalledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "memory.recalled";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["MemoryRecalledPayload"];
    };
    /** @description The director is asked. */
    DirectorStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "director.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["DirectorStartedPayload"];
    };
    /** @description The first speaker begins, while the director still writes its plan (how). What is settled here stays, whatever the whole plan says of it. For: owner. */
    DirectorCuedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "director.cued";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["DirectorCuedPayload"];
    };
    /** @description The director's answer. It holds guidance for every character. Of rung `none` it was not usable, and the rule decided. For: owner. */
    DirectorCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "director.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["DirectorCompletedPayload"];
    };
    /** @description What the director says of characters, stored before anyone speaks in this pass. For: everyone; of `intentions` the owner, in an event of its own. */
    StateUpdatedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "state.updated";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["StateUpdatedPayload"];
    };
    /** @description The actor comes in. */
    CastEnteredEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "cast.entered";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CastEnteredPayload"];
    };
    /** @description The actor goes. */
    CastExitedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "cast.exited";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CastExitedPayload"];
    };
    /** @description The actor is about to speak. */
    CharacterStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "character.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CharacterStartedPayload"];
    };
    /** @description A line, of a character or of the narrator (actor `narrator`). For: everyone; of an answer to a whisper those who whisper. */
    CharacterSpokeEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "character.spoke";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CharacterSpokePayload"];
    };
    /** @description What the actor thought in private while it spoke. Not written with `settings.thoughts: false`. For: owner. */
    CharacterThoughtEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "character.thought";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CharacterThoughtPayload"];
    };
    /** @description What the actor answered was not usable; the round goes on without it. */
    CharacterSkippedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "character.skipped";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CharacterSkippedPayload"];
    };
    /** @description A line says something else from now on. The actor is whose line it is. For: as the line. */
    LineEditedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "line.edited";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["LineEditedPayload"];
    };
    /** @description Another alternative of a line counts from now on. The actor is whose line it is. For: as the line. */
    LineChosenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "line.chosen";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["LineChosenPayload"];
    };
    /** @description A line was drafted for a player, who may say it or not. It is no part of the conversation. For: the persona: `persona:<id>`. */
    DraftWrittenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "draft.written";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["DraftWrittenPayload"];
    };
    /** @description Everything said up to here is summarised. */
    SummaryWrittenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "summary.written";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["SummaryWrittenPayload"];
    };
    /** @description What a round changed, once, when it closes. */
    WorldUpdatedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "world.updated";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["WorldUpdatedPayload"];
    };
    /** @description What each character took in during the round; in a text adventure: one thing worth knowing at a place. For: owner; in a run everyone. */
    MemoryWrittenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "memory.written";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["MemoryWrittenPayload"];
    };
    /** @description The words of a table game: the whole deal for the owner, and for each player its own word. For: owner; `character:<id>` or `persona:<id>` of the player. */
    GameDealtEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "game.dealt";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["GameDealtPayload"];
    };
    /** @description What the judge of a table game says. For: everyone when it ends the game, else the owner. */
    JudgeRuledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "judge.ruled";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["JudgeRuledPayload"];
    };
    /** @description The record of the round. For: owner. */
    RoundAuditedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.audited";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundAuditedPayload"];
    };
    /** @description The round is over. */
    RoundCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundCompletedPayload"];
    };
    /** @description The round ended without an end: a model could not be reached (`model_unreachable`), say. Nothing goes on by itself. Everyone is told whether a model was out of reach; what else there is to say, the owner alone. */
    RoundFailedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.failed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundFailedPayload"];
    };
    /** @description The owner cancelled it. What was said stays. */
    RoundCancelledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.cancelled";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundCancelledPayload"];
    };
    /** @description What this round wrote from `fromSeq` on is undone: views leave it out, the ledger keeps it. By a retry that begins anew, or by hand; then there is one such event for each round that is undone, and a last one for all. For: everyone; the last of those by hand the owner. */
    RoundRolledbackEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "round.rolledback";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RoundRolledbackPayload"];
    };
    /** @description The first event: the whole configuration, frozen. */
    RunCreatedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.created";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunCreatedPayload"];
    };
    /** @description The owner changed it. */
    RunChangedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.changed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunChangedPayload"];
    };
    /** @description It begins. */
    RunStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunStartedPayload"];
    };
    /** @description No further turn begins. */
    RunPausedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.paused";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunPausedPayload"];
    };
    /** @description It goes on; a turn that failed is tried again. */
    RunResumedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.resumed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunResumedPayload"];
    };
    /** @description The run is over; in a scene: its table game is, and the scene with it. */
    RunFinishedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "run.finished";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["RunFinishedPayload"];
    };
    /** @description A turn is being played, or played again. */
    TurnStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "turn.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["TurnStartedPayload"];
    };
    /** @description A person who plays the run says what to do next. */
    MoveGivenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "move.given";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["MoveGivenPayload"];
    };
    /** @description What the explorer proposed, and what the service made of it. */
    ActionSuggestedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "action.suggested";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ActionSuggestedPayload"];
    };
    /** @description A model gave nothing usable, and its calls count all the same. The turn fails, but for agents behind an adventurer. */
    AnswerFailedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "answer.failed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["AnswerFailedPayload"];
    };
    /** @description The game was started, or started again. */
    GameResetEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "game.reset";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["GameResetPayload"];
    };
    /** @description A new session was opened, and what the run had done in the lost one was done again (`action.executed` with the role `replay`), to come back to where it was. */
    GameReplayedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "game.replayed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["GameReplayedPayload"];
    };
    /** @description What was sent to the game, and its state after it. */
    ActionExecutedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "action.executed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ActionExecutedPayload"];
    };
    /** @description The game answered, and did nothing. After the second in a row it is started again. */
    ActionRefusedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "action.refused";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ActionRefusedPayload"];
    };
    /** @description In a game that the caller plays: do this, then post what the game shows to `…/observations`. */
    ActionRequestedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "action.requested";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ActionRequestedPayload"];
    };
    /** @description The caller posted what its game shows. */
    ObservationReceivedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "observation.received";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObservationReceivedPayload"];
    };
    /** @description Cells that change whatever the action (a step bar, a counter) are masked from here on. */
    HudLearnedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "hud.learned";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["HudLearnedPayload"];
    };
    /** @description What the game showed. As a picture: `GET …/frames/{n}.png`. */
    FrameCapturedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "frame.captured";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["FrameCapturedPayload"];
    };
    /** @description What the analyst made of the target action. */
    ActionAnalyzedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "action.analyzed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ActionAnalyzedPayload"];
    };
    /** @description The new standing of the action, and what is new about the environment. */
    KnowledgeUpdatedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "knowledge.updated";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["KnowledgeUpdatedPayload"];
    };
    /** @description An action completed a level. */
    LevelCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "level.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["LevelCompletedPayload"];
    };
    /** @description The turn is over. */
    TurnCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "turn.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["TurnCompletedPayload"];
    };
    /** @description The turn ended without an end; the run waits for `POST …/resume`, or for `retryAt`. */
    TurnFailedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "turn.failed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["TurnFailedPayload"];
    };
    /** @description The run was stopped, or its calls were spent, in the middle of it. */
    TurnCancelledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "turn.cancelled";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["TurnCancelledPayload"];
    };
    /** @description The story begins, or begins again. */
    EpisodeStartedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "episode.started";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["EpisodeStartedPayload"];
    };
    /** @description A person suggests a command, or takes one over. */
    CommandGivenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "command.given";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CommandGivenPayload"];
    };
    /** @description A person saved the game, or typed `save` and the story saved itself. */
    StorySavedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "story.saved";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["StorySavedPayload"];
    };
    /** @description A person takes the story back to where it stood before. Map, notes and objectives stay. */
    StoryRestoredEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "story.restored";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["StoryRestoredPayload"];
    };
    /** @description What the adventurer answered. */
    CommandProposedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "command.proposed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CommandProposedPayload"];
    };
    /** @description A command was not sent; the adventurer is asked again. What it declared with it counts. */
    CriticRejectedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "critic.rejected";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CriticRejectedPayload"];
    };
    /** @description The critic let a command pass, or was overruled. */
    CriticAcceptedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "critic.accepted";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CriticAcceptedPayload"];
    };
    /** @description A command was typed, and what came of it. */
    CommandExecutedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "command.executed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["CommandExecutedPayload"];
    };
    /** @description An agent behind the adventurer answered; what follows of it has events of its own. */
    AgentAnsweredEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "agent.answered";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["AgentAnsweredPayload"];
    };
    /** @description A goal of several turns. */
    ObjectiveAddedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.added";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveAddedPayload"];
    };
    /** @description It is done. */
    ObjectiveCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveCompletedPayload"];
    };
    /** @description Several objectives became one. */
    ObjectiveMergedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.merged";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveMergedPayload"];
    };
    /** @description It is given up. */
    ObjectiveDroppedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.dropped";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveDroppedPayload"];
    };
    /** @description A person reworded or moved it. */
    ObjectiveChangedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.changed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveChangedPayload"];
    };
    /** @description One that was declared, or named as done, and not taken. */
    ObjectiveRefusedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "objective.refused";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ObjectiveRefusedPayload"];
    };
    /** @description Nothing goes forward; the adventurer is told. */
    StuckWarnedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "stuck.warned";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["StuckWarnedPayload"];
    };
    /** @description What is known of the story, whole, for later turns and later episodes. */
    KnowledgeWrittenEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "knowledge.written";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["KnowledgeWrittenPayload"];
    };
    /** @description The story ended, or nothing went forward any more. */
    EpisodeCompletedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "episode.completed";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["EpisodeCompletedPayload"];
    };
    /** @description A webhook subscription that had events of this room still to send switched itself off (webhooks). They are sent when it is switched on again. For: owner. */
    WebhookDisabledEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "webhook.disabled";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["WebhookDisabledPayload"];
    };
    /** @description Every run of an experiment is over (experiments). It comes again when runs are taken up and end anew. For: owner. */
    ExperimentFinishedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "experiment.finished";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ExperimentFinishedPayload"];
    };
    /** @description An experiment pauses: by hand, or by itself. `POST …/resume` goes on with it. For: owner. */
    ExperimentPausedEvent: {
      /** @description Position in the ledger, from 1, without gaps */
      seq: number;
      /**
       * Format: date-time
       * @description When it was stored (UTC)
       */
      at: string;
      kind: "experiment.paused";
      /** @description `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>` */
      actor: string;
      audience: components["schemas"]["Audience"];
      /** @description Round of a scene this belongs to */
      round?: number;
      /** @description Turn of a run this belongs to */
      turn?: number;
      payload: components["schemas"]["ExperimentPausedPayload"];
    };
    /** @description One entry of a room ledger. The list of kinds grows: ignore those that you do not know */
    Event: components["schemas"]["BudgetExhaustedEvent"] | components["schemas"]["SceneCreatedEvent"] | components["schemas"]["SceneChangedEvent"] | components["schemas"]["PlayerSpokeEvent"] | components["schemas"]["PlayerReadyEvent"] | components["schemas"]["LineRevealedEvent"] | components["schemas"]["PlayerJoinedEvent"] | components["schemas"]["PlayerLeftEvent"] | components["schemas"]["PlayerChangedEvent"] | components["schemas"]["SeatChangedEvent"] | components["schemas"]["NoteWrittenEvent"] | components["schemas"]["RoundRequestedEvent"] | components["schemas"]["AutonomyStartedEvent"] | components["schemas"]["AutonomyLimitedEvent"] | components["schemas"]["AutonomyEndedEvent"] | components["schemas"]["CastCalledEvent"] | components["schemas"]["RoundStartedEvent"] | components["schemas"]["MemoryRecalledEvent"] | components["schemas"]["DirectorStartedEvent"] | components["schemas"]["DirectorCuedEvent"] | components["schemas"]["DirectorCompletedEvent"] | components["schemas"]["StateUpdatedEvent"] | components["schemas"]["CastEnteredEvent"] | components["schemas"]["CastExitedEvent"] | components["schemas"]["CharacterStartedEvent"] | components["schemas"]["CharacterSpokeEvent"] | components["schemas"]["CharacterThoughtEvent"] | components["schemas"]["CharacterSkippedEvent"] | components["schemas"]["LineEditedEvent"] | components["schemas"]["LineChosenEvent"] | components["schemas"]["DraftWrittenEvent"] | components["schemas"]["SummaryWrittenEvent"] | components["schemas"]["WorldUpdatedEvent"] | components["schemas"]["MemoryWrittenEvent"] | components["schemas"]["GameDealtEvent"] | components["schemas"]["JudgeRuledEvent"] | components["schemas"]["RoundAuditedEvent"] | components["schemas"]["RoundCompletedEvent"] | components["schemas"]["RoundFailedEvent"] | components["schemas"]["RoundCancelledEvent"] | components["schemas"]["RoundRolledbackEvent"] | components["schemas"]["RunCreatedEvent"] | components["schemas"]["RunChangedEvent"] | components["schemas"]["RunStartedEvent"] | components["schemas"]["RunPausedEvent"] | components["schemas"]["RunResumedEvent"] | components["schemas"]["RunFinishedEvent"] | components["schemas"]["TurnStartedEvent"] | components["schemas"]["MoveGivenEvent"] | components["schemas"]["ActionSuggestedEvent"] | components["schemas"]["AnswerFailedEvent"] | components["schemas"]["GameResetEvent"] | components["schemas"]["GameReplayedEvent"] | components["schemas"]["ActionExecutedEvent"] | components["schemas"]["ActionRefusedEvent"] | components["schemas"]["ActionRequestedEvent"] | components["schemas"]["ObservationReceivedEvent"] | components["schemas"]["HudLearnedEvent"] | components["schemas"]["FrameCapturedEvent"] | components["schemas"]["ActionAnalyzedEvent"] | components["schemas"]["KnowledgeUpdatedEvent"] | components["schemas"]["LevelCompletedEvent"] | components["schemas"]["TurnCompletedEvent"] | components["schemas"]["TurnFailedEvent"] | components["schemas"]["TurnCancelledEvent"] | components["schemas"]["EpisodeStartedEvent"] | components["schemas"]["CommandGivenEvent"] | components["schemas"]["StorySavedEvent"] | components["schemas"]["StoryRestoredEvent"] | components["schemas"]["CommandProposedEvent"] | components["schemas"]["CriticRejectedEvent"] | components["schemas"]["CriticAcceptedEvent"] | components["schemas"]["CommandExecutedEvent"] | components["schemas"]["AgentAnsweredEvent"] | components["schemas"]["ObjectiveAddedEvent"] | components["schemas"]["ObjectiveCompletedEvent"] | components["schemas"]["ObjectiveMergedEvent"] | components["schemas"]["ObjectiveDroppedEvent"] | components["schemas"]["ObjectiveChangedEvent"] | components["schemas"]["ObjectiveRefusedEvent"] | components["schemas"]["StuckWarnedEvent"] | components["schemas"]["KnowledgeWrittenEvent"] | components["schemas"]["EpisodeCompletedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["ExperimentFinishedEvent"] | components["schemas"]["ExperimentPausedEvent"];
  };
  responses: {
    /** @description `/problems/invalid`: The request does not fit its schema, or names something that is not there. Nothing was stored. */
    Invalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/unauthenticated`: There is no key, or a wrong one; a ticket, code or invitation was used already; a seat is over; a delivery is forged or too old. */
    Unauthenticated: {
      headers: {
        /** @description Always `Bearer` */
        "WWW-Authenticate"?: string;
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/budget-exhausted`: A round, turn or trial needs a call to a model, and a budget has less left than the call may cost. */
    BudgetExhausted: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/forbidden`: The credential is valid and not enough: a seat asks for what needs a key, or a key for what needs the operator. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/not-found`: Nothing of that name is there, or it belongs to another tenant. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description `/problems/conflict`: The request is a good one, and not possible as things are now.
     *
     *     `/problems/finished`: The scene was finished, or the run is over: it takes nothing more.
     */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/gone`: The tenant was deleted, or is being deleted. */
    Gone: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/stale`: The item of the library has changed since the version that `If-Match` names. Nothing was changed. */
    Stale: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/too-large`: The body, a message or what would come of it is larger than the limit. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/unsupported-media`: The body is of a kind that the address does not take, or it is encoded. */
    UnsupportedMedia: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description `/problems/idempotency-mismatch`: The `Idempotency-Key` was used for another body or path in the last 24 hours.
     *
     *     `/problems/unprocessable`: A delivery lacks a field that the template of its hook names, or makes too long a text. Nothing was played.
     */
    Unprocessable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description `/problems/too-many`: Too many requests, sockets, messages or waiting inputs; `detail` names which, and the limit. */
    TooMany: {
      headers: {
        /** @description Seconds to wait */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description A problem: `detail` names the cause, `fix` what to change */
    Problem: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readProblemType: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Such as `not-found` */
        type: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The type of problem, in general; a problem itself names its own cause and fix */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
          "application/json": components["schemas"]["ProblemType"];
        };
      };
      400: components["responses"]["Invalid"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  checkHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It does */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: Json;
          };
        };
      };
      /** @description It is still what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readAsyncApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description AsyncAPI 3.1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: Json;
          };
        };
      };
      /** @description It is still what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readLlmsText: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Plain text */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": string;
        };
      };
      /** @description It is still what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Text format of Prometheus, version 0.0.4 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listScenes: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the title; the letters A to Z in any case */
        q?: string;
        /** @description `created`: newest first; `activity`: where something happened last, first */
        order?: "created" | "activity";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of scenes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ScenePage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateScene"];
      };
    };
    responses: {
      /** @description The new scene */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readScene: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scene; on a seat, what its person may know of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"] | components["schemas"]["SceneSeen"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteScene: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone, or going */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeScene: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeScene"];
      };
    };
    responses: {
      /** @description The changed scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  takeTurn: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TurnInput"];
      };
    };
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  draftLine: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DraftLine"];
      };
    };
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listRounds: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of rounds */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RoundPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  startRound: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readRound: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Number of the round */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The round */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Round"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  retryRound: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Number of the round */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  chooseTry: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Number of the round */
        n: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChooseTry"];
      };
    };
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  cancelRound: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCastPortrait: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Id of the character in the cast */
        character: components["schemas"]["Slug"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A PNG, without the card */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/png": string;
        };
      };
      /** @description It has none */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  callNext: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallOn"];
      };
    };
    responses: {
      /** @description The scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  editLine: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description The seq of the line */
        seq: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EditLine"];
      };
    };
    responses: {
      /** @description The line as it says now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EditedLine"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  regenerateLine: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description The seq of the line */
        seq: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RewriteLine"];
      };
    };
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  continueLine: {
    parameters: {
      query?: {
        /** @description 1: answer when the round has ended, or after two minutes */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description The seq of the line */
        seq: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RewriteLine"];
      };
    };
    responses: {
      /** @description With wait=1: the round has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      /** @description It is stored, and its round is queued or running */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TurnAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  chooseAlternative: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description The seq of the line */
        seq: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChooseAlternative"];
      };
    };
    responses: {
      /** @description The line as it says now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EditedLine"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  rollBack: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Number of the round */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  forkScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForkScene"];
      };
    };
    responses: {
      /** @description The new scene */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  importScene: {
    parameters: {
      query?: {
        /** @description Of a chat. Default: that of its transcript, or its characters */
        title?: string;
        /** @description Of a chat: ids of characters of the library, comma between; those of the same name play */
        characters?: string;
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/x-ndjson": string;
        "application/x-jsonlines": string;
        "text/plain": string;
        "application/zip": string;
        "application/octet-stream": string;
        "multipart/form-data": unknown;
      };
    };
    responses: {
      /** @description The new scene, and what was made of the file */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ImportedScene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readSceneTranscript: {
    parameters: {
      query?: {
        /** @description `jsonl`: the chat file of SillyTavern */
        as?: "txt" | "md" | "html" | "jsonl";
      };
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transcript, streamed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/markdown": string;
          "text/plain": string;
          "text/html": string;
          "application/x-ndjson": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of records */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTelemetry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The prompts and totals */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Telemetry"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  startAutonomy: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StartAutonomy"];
      };
    };
    responses: {
      /** @description The scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  stopAutonomy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scene */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scene"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listSeats: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The seats */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeatPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createSeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateSeat"];
      };
    };
    responses: {
      /** @description The seat and its invitation */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewSeat"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  revokeSeat: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Id of the seat */
        seat: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The revoked seat */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Seat"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeSeat: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Id of the seat */
        seat: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeSeat"];
      };
    };
    responses: {
      /** @description The changed seat */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Seat"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  renewSeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
        /** @description Id of the seat */
        seat: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RenewSeat"];
      };
    };
    responses: {
      /** @description The seat and its new invitation */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewSeat"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  lookAtInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LookAtInvitation"];
      };
    };
    responses: {
      /** @description The scene, and the part in it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvitationView"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  acceptSeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AcceptSeat"];
      };
    };
    responses: {
      /** @description The seat and its token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeatAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  writeNote: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WriteNote"];
      };
    };
    responses: {
      /** @description The note */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NoteWritten"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listSceneEvents: {
    parameters: {
      query?: {
        /** @description Only events with a higher seq */
        after?: number;
        /** @description The `next` of the page before; wins over `after` */
        cursor?: string;
        /** @description Most events of the page */
        limit?: number;
        /** @description Stream only: a single-use ticket, for `EventSource` */
        ticket?: string;
      };
      header?: {
        /** @description Stream only: go on after this seq. Wins over `after` */
        "Last-Event-ID"?: string;
      };
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; or the stream, each event as `id: <seq>` and `data: <Event>` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventPage"];
          "text/event-stream": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  openSceneSocket: {
    parameters: {
      query?: {
        /** @description Only events with a higher seq */
        after?: number;
        /** @description A single-use ticket, for clients that cannot send a header */
        ticket?: string;
      };
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The socket is open */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createSceneTicket: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ticket */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Ticket"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exportScene: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The zip, streamed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listWorldMemories: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Only memories of that character */
        character?: components["schemas"]["Slug"];
        /** @description Only what was lived in that scene */
        scene?: string;
      };
      header?: never;
      path: {
        /** @description Id of the world */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of memories */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listSceneMemories: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Only memories of that character */
        character?: components["schemas"]["Slug"];
      };
      header?: never;
      path: {
        /** @description Id of the scene */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of memories */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  beginPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description For `navigator.credentials.create` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyOptions"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RegisterPasskey"];
      };
    };
    responses: {
      /** @description A session of the person */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PersonSession"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  beginSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description For `navigator.credentials.get` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyOptions"];
        };
      };
      400: components["responses"]["Invalid"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  signInByPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignInByPasskey"];
      };
    };
    responses: {
      /** @description A session of the person */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PersonSession"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readPerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Person"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deletePerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing is kept of the person any more */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  keepSeat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["KeepSeat"];
      };
    };
    responses: {
      /** @description The seat */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeptSeat"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  openKeptSeat: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the seat */
        seat: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The seat and a token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeatAccepted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  forgetSeat: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the seat */
        seat: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not kept any more */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  removePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the passkey */
        passkey: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is removed */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listRuns: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the title; the letters A to Z in any case */
        q?: string;
        /** @description `created`: newest first; `activity`: where something happened last, first */
        order?: "created" | "activity";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateRun"];
      };
    };
    responses: {
      /** @description The new run */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone, or going */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeRun"];
      };
    };
    responses: {
      /** @description The changed run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  startRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the events tell the rest */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunControlled"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  pauseRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the events tell the rest */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunControlled"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  resumeRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the events tell the rest */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunControlled"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  stopRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the events tell the rest */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunControlled"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  stepRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the events tell the rest */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunControlled"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  postObservation: {
    parameters: {
      query?: {
        /** @description 0: answer at once; the next request is the event `action.requested` */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PostObservation"];
      };
    };
    responses: {
      /** @description It was taken; `action` is what to do next, or the run is over */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObservationTaken"];
        };
      };
      /** @description It is stored, and the run is thinking */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObservationTaken"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  giveMove: {
    parameters: {
      query?: {
        /** @description 0: answer at once; `turn.completed` tells that it was made */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GiveMove"];
      };
    };
    responses: {
      /** @description It was made; the newest frame is what it led to */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MoveTaken"];
        };
      };
      /** @description It is stored */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MoveTaken"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  forkRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForkRun"];
      };
    };
    responses: {
      /** @description The new run */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  importRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/zip": string;
        "application/x-ndjson": string;
        "application/octet-stream": string;
        "multipart/form-data": unknown;
      };
    };
    responses: {
      /** @description The new run, and what was made of the file */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ImportedRun"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTurn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description Number of the turn */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The turn */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Turn"] | components["schemas"]["AdventureTurn"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readFrame: {
    parameters: {
      query?: {
        /** @description Pixels along each side of a cell */
        scale?: number;
        /** @description Number of another frame: what differs from it stands out, the rest is faded */
        since?: number;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description The number of the frame and `.png`, e.g. `3.png` */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description PNG, 16 colours, indexed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/png": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readKnowledge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The knowledge, with the evidence */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Knowledge"] | components["schemas"]["AdventureKnowledge"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readReplay: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of steps, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReplayPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  compareRuns: {
    parameters: {
      query: {
        /** @description The other run */
        with: string;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Both runs side by side */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunComparison"] | components["schemas"]["AdventureComparison"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readRecording: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recording, streamed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readSteps: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The steps, streamed, oldest first; each a `ReplayStep`, or a `TranscriptEntry` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Report"];
          "text/markdown": string;
          "text/html": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readFrameObjects: {
    parameters: {
      query?: {
        /** @description Number of an earlier frame */
        since?: number;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description Number of the frame */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The objects */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FrameObjects"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  tryMoves: {
    parameters: {
      query?: {
        /** @description At most 200, in order: `ACTION1;ACTION6@3,4`, a click with its column and row */
        moves?: string;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description Number of the frame; 0: the game as it opens, even before the first turn */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The board after the last move */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriedMoves"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTranscript: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description The whole as a file, in this form */
        as?: "txt" | "md" | "html";
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Commands and what the story answered, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TranscriptPage"];
          "text/plain": string;
          "text/markdown": string;
          "text/html": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  downloadSave: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description A name of your own, such as "before the dragon" */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved game */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-quetzal": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  restoreFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/octet-stream": string;
        "application/x-quetzal": string;
      };
    };
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readMap: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The map */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdventureMap"];
          "text/vnd.mermaid": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  tryCommands: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TryCommands"];
      };
    };
    responses: {
      /** @description What it would do */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriedCommands"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readValidActions: {
    parameters: {
      query?: {
        /** @description From the outcome of this turn; 0: from the opening of the newest episode; absent: from where the story stands */
        turn?: number;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The commands, ways first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidActions"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listObjectives: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Active ones first, as the prompt has them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObjectiveList"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  addObjective: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddObjective"];
      };
    };
    responses: {
      /** @description All objectives */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObjectiveList"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  orderObjectives: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderObjectives"];
      };
    };
    responses: {
      /** @description All objectives */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObjectiveList"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  dropObjective: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description Id of the objective */
        objective: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All objectives */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObjectiveList"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeObjective: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
        /** @description Id of the objective */
        objective: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeObjective"];
      };
    };
    responses: {
      /** @description All objectives */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ObjectiveList"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  giveCommand: {
    parameters: {
      query?: {
        /** @description 0: answer at once; `command.executed` tells what it led to */
        wait?: "0" | "1";
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GiveCommand"];
      };
    };
    responses: {
      /** @description It was typed; `text` is what the story answered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CommandGiven"];
        };
      };
      /** @description It is stored */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CommandGiven"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  saveStory: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SaveStory"];
      };
    };
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  restoreStory: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RestoreStory"];
      };
    };
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Run"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listRunEvents: {
    parameters: {
      query?: {
        /** @description Only events with a higher seq */
        after?: number;
        /** @description The `next` of the page before; wins over `after` */
        cursor?: string;
        /** @description Most events of the page */
        limit?: number;
        /** @description Stream only: a single-use ticket, for `EventSource` */
        ticket?: string;
      };
      header?: {
        /** @description Stream only: go on after this seq. Wins over `after` */
        "Last-Event-ID"?: string;
      };
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; or the stream, each event as `id: <seq>` and `data: <Event>` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventPage"];
          "text/event-stream": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  openRunSocket: {
    parameters: {
      query?: {
        /** @description Only events with a higher seq */
        after?: number;
        /** @description A single-use ticket, for clients that cannot send a header */
        ticket?: string;
      };
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The socket is open */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createRunTicket: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ticket */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Ticket"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exportRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `run_…` learns a grid game, `adv_…` plays a text adventure */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The zip, streamed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listExperiments: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of experiments */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExperimentPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createExperiment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateExperiment"];
      };
    };
    responses: {
      /** @description The new experiment */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      503: components["responses"]["Problem"];
      default: components["responses"]["Problem"];
    };
  };
  importExperiment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExperimentFile"];
      };
    };
    responses: {
      /** @description The new experiment */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The experiment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteExperiment: {
    parameters: {
      query?: {
        /** @description `delete`: its runs go with it */
        runs?: "keep" | "delete";
      };
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone, or going */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeExperiment"];
      };
    };
    responses: {
      /** @description The experiment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  pauseExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The experiment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  resumeExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The experiment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  stopExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The experiment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Experiment"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readExperimentTable: {
    parameters: {
      query?: {
        /** @description The form of the answer */
        format?: "json" | "csv" | "markdown";
      };
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The table */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExperimentTable"];
          "text/csv": string;
          "text/markdown": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exportExperiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The export */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExperimentFile"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listGames: {
    parameters: {
      query?: {
        /** @description here: what needs nobody else, uploaded stories after the others, newest first; arc3: what the ARC-AGI-3 service offers the operator */
        source?: "here" | "arc3";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The games */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["GamePage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  uploadStory: {
    parameters: {
      query?: {
        /** @description Default: the title that the Blorb tells, else that of the banner that the story opens with, else the name of the file; of a story that is there already, the title it has */
        title?: string;
        /** @description Name of the file, for a title */
        filename?: string;
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/octet-stream": string;
        "application/x-zmachine": string;
        "application/x-blorb": string;
      };
    };
    responses: {
      /** @description The story, which was there already: the same file has the same id */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StoryGame"];
        };
      };
      /** @description The new story */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StoryGame"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readGame: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the game */
        id: components["schemas"]["GameRef"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The game */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Game"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteStory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the story */
        id: components["schemas"]["GameRef"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The templates */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TemplatePage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readStage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is offered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StageView"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  startDemo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scene, the seat and its token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeatAccepted"];
        };
      };
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  downloadStory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the story */
        id: components["schemas"]["GameRef"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The story */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-zmachine": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCover: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the story */
        id: components["schemas"]["GameRef"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/png": string;
          "image/jpeg": string;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  importCharacter: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": unknown;
        "image/png": string;
        "image/apng": string;
        "application/zip": string;
        "application/octet-stream": string;
        "multipart/form-data": unknown;
      };
    };
    responses: {
      /** @description The new character */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ImportedCharacter"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  importLorebook: {
    parameters: {
      query?: {
        /** @description Of a book whose file has none; else the name of the file */
        name?: string;
      };
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": unknown;
        "image/png": string;
        "image/apng": string;
        "application/zip": string;
        "application/octet-stream": string;
        "multipart/form-data": unknown;
      };
    };
    responses: {
      /** @description The new lorebook */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ImportedLorebook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exportCharacter: {
    parameters: {
      query?: {
        /** @description `png`: the picture it was imported with (else a plain one), the card in it as V2 and V3. Default: JSON of the form it was imported in, or V2 */
        format?: "v2" | "v3" | "png";
      };
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The card; its unknown fields are as they were imported */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": unknown;
          "image/png": string;
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exportLorebook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the lorebook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": unknown;
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  tryLorebook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TryLorebook"];
      };
    };
    responses: {
      /** @description What every entry does */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriedLorebook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readPortrait: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A PNG, without the card */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/png": string;
        };
      };
      /** @description It has none */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setPortrait: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "image/png": string;
        "application/octet-stream": string;
      };
    };
    responses: {
      /** @description It has it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deletePortrait: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It has none */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listWorlds: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createWorld: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WorldSent"];
      };
    };
    responses: {
      /** @description The world */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readWorld: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the world */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The world */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteWorld: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the world */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeWorld: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the world */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeWorld"];
      };
    };
    responses: {
      /** @description The world */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listCampaigns: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CampaignSent"];
      };
    };
    responses: {
      /** @description The campaign */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CampaignItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the campaign */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaign */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CampaignItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteCampaign: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the campaign */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the campaign */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeCampaign"];
      };
    };
    responses: {
      /** @description The campaign */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CampaignItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listArcs: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createArc: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ArcSent"];
      };
    };
    responses: {
      /** @description The arc */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArcItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readArc: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the arc */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The arc */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArcItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteArc: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the arc */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeArc: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the arc */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeArc"];
      };
    };
    responses: {
      /** @description The arc */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArcItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listCharacters: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createCharacter: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CharacterSent"];
      };
    };
    responses: {
      /** @description The character */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CharacterItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCharacter: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The character */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CharacterItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteCharacter: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeCharacter: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the character */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeCharacter"];
      };
    };
    responses: {
      /** @description The character */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CharacterItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listPersonas: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PersonaSent"];
      };
    };
    responses: {
      /** @description The persona */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PersonaItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readPersona: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the persona */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The persona */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PersonaItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deletePersona: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the persona */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the persona */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangePersona"];
      };
    };
    responses: {
      /** @description The persona */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PersonaItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listLorebooks: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createLorebook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LorebookSent"];
      };
    };
    responses: {
      /** @description The lorebook */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LorebookItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readLorebook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the lorebook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The lorebook */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LorebookItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteLorebook: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the lorebook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeLorebook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the lorebook */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeLorebook"];
      };
    };
    responses: {
      /** @description The lorebook */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LorebookItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listProfiles: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Part of the name, in any case */
        q?: string;
        /** @description Only campaigns of this world, arcs of this campaign */
        parent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page, without the bodies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LibraryPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LibraryProfile"];
      };
    };
    responses: {
      /** @description The profile */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the profile */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The profile */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileItem"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteProfile: {
    parameters: {
      query?: {
        /** @description 1: also delete what stands under it */
        cascade?: "0" | "1";
        /** @description 1: say what would go, and delete nothing */
        dryRun?: "0" | "1";
      };
      header?: never;
      path: {
        /** @description Id of the profile */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted, or would be with dryRun=1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Deletion"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `version` that is to be changed: 412 when the item has another one by now */
        "If-Match"?: string;
      };
      path: {
        /** @description Id of the profile */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeProfile"];
      };
    };
    responses: {
      /** @description The profile */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileItem"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      412: components["responses"]["Stale"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listCalls: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Only calls of that scene or run */
        room?: string;
        /** @description Only calls of that role */
        role?: components["schemas"]["Role"];
        /** @description Only calls that ended so */
        status?: components["schemas"]["CallStatus"];
        /** @description Only answers that were won on that rung */
        rung?: components["schemas"]["Rung"];
        /** @description Only calls of that model */
        model?: string;
        /** @description Of one round, or turn; sensible with `room` */
        round?: number;
        /** @description Part of the role, purpose, step or model. Letters of English are found in either case */
        text?: string;
        /** @description Words of the prompt or of the answer, in either case. Rounds and turns that have ended are looked through, a few with each request: a page may be short, or empty, while `next` leads on */
        inside?: string;
        /** @description First day, UTC */
        from?: string;
        /** @description Last day, UTC, inclusive */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of calls */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CallPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the call */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The call */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CallRecord"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscriptions, all of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateWebhook"];
      };
    };
    responses: {
      /** @description The subscription */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewWebhook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Webhook"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeWebhook"];
      };
    };
    responses: {
      /** @description The subscription */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewWebhook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listWebhookAttempts: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
        /** @description Only attempts that ended so */
        status?: "open" | "delivered" | "failed" | "abandoned" | "lost";
        /** @description Only messages of that room */
        room?: string;
      };
      header?: never;
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of attempts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookAttemptPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readWebhookAttempt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription */
        id: string;
        /** @description Number of the attempt */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The attempt */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SentWebhookAttempt"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  replayWebhookAttempt: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the subscription */
        id: string;
        /** @description Number of the attempt */
        n: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new attempt */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookAttempt"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the subscription */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The attempt */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookAttempt"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listHooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hooks, all of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HookPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createHook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateHook"];
      };
    };
    responses: {
      /** @description The hook */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewHook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readHook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hook */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Hook"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteHook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  changeHook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeHook"];
      };
    };
    responses: {
      /** @description The hook */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Hook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  rotateHookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RotateHook"];
      };
    };
    responses: {
      /** @description The hook */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewHook"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listHookDeliveries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The deliveries */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HookDeliveryPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deliverToHook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the hook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It has come before and is answered alike; or a greeting; or Slack or Discord */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HookDelivered"] | {
            [key: string]: components["schemas"]["Json"];
          };
        };
      };
      /** @description The turn is placed */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HookDelivered"] | {
            [key: string]: components["schemas"]["Json"];
          };
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listDiscord: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The applications, all of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiscordApplicationPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  connectDiscord: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ConnectDiscord"];
      };
    };
    responses: {
      /** @description The application; with `problem` when Discord did not take all of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiscordApplication"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      503: components["responses"]["Problem"];
      default: components["responses"]["Problem"];
    };
  };
  readDiscord: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id that Discord gave the application */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The application */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiscordApplication"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteDiscord: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id that Discord gave the application */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  interactWithDiscord: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id that Discord gave the application */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DiscordInteraction"];
      };
    };
    responses: {
      /** @description A pong, a deferred answer, or choices */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiscordAnswer"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readDiscordPortrait: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id that Discord gave the application */
        id: string;
        /** @description Name of the picture */
        portrait: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A PNG, without the card */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/png": string;
        };
      };
      /** @description It has none */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readCaller: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tenant, and the key by its id */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Caller"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeyPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateKey"];
      };
    };
    responses: {
      /** @description The new key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewKey"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createKeyCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The code, shown this once */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewKeyCode"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  exchangeKeyCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExchangeKeyCode"];
      };
    };
    responses: {
      /** @description The key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExchangedKey"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the key */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The revoked key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeySummary"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  rotateKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description Id of the key */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RotateKey"];
      };
    };
    responses: {
      /** @description The new key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewKey"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listTenants: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most items of the page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of tenants */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  createTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body gets the first answer again (24 hours) */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateTenant"];
      };
    };
    responses: {
      /** @description The tenant and its key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewTenant"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      422: components["responses"]["Unprocessable"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tenant */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Tenant"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  deleteTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is being deleted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Tenant"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readRetention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The setting as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Retention"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setRetention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetRetention"];
      };
    };
    responses: {
      /** @description The setting as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Retention"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTenantRetention: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The setting as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Retention"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setTenantRetention: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetRetention"];
      };
    };
    responses: {
      /** @description The setting as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Retention"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readUsage: {
    parameters: {
      query?: {
        /** @description First day, UTC. Default: 30 days before `to` */
        from?: string;
        /** @description Last day, UTC, inclusive. Default: today */
        to?: string;
        /** @description What is summed up */
        by?: "day" | "room" | "seat" | "role" | "model";
        /** @description Each sum is parted once more by this */
        split?: "room" | "seat" | "role" | "model";
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description Most rows of the page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of sums, and the sum of all pages */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UsageReport"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readBudgets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setBudget: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetBudget"];
      };
    };
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  dropBudget: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readTenantBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setTenantBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetBudget"];
      };
    };
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  dropTenantBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the tenant */
        name: components["schemas"]["TenantName"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Both budgets as they stand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TenantBudgets"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The providers, that of new rooms first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderPage"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  readProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the provider */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderDetail"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  setProviderKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the provider */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetProvider"];
      };
    };
    responses: {
      /** @description The provider as it is used now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Provider"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  dropProviderKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the provider */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  listProviderModels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the provider */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The models */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EndpointModelPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  tryProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the provider */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TryProvider"];
      };
    };
    responses: {
      /** @description The result */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderTrial"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      402: components["responses"]["BudgetExhausted"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      410: components["responses"]["Gone"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
  sendMcpMessage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["McpMessage"];
      };
    };
    responses: {
      /** @description The answer; as a stream when progress comes before it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpAnswer"];
          "text/event-stream": string;
        };
      };
      /** @description The notification was taken */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMedia"];
      429: components["responses"]["TooMany"];
      default: components["responses"]["Problem"];
    };
  };
}
