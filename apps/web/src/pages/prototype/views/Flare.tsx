import type { NodeId } from '@espalier/domain'
import { useMemo, useState } from 'react'
import { groupByPrimaryParent, type Plan } from '../../../api/plan.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { buildTidyScene } from '../drawing/tree-scenes.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'

/** Returns the nodes that have children. */
const findInnerIds = (plan: Plan): ReadonlySet<NodeId> =>
  new Set([...groupByPrimaryParent(plan).keys()].filter((id) => id !== null))

/** Returns the nodes to fold so that this many levels are visible. */
export function findIdsToFold(plan: Plan, levels: number): ReadonlySet<NodeId> {
  const inner = findInnerIds(plan)
  const depths = new Map<NodeId, number>()
  for (const { id, parentIds } of plan.nodes) depths.set(id, (depths.get(parentIds[0] ?? '') ?? 0) + 1)
  return new Set([...depths].filter(([id, depth]) => depth >= levels && inner.has(id)).map(([id]) => id))
}

/** Returns the plan without the descendants of folded nodes. */
export function hideFolded(plan: Plan, folded: ReadonlySet<NodeId>): Plan {
  const hidden = new Set<NodeId>()
  for (const { id, parentIds } of plan.nodes) {
    const [parentId] = parentIds
    if (parentId !== undefined && (folded.has(parentId) || hidden.has(parentId))) hidden.add(id)
  }
  return { ...plan, nodes: plan.nodes.filter(({ id }) => !hidden.has(id)) }
}

const initialLevels = 2
const foldMs = 300
const nothingFolded: ReadonlySet<string> = new Set()

/** A click on a branch folds or unfolds it. */
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
        <Button onClick={() => setFolded(findIdsToFold(plan, 1))}>{prototypeTexts.folding.foldAll}</Button>
        <Button disabled={folded.size === 0} onClick={openNextLevel}>
          {prototypeTexts.folding.unfoldLevel}
        </Button>
        <Button disabled={folded.size === 0} onClick={() => setFolded(nothingFolded)}>
          {prototypeTexts.folding.unfoldAll}
        </Button>
        <output>{prototypeTexts.folding.unfolded(shown.nodes.length, plan.nodes.length)}</output>
      </PrototypeControls>
      <SceneDrawing name={prototypeTexts.views.flare.title} plan={plan} scene={scene} ms={foldMs} onPick={toggle} />
    </>
  )
}
