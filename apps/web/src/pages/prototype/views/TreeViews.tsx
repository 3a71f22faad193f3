import { useMemo } from 'react'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { buildBasicScene, buildBubbleScene, buildRadialScene, buildTidyScene } from '../drawing/tree-scenes.ts'
import type { PlanViewProps } from '../drawing/view-parts.tsx'

export function BasicTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBasicScene(plan), [plan])
  return <SceneDrawing name="Basic tree" plan={plan} scene={scene} />
}

export function TidyTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildTidyScene(plan), [plan])
  return <SceneDrawing name="Tidy tree" plan={plan} scene={scene} />
}

export function RadialTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildRadialScene(plan), [plan])
  return <SceneDrawing name="Radial tree" plan={plan} scene={scene} />
}

export function BubbleView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBubbleScene(plan), [plan])
  return <SceneDrawing name="Bubble view" plan={plan} scene={scene} />
}
