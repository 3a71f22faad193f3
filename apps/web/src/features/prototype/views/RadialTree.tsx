import { useMemo } from 'react'
import type { PlanViewProps } from '../view-props.ts'
import { buildRadialScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function RadialTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildRadialScene(plan), [plan])
  return <SceneDrawing name="Radial tree" plan={plan} scene={scene} />
}
