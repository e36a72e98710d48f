! What can be seen and reached, how it is printed, and the look of a room.

[ Say thing which  value;
  value = thing.which;
  if (value == 0) rfalse;
  if (metaclass(value) == Routine) value();
  else print (string) value;
  rtrue;
];

[ WithThe thing; print "the ", (name) thing; ];
[ Capital thing; print "The ", (name) thing; ];
[ WithA thing; print (string) thing.article, " ", (name) thing; ];

! Whether what is inside or on a thing can be seen and reached.
[ IsOpenTo thing;
  if (thing has supporter) rtrue;
  if (thing has container && thing has open) rtrue;
  rfalse;
];

[ CanSee  holder;
  if (location hasnt dark) rtrue;
  if (lantern hasnt lit) rfalse;
  for (holder = parent(lantern): holder ~= 0: holder = parent(holder)) {
    if (holder == location) rtrue;
    if (holder ~= player && ~~IsOpenTo(holder)) rfalse;
  }
  rfalse;
];

[ Gather holder  thing;
  for (thing = child(holder): thing ~= 0: thing = sibling(thing)) {
    if (thing == player) continue;
    scope-->scope_size = thing;
    scope_size++;
    if (IsOpenTo(thing)) Gather(thing);
  }
];

[ FillScope;
  scope-->0 = player;
  scope_size = 1;
  Gather(player);
  if (CanSee()) Gather(location);
];

[ InSight thing  i;
  FillScope();
  for (i = 0: i < scope_size: i++) if (scope-->i == thing) rtrue;
  rfalse;
];

! Prints "a, b and c": the listed children of a holder. Answers how many there are; `quiet` only counts them.
[ List holder quiet  thing all done;
  for (thing = child(holder): thing ~= 0: thing = sibling(thing)) if (IsListed(thing, holder)) all++;
  if (quiet) return all;
  for (thing = child(holder): thing ~= 0: thing = sibling(thing)) {
    if (~~IsListed(thing, holder)) continue;
    if (done > 0) { if (done == all - 1) print " and "; else print ", "; }
    print (WithA) thing;
    if (thing has lit) print " (burning)";
    done++;
  }
  return all;
];

! In a room, what has a sentence of its own is not listed again.
[ IsListed thing holder;
  if (thing has scenery) rfalse;
  if (holder == location && thing.initial ~= 0 && thing hasnt moved) rfalse;
  rtrue;
];

[ ListInside thing;
  if (~~IsOpenTo(thing)) rfalse;
  if (List(thing, true) == 0) rfalse;
  if (thing has supporter) print "On "; else print "In ";
  print (WithThe) thing, " you see ";
  List(thing);
  print ".^";
  rtrue;
];

[ Look  thing;
  if (~~CanSee()) {
    print "Darkness^It is pitch dark. Close by, water is falling a long way down.^";
    rtrue;
  }
  print (name) location, "^";
  Say(location, description);
  print "^";
  for (thing = child(location): thing ~= 0: thing = sibling(thing))
    if (thing hasnt moved && Say(thing, initial)) print "^";
  if (List(location, true)) {
    print "You can see ";
    List(location);
    print " here.^";
  }
  for (thing = child(location): thing ~= 0: thing = sibling(thing))
    if (thing ~= player) ListInside(thing);
];

[ Award thing mark points;
  if (thing has mark) rfalse;
  give thing mark;
  score = score + points;
  print "[Your score has gone up by ", points, " points.]^";
  if (score == MAX_SCORE) over = WON;
];
