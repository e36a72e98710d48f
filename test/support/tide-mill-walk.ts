/** Ways through the embedded story; one command a turn. */

/** To its end: all points, and it is won. The tide is out when the causeway is reached. */
export const TO_THE_END: readonly string[] = [
  ...['east', 'north', 'open tin', 'take matches', 'read almanac', 'up', 'take lamp', 'light lantern'],
  ...['down', 'south', 'east', 'east', 'open trap', 'take iron key from trap', 'west', 'west'],
  ...['unlock door with key', 'open it', 'south', 'open bin', 'take amber', 'down', 'east', 'northeast'],
  ...['take silver bell', 'southwest', 'west', 'up', 'north', 'north', 'open chest', 'put bell in chest'],
  'put the amber drop into sea chest',
];

/** To its death: beneath the wheel without a light. The critic would not have all this waiting: it must be off. */
export const TO_DEATH: readonly string[] = [
  ...['east', 'east', ...Array.from({ length: 8 }, () => 'wait')],
  ...['east', 'open trap', 'take iron key from trap', 'west', 'west', 'unlock door with key', 'open it'],
  ...['south', 'down', 'east', 'east'],
];
