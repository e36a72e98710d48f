import type { Intent } from './listen';

/**
 * Phrases of the understudy's characters by temperament. `{name}` is the person addressed, `{topic}` the topic (`the
 * lamp`); phrases with `{topic}` need one.
 */
export type Temper = 'gruff' | 'warm' | 'nervous' | 'formal' | 'sly' | 'bright';
export type Occasion = Intent | 'gesture' | 'enter' | 'exit';

export const TEMPER_WORDS: Readonly<Record<Temper, RegExp>> = {
  gruff: /gruff|dry|blunt|stern|grim|tired|weary|stubborn|angry|cross|laconic|sour|on edge/gi,
  warm: /warm|kind|gentle|motherly|fatherly|patient|generous|soft|pleased|calm|tender|hospitable/gi,
  nervous: /nervous|anxious|shy|afraid|frightened|timid|worried|jumpy|fretful|restless|uneasy/gi,
  formal: /formal|precise|proper|scholar|learned|polite|exact|solemn|correct|grand|dignified|reserved/gi,
  sly: /sly|cunning|charming|teasing|ironic|smooth|secretive|playful|amused|wry|evasive|gambler/gi,
  bright: /bright|cheerful|eager|curious|young|lively|talkative|hopeful|excit|merry|impulsive/gi,
};

export const PHRASES: Readonly<Record<Temper, Readonly<Record<Occasion, readonly string[]>>>> = {
  gruff: {
    question: [
      'Ask me about {topic} when you mean to stay for the answer.',
      'You want to know about {topic}. So did better people, and they are still wondering.',
      'Short answer, {name}: yes, and you will not like the long one.',
      'There is an answer to that. It is not a comfortable one.',
    ],
    told: [
      'So that is {topic}. I have seen worse and mended it with string.',
      '{name}, I heard you the first time, and I agree more than I care to.',
      'Hm. {topic}. It was always going to come to that.',
      'That is one way to look at it. The wrong end, but a way.',
    ],
    order: [
      'I was on my way to {topic} before you opened your mouth.',
      'I will do it, {name}. I will also complain the whole while.',
    ],
    thanks: ['Don’t thank me. Dry your boots.', 'Save it, {name}. Gratitude makes the tea go cold.'],
    greeting: ['You are here, then. Wipe your feet.', '{name}. I expected you later, or not at all.'],
    silence: [
      'Nobody talks, and everybody keeps looking at {topic}.',
      'Quiet is all right. It is what comes after it that wants watching.',
      'If no one has anything to say, I will say it: there is work.',
    ],
    gesture: [
      '*Not looking up.*',
      '*A grunt that might be a laugh.*',
      '*Sets the cup down harder than needed.*',
    ],
    enter: [
      '*Comes in with the cold and does not apologise for it.*',
      '*The door bangs.* It sticks. I have said so.',
    ],
    exit: [
      'I have said my piece. *The coat, the hat, the door.*',
      'Good night, then. Somebody bank the fire.',
    ],
  },
  warm: {
    question: [
      'Oh, {name}, sit down first. {topic} will keep until your hands are warm.',
      'That is a fair thing to ask about {topic}, and I would rather you heard it from me.',
      'Now that I can tell you, {name}, and there is no shame in asking.',
      'I wondered when somebody would ask. I am glad it was you.',
    ],
    told: [
      'You carry {topic} as if it were yours alone, {name}. It isn’t.',
      'Then we had better be good to one another about {topic}.',
      'I believe you, {name}. I would even if you were a worse liar.',
      'There now. It sounds smaller once it has been said aloud.',
    ],
    order: [
      'Of course. {topic} first, and then you will eat something.',
      'Gladly, {name}. You had only to ask.',
    ],
    thanks: [
      'You would have done the same, and spilled less.',
      'Bless you, {name}, it was nothing. It was very nearly nothing.',
    ],
    greeting: [
      'There you are! I had almost started worrying properly.',
      'Come closer, {name}, there is room for one more.',
    ],
    silence: [
      'Listen to us, all thinking about {topic} and nobody saying so.',
      'A quiet table is only a table waiting for a story.',
      'While we are all here, shall somebody be honest? I can go second.',
    ],
    gesture: ['*Smiling.*', '*Pours without asking.*', '*A hand on the nearest shoulder.*'],
    enter: [
      '*Comes in already talking.* Don’t get up, don’t get up.',
      '*Looks round the door.* Is there room for me?',
    ],
    exit: [
      'I must go, my dears. Leave me a light on. *And the door closes softly.*',
      'Keep each other company. *A wave from the doorway.*',
    ],
  },
  nervous: {
    question: [
      '{topic}? Why, what have you heard about {topic}?',
      'I don’t, that is, I might know, {name}. Would it matter if I did?',
      'You ask that as though there were a right answer, and now I want there to be one.',
      'I hoped nobody would bring up {topic}. I had a whole other conversation ready.',
    ],
    told: [
      'Oh. {topic}. Yes. I had been trying not to think of exactly that.',
      'You say it so calmly, {name}. I would like to learn how.',
      'All right. All right. That is only frightening if it is true.',
      'And nobody else thinks {topic} is a little bit alarming? Only me? Good.',
    ],
    order: ['Now? I mean yes. Now. {topic}. I am doing it.', 'I can do that. I think I can do that, {name}.'],
    thanks: [
      'Me? I only did what anyone would, with more dropping of things.',
      'It was nothing, {name}. Truly. Please check that it was nothing.',
    ],
    greeting: [
      'Hello! You walk very quietly. Has anyone told you that?',
      '{name}! Good. One more is good. More is safer.',
    ],
    silence: [
      'Did {topic} just move? No? Then I didn’t say anything.',
      'It is too quiet. I will hum, unless that is worse.',
      'I have counted us twice now and got the same number, which is something.',
    ],
    gesture: ['*Glancing at the door.*', '*Turning the cup round and round.*', '*Half rising, then not.*'],
    enter: [
      '*Slips in sideways.* It is only me. It is only me, isn’t it?',
      '*Out of breath.* I ran. I am not saying from what.',
    ],
    exit: [
      'I think I will, I will just be over there. Elsewhere. *Gone.*',
      'Please don’t let anything happen until I am back.',
    ],
  },
  formal: {
    question: [
      'On the subject of {topic}, {name}, I can offer one fact and two opinions. Which first?',
      'A precise question. Permit me an imprecise answer: very probably.',
      'That depends on what one calls {topic}, and I should like us to agree on it first.',
      'I have an answer, {name}. I am merely arranging it.',
    ],
    told: [
      'I shall note that about {topic}, with today’s date and no comment.',
      'I cannot fault the reasoning, {name}, only the direction.',
      'Let us be exact. {topic} is a circumstance; what we do about it is a choice.',
      'Quite so. And yet one would have wished it otherwise.',
    ],
    order: [
      'Certainly. I shall see to {topic} directly, and properly.',
      'As you wish, {name}. It will take four minutes.',
    ],
    thanks: [
      'You are most kind. It was within my duties, if only just.',
      'The pleasure is mine, {name}; I keep a small account of such things.',
    ],
    greeting: ['Good evening, {name}. You find us nearly in order.', 'Your presence improves the average.'],
    silence: [
      'I observe that no one has mentioned {topic} for some time. That is itself a remark.',
      'If I may fill the silence with a fact: it is later than it was.',
      'We are waiting. It would be courteous to know for what.',
    ],
    gesture: ['*Straightening a cuff.*', '*With a small inclination of the head.*', '*Consulting a watch.*'],
    enter: [
      '*Knocks once and enters on the stroke.* I am told that I am expected.',
      '*Enters, and waits to be noticed.*',
    ],
    exit: [
      'I shall withdraw. Kindly conclude nothing of importance without me.',
      'Good night to you all. *The door is closed to the last inch.*',
    ],
  },
  sly: {
    question: [
      '{topic}? That is the second most interesting question you could have asked, {name}.',
      'I could tell you. But then what would we have to talk about?',
      'Let me trade you: what I know of {topic} for what you are not saying.',
      'You ask as though I were the sort who knows such things. Flattering. Correct.',
    ],
    told: [
      'How interesting that you bring up {topic} now, {name}, and not an hour ago.',
      'I would put a small coin on that. Not a large one. A small one.',
      'And everyone simply believes that about {topic}? What a restful company.',
      'You do that very well, {name}. I nearly nodded.',
    ],
    order: [
      'For {topic}? Ask me again, and slower, so that I can enjoy it.',
      'Since it is you, {name}, and since I was going to anyway.',
    ],
    thanks: [
      'Careful, {name}. I collect debts, and yours is the pretty kind.',
      'Think nothing of it. I shall think of it for both of us.',
    ],
    greeting: [
      'Ah, {name}. I was just saying nothing about you.',
      'Sit where I can see you. It is a compliment.',
    ],
    silence: [
      'Shall I say what we are all thinking about {topic}, or shall we bet on who goes first?',
      'A whole table of people being discreet. I have never felt so at home.',
      'I have a story. It is nearly true, which is the best kind.',
    ],
    gesture: ['*The corner of a smile.*', '*Rolling a coin across the knuckles.*', '*Leaning back.*'],
    enter: [
      '*In the doorway for some time, it seems.* Do go on.',
      '*Enters.* You were about to mention me. People usually are.',
    ],
    exit: [
      'I always leave one sentence too early. *And does.*',
      'Don’t see me out. I know where everything is.',
    ],
  },
  bright: {
    question: [
      'I was hoping you’d ask! I have three ideas about {topic} and only one is silly.',
      'I don’t know, {name}, but I know how we could find out, which is nearly better.',
      'Is it about {topic}? It is about {topic}, isn’t it. I knew it.',
      'Ooh. Say that again, {name}, only as if it were a riddle.',
    ],
    told: [
      'Then {topic} changes everything! Doesn’t it? It feels as if it should.',
      'I never thought of it like that, {name}, and I think of nearly everything.',
      'Wait, wait. If that is so about {topic}, what happens next?',
      'That is the best thing anybody has said all evening, and I have said quite a few.',
    ],
    order: [
      'Me? Yes! {topic}! I have been wanting to be asked.',
      'On my way, {name}. Is there a way to do it while running?',
    ],
    thanks: [
      'Any time! I mean it, {name}, I have very little else on.',
      'You’re welcome! Did I do it right? It felt right.',
    ],
    greeting: [
      'Hello! You are just in time, I don’t know for what yet.',
      '{name}! Quick, tell us something we don’t know.',
    ],
    silence: [
      'Nobody’s said a word since {topic}. Shall I? I will.',
      'I spy something beginning with, no, wait, it has gone.',
      'Let’s each say one true thing. I’ll start: I am terrible at waiting.',
    ],
    gesture: ['*Leaning in.*', '*Already halfway out of the chair.*', '*Grinning.*'],
    enter: ['*Bursts in.* Did I miss it? Don’t tell me. Tell me.', '*Two knocks and no wait.* It’s me!'],
    exit: [
      'I’ll be back before you finish the sentence! *Footsteps, running.*',
      'Don’t solve anything without me. Promise? *Gone.*',
    ],
  },
};

/** Lines that hint at a wish without revealing it. */
export const STANCES: readonly { wants: RegExp; lines: readonly string[] }[] = [
  {
    wants: /\b(find|learn|discover|know|search|seek|prove|solve|uncover)\b/i,
    lines: [
      'But first tell me where you were an hour ago.',
      'Who else has been asking?',
      'There is something you left out.',
    ],
  },
  {
    wants: /\b(hide|conceal|secret|avoid|keep .* from|nobody (must|may)|unnoticed)\b/i,
    lines: [
      'Let us talk of something else, though.',
      'I would not look into it further, in your place.',
      'And that is all there is to that.',
    ],
  },
  {
    wants: /\b(protect|safe|save|guard|help|look after|keep .* alive)\b/i,
    lines: [
      'Nobody goes anywhere alone tonight.',
      'As long as we are all still here in the morning.',
      'Stay where I can hear you.',
    ],
  },
  {
    wants: /\b(win|sell|persuade|convince|earn|profit|buy|impress|get)\b/i,
    lines: [
      'I could be talked into it, for the right reason.',
      'We might come to an arrangement.',
      'Think it over; I am in no hurry.',
    ],
  },
  {
    wants: /\b(leave|escape|reach|return|get away|go home|arrive)\b/i,
    lines: [
      'How long until the way is clear?',
      'I cannot stay much longer, that is all I know.',
      'Morning cannot come soon enough.',
    ],
  },
];
