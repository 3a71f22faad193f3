import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Controls } from '../Controls.tsx'
import { beyond, innerIds, unfolded } from '../scene/fold.ts'
import type { ViewProps } from '../view-props.ts'
import { tidyScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

const levelsAtFirst = 2
const foldMs = 300
const none: ReadonlySet<string> = new Set()

/** A press on a branch folds it away, or unfolds it. */
export function Flare({ plan }: ViewProps) {
  const [folded, setFolded] = useState(() => beyond(plan, levelsAtFirst))
  const shown = useMemo(() => unfolded(plan, folded), [plan, folded])
  const scene = useMemo(() => tidyScene(shown), [shown])
  const toggle = (id: string): void => {
    const next = new Set(folded)
    if (!next.delete(id) && innerIds(plan).has(id)) next.add(id)
    setFolded(next)
  }
  const openNextLevel = (): void => {
    const seen = new Set(shown.nodes.map(({ id }) => id))
    setFolded(new Set([...folded].filter((id) => !seen.has(id))))
  }
  return (
    <>
      <Controls>
        <Button onClick={() => setFolded(beyond(plan, 1))}>Fold all</Button>
        <Button disabled={folded.size === 0} onClick={openNextLevel}>
          One level more
        </Button>
        <Button disabled={folded.size === 0} onClick={() => setFolded(none)}>
          Unfold all
        </Button>
        <output>
          {shown.nodes.length} of {plan.nodes.length} nodes are unfolded
        </output>
      </Controls>
      <SceneDrawing name="Flare" plan={plan} scene={scene} ms={foldMs} onPick={toggle} />
    </>
  )
}
