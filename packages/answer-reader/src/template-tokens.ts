/** Tokens of chat templates before an answer, which some endpoints don't strip; may include end tokens. */
const ENDS = [
  ...['im_end', 'end', 'endoftext', 'end_of_text', 'eot_id', 'eom_id', 'return', 'eos'].map(
    (name) => `<|${name}|>`,
  ),
  ...['</s>', '<end_of_turn>', '[/INST]'],
];
const STARTS = [
  ...['<|im_start|>assistant', '<|start_header_id|>assistant<|end_header_id|>', '<|assistant|>'],
  ...['<start_of_turn>model', '<|begin_of_text|>', '<s>', '<|begin_of_box|>', '<|START_RESPONSE|>'],
  ...ENDS,
];

/** Length of the leading tokens with the white space after them; `wait`: more may follow. */
export function measureTokens(text: string): number | 'wait' {
  let length = 0;
  for (;;) {
    const rest = text.slice(length);
    const lead = rest.length - rest.trimStart().length;
    const word = rest.slice(lead);
    const token = STARTS.find((one) => word.startsWith(one));
    if (token !== undefined) {
      length += lead + token.length;
      continue;
    }
    if (word !== '' && STARTS.some((one) => one.startsWith(word))) return 'wait';
    if (length === 0) return 0;
    return word === '' ? 'wait' : length + lead;
  }
}
