/** The offline stand-in. It is always there, and no configured provider can have its name. */
export const UNDERSTUDY_NAME = 'understudy';

/** Who answered, or is to. `model` absent: the stand-in, or it was not told. */
export interface Answerer {
  provider: string;
  model?: string | undefined;
}

/** Says whether an agent gets the prompts for small models. The understudy reads no prompt at all. */
export const isSmall = ({
  promptStyle,
  provider,
}: {
  promptStyle?: string | undefined;
  provider: string;
}): boolean => promptStyle === 'small' && provider !== UNDERSTUDY_NAME;

/** Who gave an answer, as its events have it. */
export const answererOf = ({ provider, model }: Answerer): { provider: string; model?: string } =>
  model === undefined ? { provider } : { provider, model };

/** Names who answered, as `qwen3:8b by local`; the offline stand-in by its name alone. */
export const nameAnswerer = ({ provider, model }: Answerer): string =>
  model === undefined || provider === UNDERSTUDY_NAME ? provider : `${model} by ${provider}`;

/** The names of all of them, each once, in their order. */
export const nameAnswerers = (answerers: readonly Answerer[]): string[] => [
  ...new Set(answerers.map(nameAnswerer)),
];
