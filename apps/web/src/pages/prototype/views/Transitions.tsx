import { useMemo, useState } from 'react'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { findSceneBounds } from '../drawing/scene.ts'
import { buildBasicScene, buildClusterScene, buildRadialScene, buildTidyScene } from '../drawing/tree-scenes.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'

const treeLayouts = [
  { name: 'tidy', draw: buildTidyScene },
  { name: 'basic', draw: buildBasicScene },
  { name: 'radial', draw: buildRadialScene },
  { name: 'cluster', draw: buildClusterScene },
] as const
const transitionMs = 700

/** Animates the same nodes from one layout to the next. */
export function Transitions({ plan }: PlanViewProps) {
  const [layout, setLayout] = useState<(typeof treeLayouts)[number]>(treeLayouts[0])
  const scenes = useMemo(() => new Map(treeLayouts.map((one) => [one, one.draw(plan)])), [plan])
  // All layouts share one sheet, or everything would jump before it moves.
  const box = useMemo(
    () => findSceneBounds({ nodes: [...scenes.values()].flatMap(({ nodes }) => nodes), links: [] }),
    [scenes],
  )
  const scene = scenes.get(layout) ?? layout.draw(plan)
  return (
    <>
      <PrototypeControls>
        {treeLayouts.map((one) => (
          <Button
            key={one.name}
            variant={one === layout ? 'primary' : 'secondary'}
            aria-pressed={one === layout}
            onClick={() => setLayout(one)}
          >
            {prototypeTexts.layouts[one.name]}
          </Button>
        ))}
      </PrototypeControls>
      <SceneDrawing
        name={prototypeTexts.views['d3-transition'].title}
        plan={plan}
        scene={scene}
        box={box}
        ms={transitionMs}
      />
    </>
  )
}
