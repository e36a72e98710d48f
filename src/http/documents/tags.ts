/** The groups of operations, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  scenes: 'Rooms in which characters and players speak: make, play, direct, follow and export them.',
  seats: 'People in a scene: invitations, seats, private notes.',
  people: 'People who find their seats again on another device, by passkey.',
  memories: 'What characters remember, by scene and by world.',
  runs: 'Rooms in which one agent plays a game: make, control, watch, report and export them.',
  adventures: 'What only runs of text adventures have: transcript, map, objectives, commands.',
  catalog: 'Games that runs can play, and templates that scenes start from.',
  library: 'Worlds, characters, lorebooks and other parts that scenes take copies of.',
  calls: 'Every call to a model, with its prompt and answer.',
  webhooks: 'Subscriptions: events are posted to addresses of yours.',
  hooks: 'Addresses that others post to, and that make turns of it.',
  mcp: 'Scenes and runs as tools for agents, by the Model Context Protocol.',
  access: 'Keys, one-time codes and tenants.',
  money: 'Usage and budgets.',
  providers: 'Places where models answer, and keys for them.',
  service: 'Health, documents and kinds of problems. Everybody may read them.',
};
