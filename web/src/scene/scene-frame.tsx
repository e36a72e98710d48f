import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CastLook } from './cast-look';
import type { Line } from './lines/fold-scene';
import { WhatIf, WhatIfForm, type WhatIfStart } from './what-if/start';
import { type AnyScene, isOwn } from './who';

/** Context for all parts of a scene: the looks of its cast, and the dialog "What if…". */
export function SceneFrame(props: { scene: AnyScene; lines: readonly Line[]; children: ComponentChildren }) {
  const { scene, lines } = props;
  const [whatIf, setWhatIf] = useState<WhatIfStart | null>(null);
  return (
    <CastLook scene={scene}>
      <WhatIf.Provider value={setWhatIf}>
        {props.children}
        {whatIf && isOwn(scene) && (
          <WhatIfForm scene={scene} lines={lines} start={whatIf} onClose={() => setWhatIf(null)} />
        )}
      </WhatIf.Provider>
    </CastLook>
  );
}
