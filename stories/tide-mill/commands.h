! From the words of a command to the routine that carries it out.

! Whether every word is known and there is one command only; says so otherwise.
[ IsReadable  i w;
  if (WordCount() == 0) { print "I beg your pardon?^"; rfalse; }
  for (i = 0: i < WordCount(): i++) {
    w = Word(i);
    if (w == 0) { print "I don't know the word ~"; PrintTyped(i); print "~.^"; rfalse; }
    if (w == './/' or ',//' or 'and' or 'then') { print "One thing at a time, please.^"; rfalse; }
  }
  rtrue;
];

! Carries out what is in `words`. Answers whether a turn went by: what was not understood takes none.
[ Obey  i w;
  at = 1;
  named = false;
  w = Word(0);
  if (w == 'go' or 'walk' or 'run') {
    at = 2;
    w = Word(1);
    if (DirectionOf(w) == 0) { print "Say which way, by the compass or up or down.^"; rfalse; }
  }
  i = DirectionOf(w);
  if (i) {
    if (~~IsEnd()) rfalse;
    return Go(i);
  }
  return Act(w);
];

[ Act w  thing other;
  switch (w) {
    'look', 'l//':
      if (Skip('at')) return ActOn('examine');
      if (Skip('in', 'inside', 'on')) return ActOn('examine');
      if (~~IsEnd()) rfalse;
      return Look();
    'inventory', 'i//':
      if (~~IsEnd()) rfalse;
      return Inventory();
    'wait', 'z//':
      if (~~IsEnd()) rfalse;
      print "Time passes.^";
      rtrue;
    'listen': print "The sea, near or far. It is never quite silent here.^"; rtrue;
    'swim': print "Not in these currents.^"; rtrue;
    'score': ShowScore(); rfalse;
    'save': SaveGame(); rfalse;
    'restore': RestoreGame(); rfalse;
    'restart': if (IsSure()) @restart; rfalse;
    'quit', 'q//': if (IsSure()) @quit; rfalse;
    'help', 'hint': print "Letters are for reading, and lanterns for lighting.^"; rfalse;
    'pick': if (Skip('up')) return TakeSome(); print "Pick up what?^"; rfalse;
    'take', 'get': return TakeSome();
    'drop': return DropSome();
    'put', 'insert', 'place':
      if (Skip('down')) return DropSome();
      thing = Noun();
      if (thing == 0) rfalse;
      if ((~~Skip('in', 'into', 'inside')) && (~~Skip('on', 'onto'))) {
        if (Skip('down')) return DoDrop(thing);
        print "Say what to put ", (WithThe) thing, " in.^";
        rfalse;
      }
      other = Noun();
      if (other == 0 || ~~IsEnd()) rfalse;
      return DoPut(thing, other);
    'turn', 'switch':
      if (Skip('on')) return ActOn('light');
      if (Skip('off')) return ActOn('douse');
      thing = Noun();
      if (thing == 0) rfalse;
      if (Skip('on')) return ActUpon('light', thing);
      if (Skip('off')) return ActUpon('douse', thing);
      print "It doesn't turn.^";
      rtrue;
    'unlock', 'lock':
      thing = Noun();
      if (thing == 0) rfalse;
      if (~~Skip('with', 'using')) { print "Say what to ", (address) w, " it with.^"; rfalse; }
      other = Noun();
      if (other == 0 || ~~IsEnd()) rfalse;
      return TurnKey(thing, other, w);
  }
  if (w == 'examine' or 'x//' or 'read' or 'open' or 'close' or 'shut') return ActOn(w);
  if (w == 'search' or 'light' or 'douse' or 'extinguish' or 'ring') return ActOn(w);
  if (w == 'stroke' or 'pat' or 'pet') return ActOn(w);
  print "That is not something I know how to do.^";
  rfalse;
];

[ ActOn verb  thing;
  thing = Noun();
  if (thing == 0) rfalse;
  if (verb == 'light' && Skip('with', 'using')) if (Noun() == 0) rfalse;
  if (~~IsEnd()) rfalse;
  return ActUpon(verb, thing);
];

[ ActUpon verb thing;
  switch (verb) {
    'examine', 'x//', 'search': return Examine(thing);
    'read':
      if (Say(thing, writing)) { print "^"; rtrue; }
      print "There is nothing written on it.^";
    'open': return DoOpen(thing);
    'close', 'shut': return DoClose(thing);
    'light': return DoLight(thing);
    'douse', 'extinguish': return DoDouse(thing);
    'ring':
      if (thing == bell) print "One clear note. It seems to go out over the water, and to come back.^";
      else print "It makes no sound worth the name.^";
    'stroke', 'pat', 'pet':
      if (thing == cat) print "The cat allows it, twice.^"; else print "It does not seem to mind.^";
  }
];
