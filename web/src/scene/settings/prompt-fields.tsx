import { CheckField, NumberField } from '../../kit/form/fields';
import type { ContextDraft } from './settings-form';

/** Chooses the parts of prompts. */
export function PromptFields(props: { context: ContextDraft; set: (change: Partial<ContextDraft>) => void }) {
  const { context, set } = props;
  return (
    <>
      <NumberField
        label="Lines kept word for word"
        pointer="/historyWindow"
        min={2}
        max={500}
        value={context.historyWindow}
        onChange={(historyWindow) => set({ historyWindow })}
      />
      <NumberField
        label="Sums up after so many lines"
        pointer="/settings/summarizeAfter"
        min={2}
        max={1000}
        value={context.summarizeAfter}
        onChange={(summarizeAfter) => set({ summarizeAfter })}
      />
      <CheckField
        label="The director looks again after the lines"
        pointer="/settings/maxDirectorPasses"
        hint="Reconciliation: how everybody is now, and who still answers."
        value={context.reconciles}
        onChange={(reconciles) => set({ reconciles })}
      />
      <CheckField
        label="A world agent keeps the facts"
        pointer="/settings/worldAgent"
        hint="One more call in every round."
        value={context.worldAgent}
        onChange={(worldAgent) => set({ worldAgent })}
      />
      <CheckField
        label="What characters think is kept for me"
        pointer="/settings/thoughts"
        value={context.thoughts}
        onChange={(thoughts) => set({ thoughts })}
      />
      <CheckField
        label="Characters remember"
        pointer="/settings/memory/enabled"
        value={context.remembers}
        onChange={(remembers) => set({ remembers })}
      />
      {context.remembers && (
        <>
          <NumberField
            label="Most memories of one character in a round"
            pointer="/settings/memory/topK"
            min={0}
            max={50}
            value={context.topK}
            onChange={(topK) => set({ topK })}
          />
          <NumberField
            label="Rounds after which a memory counts half"
            pointer="/settings/memory/halfLife"
            min={1}
            max={100_000}
            value={context.halfLife}
            onChange={(halfLife) => set({ halfLife })}
          />
        </>
      )}
    </>
  );
}
