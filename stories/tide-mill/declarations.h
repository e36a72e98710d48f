! Globals, attributes and properties. Two limits come from version 3: a property holds at most four words (so
! a thing has at most four names), and a routine takes at most three arguments.

! The first three globals are what an interpreter shows in the status line of a version 3 story.
Global location;
Global score;
Global turns;

Global warned;          ! The edge of the drop was felt from this room: the next step in the dark kills.
Global over;            ! 0 while the story goes on, then DIED or WON.
Global it_thing;        ! What the word "it" stands for: the first thing named in a command.
Global named;           ! This command has named a thing already.
Global at;              ! Index of the next unread word of the command.
Global scope_size;

Constant DIED = 1;
Constant WON = 2;
Constant LINE_SIZE = 122;
Constant PARSE_SIZE = 82;

Array line -> LINE_SIZE;            ! What was typed, and its words.
Array words -> PARSE_SIZE;
Array last_line -> LINE_SIZE;       ! The same for the command before, for "again".
Array last_words -> PARSE_SIZE;
Array scope --> 40;                 ! Things that can be named now; more than the story has.

Attribute takeable;
Attribute scenery;                  ! Not listed by "look": the room's description speaks of it.
Attribute container;
Attribute supporter;
Attribute openable;
Attribute open;
Attribute locked;
Attribute lit;
Attribute moved;
Attribute scored;
Attribute dark;
Attribute outside;
Attribute treasure;
Attribute stowed;                   ! A treasure that was once in the chest.

Property description;               ! A string, or a routine that prints one.
Property initial;                   ! How the room speaks of it until it is moved.
Property article "a";
Property refusal;                   ! Why it cannot be taken.
Property writing;                   ! What "read" prints.
Property sides;                     ! The rooms of a thing that stands in several.

! An exit holds a room, a door, a string that says why not, or a routine that answers with a room (or
! prints why not and answers 0).
Property n_to;
Property s_to;
Property e_to;
Property w_to;
Property ne_to;
Property nw_to;
Property se_to;
Property sw_to;
Property u_to;
Property d_to;
Property in_to;
Property out_to;

Array compass table
  'n//' n_to 'north' n_to 's//' s_to 'south' s_to 'e//' e_to 'east' e_to 'w//' w_to 'west' w_to
  'ne' ne_to 'northeast' ne_to 'nw' nw_to 'northwest' nw_to
  'se' se_to 'southeast' se_to 'sw' sw_to 'southwest' sw_to
  'u//' u_to 'up' u_to 'd//' d_to 'down' d_to
  'in' in_to 'inside' in_to 'enter' in_to 'out' out_to 'outside' out_to 'exit' out_to 'leave' out_to;
