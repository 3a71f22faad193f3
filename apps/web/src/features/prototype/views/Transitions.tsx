import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Controls } from '../Controls.tsx'
import type { ViewProps } from '../view-props.ts'
import { boxOf } from '../scene/scene.ts'
import { basicScene, radialScene, sunScene, tidyScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

const layouts = [
  { name: 'Left to right', draw: tidyScene },
  { name: 'Top down', draw: basicScene },
  { name: 'Radial', draw: radialScene },
  { name: 'Leaves outside', draw: sunScene },
] as const
const travelMs = 700

/** The same nodes on their way from one layout to the next. */
export function Transitions({ plan }: ViewProps) {
  const [layout, setLayout] = useState<(typeof layouts)[number]>(layouts[0])
  const scenes = useMemo(() => new Map(layouts.map((one) => [one, one.draw(plan)])), [plan])
  // One sheet for all of them: with one for each, everything would jump before it moves.
  const box = useMemo(() => boxOf({ nodes: [...scenes.values()].flatMap(({ nodes }) => nodes), links: [] }), [scenes])
  const scene = scenes.get(layout) ?? layout.draw(plan)
  return (
    <>
      <Controls>
        {layouts.map((one) => (
          <Button
            key={one.name}
            look={one === layout ? 'primary' : 'secondary'}
            aria-pressed={one === layout}
            onClick={() => setLayout(one)}
          >
            {one.name}
          </Button>
        ))}
      </Controls>
      <SceneDrawing name="Transitions" plan={plan} scene={scene} box={box} ms={travelMs} />
    </>
  )
}
