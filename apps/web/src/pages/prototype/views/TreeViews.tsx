import { useMemo } from 'react'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { buildBasicScene, buildBubbleScene, buildRadialScene, buildTidyScene } from '../drawing/tree-scenes.ts'
import type { PlanViewProps } from '../drawing/view-parts.tsx'

export function BasicTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBasicScene(plan), [plan])
  return <SceneDrawing name={prototypeTexts.views['d3-basic'].title} plan={plan} scene={scene} />
}

export function TidyTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildTidyScene(plan), [plan])
  return <SceneDrawing name={prototypeTexts.views['d3-tidytree'].title} plan={plan} scene={scene} />
}

export function RadialTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildRadialScene(plan), [plan])
  return <SceneDrawing name={prototypeTexts.views.d3.title} plan={plan} scene={scene} />
}

export function BubbleView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBubbleScene(plan), [plan])
  return <SceneDrawing name={prototypeTexts.views.bubble.title} plan={plan} scene={scene} />
}
