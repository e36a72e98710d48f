! What is outside the world: the score, keeping and bringing back, undoing.

[ ShowScore;
  print "You have scored ", score, " of a possible ", MAX_SCORE, " points, in ", turns, " turns.^";
];

[ IsSure;
  print "Are you sure? (yes or no)^";
  ReadLine();
  return Word(0) == 'yes' or 'y//';
];

! Version 3 branches on success, and again from there after a restore; later versions answer a number.
[ SaveGame  r;
  #IfV3;
  @save ?Kept;
  print "It could not be saved.^";
  return r;
  .Kept;
  print "Ok.^";
  #Ifnot;
  @save -> r;
  switch (r) {
    0: print "It could not be saved.^";
    1: print "Saved.^";
    2: print "Restored.^^"; Look();
  }
  #Endif;
];

[ RestoreGame  r;
  #IfV3;
  @restore ?Back;
  .Back;
  r = 0;
  #Ifnot;
  @restore -> r;
  #Endif;
  print "It could not be restored.^";
];

! Undoing came with version 5. Answers whether this is the world as it comes back by being undone.
[ KeepUndo  r;
  #Iftrue #version_number >= 5;
  @save_undo -> r;
  if (r == 2) { print "[Previous turn undone.]^^"; Look(); rtrue; }
  #Endif;
  return r == 2;
];

[ Undo  r;
  #Iftrue #version_number >= 5;
  @restore_undo -> r;
  print "There is nothing to undo.^";
  #Ifnot;
  print "This story cannot undo.^";
  #Endif;
  return r;
];

[ IsMeta w;
  if (w == 'score' or 'save' or 'restore') rtrue;
  return w == 'restart' or 'quit' or 'q//';
];

! After a death or the win. It never returns: a restored or undone state goes on where it was kept.
[ EndStory;
  if (over == DIED) print "^*** You have died ***^^";
  else {
    print "^The floor trembles. Below, with nobody to bid it, the great wheel begins to turn.^";
    print "^*** You have won ***^^";
  }
  ShowScore();
  for (::) {
    print "^Would you like to RESTART, RESTORE a saved story";
    #Iftrue #version_number >= 5;
    print ", UNDO the last turn";
    #Endif;
    print " or QUIT?^";
    ReadLine();
    switch (Word(0)) {
      'restart': @restart;
      'restore': RestoreGame();
      'undo': Undo();
      'quit', 'q//': @quit;
      default: print "Please answer with one of those words.^";
    }
  }
];

[ Introduce;
  print "^^The post brought one letter: your aunt Maren has left you the tide mill, or will have, once
    you have done as she asks.^^";
  print "THE TIDE MILL^A small story of salt and silver. Release 1.^^";
];

! What was typed is kept before it is carried out, so that "again" can repeat any command, wrong ones too.
[ Main;
  location = lane_end;
  move player to location;
  Introduce();
  Arrive(lane_end);
  for (::) {
    ReadLine();
    if (Word(0) == 'again' or 'g//' && WordCount() == 1) {
      Keep(last_line, line, LINE_SIZE);
      Keep(last_words, words, PARSE_SIZE);
    }
    Keep(line, last_line, LINE_SIZE);
    Keep(words, last_words, PARSE_SIZE);
    if (Word(0) == 'undo') { Undo(); continue; }
    if (~~IsReadable()) continue;
    if (~~IsMeta(Word(0))) if (KeepUndo()) continue;
    if (Obey()) Tick();
    if (over) EndStory();
  }
];
