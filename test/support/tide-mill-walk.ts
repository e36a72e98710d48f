/** Walkthroughs of the embedded story; one command per turn. */

/** Reaches the end with all points. The tide is out at the causeway. */
export const TO_THE_END: readonly string[] = [
  ...['east', 'north', 'open tin', 'take matches', 'read almanac', 'up', 'take lamp', 'light lantern'],
  ...['down', 'south', 'east', 'east', 'open trap', 'take iron key from trap', 'west', 'west'],
  ...['unlock door with key', 'open it', 'south', 'open bin', 'take amber', 'down', 'east', 'northeast'],
  ...['take silver bell', 'southwest', 'west', 'up', 'north', 'north', 'open chest', 'put bell in chest'],
  'put the amber drop into sea chest',
];

/** Dies beneath the wheel without a light. Disable the critic, which would reject so much waiting. */
export const TO_DEATH: readonly string[] = [
  ...['east', 'east', ...Array.from({ length: 8 }, () => 'wait')],
  ...['east', 'open trap', 'take iron key from trap', 'west', 'west', 'unlock door with key', 'open it'],
  ...['south', 'down', 'east', 'east'],
];
