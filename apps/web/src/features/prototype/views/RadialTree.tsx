import { useMemo } from 'react'
import type { ViewProps } from '../view-props.ts'
import { radialScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function RadialTree({ plan }: ViewProps) {
  const scene = useMemo(() => radialScene(plan), [plan])
  return <SceneDrawing name="Radial tree" plan={plan} scene={scene} />
}
