! What commands do in the world.

[ Go way  to;
  to = location.way;
  if (to == 0) "You can't go that way.";
  if (metaclass(to) == String) { print (string) to, "^"; rtrue; }
  if (metaclass(to) == Routine) { to = to(); if (to == 0) rtrue; }
  if (to == oak_door) {
    if (to has locked) "The oak door is locked.";
    if (to hasnt open) "The oak door is closed.";
    if (location == mill_yard) to = wheelhouse; else to = mill_yard;
  }
  ! Towards a lit room the light shows where to step; anywhere else in the dark is a gamble.
  if (to has dark && location has dark && ~~CanSee()) return Stumble();
  Arrive(to);
];

[ Stumble;
  if (warned) {
    over = DIED;
    "You take another step in the dark. There is no floor under it. The water is a long way down, and very
     cold.";
  }
  warned = true;
  "You slide a foot forward, and it finds no floor. You draw it back. Without a light, one more step in the
   dark could be your last.";
];

[ Arrive room  i thing k;
  location = room;
  warned = false;
  move player to room;
  for (i = 1: i <= shared-->0: i++) {
    thing = shared-->i;
    for (k = 0: k < 2: k++) if (thing.&sides-->k == room) move thing to room;
  }
  Look();
  if (room == eel_island) Award(room, scored, 5);
  if (room == bell_cave) Award(room, scored, 10);
];

[ Inventory  thing;
  if (List(player, true) == 0) "You are empty-handed.";
  print "You are carrying ";
  List(player);
  print ".^";
  for (thing = child(player): thing ~= 0: thing = sibling(thing)) ListInside(thing);
];

[ Examine thing;
  if (Say(thing, description)) print "^"; else print "You see nothing special about ", (WithThe) thing, ".^";
  if (thing has container) {
    if (thing hasnt open) "It is closed.";
    if (child(thing) == 0) "It is open, and empty.";
  }
  ListInside(thing);
];

[ DoTake thing;
  if (parent(thing) == player) "You already have that.";
  if (thing hasnt takeable) {
    if (Say(thing, refusal)) print "^"; else print "You can't take that.^";
    rtrue;
  }
  move thing to player;
  give thing moved;
  print "Taken.^";
  if (thing has treasure) Award(thing, scored, 5);
];

[ TakeSome  i thing any other;
  if (Skip('all', 'everything')) {
    if (~~IsEnd()) rfalse;
    FillScope();
    for (i = 0: i < scope_size: i++) {
      thing = scope-->i;
      if (thing hasnt takeable || IsWithin(thing, player)) continue;
      any = true;
      print (name) thing, ": ";
      DoTake(thing);
    }
    if (~~any) print "There is nothing here to take.^";
    rtrue;
  }
  thing = Noun();
  if (thing == 0) rfalse;
  if (Skip('from', 'off')) {
    other = Noun();
    if (other == 0) rfalse;
    if (parent(thing) ~= other) "It isn't there.";
  }
  if (~~IsEnd()) rfalse;
  return DoTake(thing);
];

[ IsWithin thing holder;
  for (: thing ~= 0: thing = parent(thing)) if (thing == holder) rtrue;
  rfalse;
];

[ DoDrop thing;
  if (thing == player || ~~IsWithin(thing, player)) "You aren't holding that.";
  move thing to location;
  "Dropped.";
];

[ DropSome  thing next any;
  if (Skip('all', 'everything')) {
    if (~~IsEnd()) rfalse;
    for (thing = child(player): thing ~= 0: thing = next) {
      next = sibling(thing);
      any = true;
      print (name) thing, ": ";
      DoDrop(thing);
    }
    if (~~any) print "You are empty-handed.^";
    rtrue;
  }
  thing = Noun();
  if (thing == 0 || ~~IsEnd()) rfalse;
  return DoDrop(thing);
];

[ DoPut thing holder;
  if (thing == player || ~~IsWithin(thing, player)) "You aren't holding that.";
  if (IsWithin(holder, thing)) "You can't put a thing inside itself.";
  if (holder hasnt container && holder hasnt supporter) "You can't put anything there.";
  if (~~IsOpenTo(holder)) { print (Capital) holder, " is closed.^"; rtrue; }
  move thing to holder;
  print "Done.^";
  if (holder == chest && thing has treasure) {
    if (thing hasnt stowed) print "The brass of the chest grows warm under your hand.^";
    Award(thing, stowed, 10);
  }
];

[ DoOpen thing;
  if (thing hasnt openable) "That isn't something you can open.";
  if (thing has locked) { print "It is locked.^"; rtrue; }
  if (thing has open) "It is already open.";
  give thing open;
  print "You open ", (WithThe) thing, ".^";
  ListInside(thing);
];

[ DoClose thing;
  if (thing hasnt openable) "That isn't something you can close.";
  if (thing hasnt open) "It is already closed.";
  give thing ~open;
  print "You close ", (WithThe) thing, ".^";
  if (~~CanSee()) print "It is now pitch dark.^";
];

[ TurnKey thing with w;
  if (thing ~= oak_door) "That has no lock.";
  if (~~IsWithin(with, player)) "You aren't holding that.";
  if (with ~= key) "It doesn't fit the lock.";
  if (w == 'unlock') {
    if (thing hasnt locked) "It is already unlocked.";
    give thing ~locked;
    print "The key turns with a groan. The oak door is unlocked.^";
    Award(thing, scored, 5);
    rtrue;
  }
  if (thing has open) "Close it first.";
  if (thing has locked) "It is already locked.";
  give thing locked;
  "The key turns. The oak door is locked.";
];

[ DoLight thing  blind;
  if (thing == matches) "Save them for something that goes on burning.";
  if (thing ~= lantern) "That is not for burning.";
  if (thing has lit) "It is already burning.";
  if (~~IsWithin(thing, player)) "You aren't holding it.";
  if (~~InSight(matches)) "You have nothing to light it with.";
  blind = ~~CanSee();
  give thing lit;
  print "You strike a match. The lantern burns with a steady flame.^";
  if (blind) { print "^"; Look(); }
];

[ DoDouse thing;
  if (thing hasnt lit) "It isn't burning.";
  give thing ~lit;
  print "The lantern goes out.^";
  if (~~CanSee()) print "It is now pitch dark.^";
];
