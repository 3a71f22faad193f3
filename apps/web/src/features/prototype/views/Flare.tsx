import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PrototypeControls } from '../Controls.tsx'
import { findIdsToFold, findInnerIds, hideFolded } from '../scene/fold.ts'
import type { PlanViewProps } from '../view-props.ts'
import { buildTidyScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

const initialLevels = 2
const foldMs = 300
const nothingFolded: ReadonlySet<string> = new Set()

/** A press on a branch folds it away, or unfolds it. */
export function Flare({ plan }: PlanViewProps) {
  const [folded, setFolded] = useState(() => findIdsToFold(plan, initialLevels))
  const shown = useMemo(() => hideFolded(plan, folded), [plan, folded])
  const scene = useMemo(() => buildTidyScene(shown), [shown])
  const toggle = (id: string): void => {
    const next = new Set(folded)
    if (!next.delete(id) && findInnerIds(plan).has(id)) next.add(id)
    setFolded(next)
  }
  const openNextLevel = (): void => {
    const seen = new Set(shown.nodes.map(({ id }) => id))
    setFolded(new Set([...folded].filter((id) => !seen.has(id))))
  }
  return (
    <>
      <PrototypeControls>
        <Button onClick={() => setFolded(findIdsToFold(plan, 1))}>Fold all</Button>
        <Button disabled={folded.size === 0} onClick={openNextLevel}>
          One level more
        </Button>
        <Button disabled={folded.size === 0} onClick={() => setFolded(nothingFolded)}>
          Unfold all
        </Button>
        <output>
          {shown.nodes.length} of {plan.nodes.length} nodes are unfolded
        </output>
      </PrototypeControls>
      <SceneDrawing name="Flare" plan={plan} scene={scene} ms={foldMs} onPick={toggle} />
    </>
  )
}
