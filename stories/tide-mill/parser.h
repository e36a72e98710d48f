! Reading commands: the line, the words, the things they name.

[ WordCount; return words->1; ];
[ Word i;
  if (i >= WordCount()) return 0;
  i = words + 2 + 4 * i;
  return i-->0;
];

[ PrintTyped i  from size;
  size = words->(4 + 4 * i);
  from = words->(5 + 4 * i);
  for (i = 0: i < size: i++) print (char) line->(from + i);
];

[ ReadLine;
  #IfV5;
  DrawStatus();
  #Endif;
  print "^>";
  line->0 = LINE_SIZE - 2;
  words->0 = 20;
  read line words;
];

[ Keep from to size  i; for (i = 0: i < size: i++) to->i = from->i; ];

! Versions 4 and later draw the status line themselves. Here, as the compiler has it, V5 means 4 and later.
#IfV5;
[ DrawStatus  width;
  width = 0->33;
  if (width < 50) width = 80;
  @split_window 1;
  @set_window 1;
  @set_cursor 1 1;
  style reverse;
  spaces width;
  @set_cursor 1 2;
  if (CanSee()) print (name) location; else print "Darkness";
  width = width - 25;
  @set_cursor 1 width;
  print "Score: ", score, "  Moves: ", turns;
  style roman;
  @set_window 0;
];
#Endif;

[ IsArticle w; return w == 'the' or 'a//' or 'an' or 'some' or 'my'; ];
[ IsPreposition w;
  if (w == 'with' or 'in' or 'into' or 'inside') rtrue;
  return w == 'on' or 'onto' or 'from' or 'using' or 'off';
];

! Skips one of up to three words when it comes next; answers whether it did.
[ Skip a b c  w;
  w = Word(at);
  if (w == 0) rfalse;
  if (w == a or b or c) { at++; rtrue; }
  rfalse;
];

[ IsCalled thing w  i size names;
  names = thing.&name;
  size = thing.#name / 2;
  for (i = 0: i < size: i++) if (names-->i == w) rtrue;
  rfalse;
];

! Reads the next words, up to a preposition, as the name of one thing in sight. Answers 0 when it has said why
! not.
[ Noun  from end i k found;
  while (IsArticle(Word(at))) at++;
  from = at;
  while (at < WordCount() && ~~IsPreposition(Word(at))) at++;
  end = at;
  if (from == end) { print "What do you want to "; PrintTyped(0); print "?^"; return 0; }
  FillScope();
  if (end == from + 1 && Word(from) == 'it') {
    if (InSight(it_thing)) return it_thing;
    print "You can't see any such thing.^";
    return 0;
  }
  for (i = 0: i < scope_size: i++) {
    for (k = from: k < end: k++) if (~~IsCalled(scope-->i, Word(k))) break;
    if (k < end) continue;
    if (found) {
      print "Which do you mean, ", (WithThe) found, " or ", (WithThe) scope-->i, "?^";
      return 0;
    }
    found = scope-->i;
  }
  if (found == 0) print "You can't see any such thing.^";
  else if (~~named) it_thing = found;
  named = true;
  return found;
];

! Whether nothing is left of the command; says so otherwise.
[ IsEnd;
  if (at >= WordCount()) rtrue;
  print "I only understood you as far as ~";
  PrintTyped(at - 1);
  print "~.^";
  rfalse;
];

[ DirectionOf w  i;
  if (w) for (i = 1: i < compass-->0: i = i + 2) if (compass-->i == w) return compass-->(i + 1);
  return 0;
];
