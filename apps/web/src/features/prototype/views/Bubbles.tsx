import { useMemo } from 'react'
import type { PlanViewProps } from '../view-props.ts'
import { buildBubbleScene } from '../scene/bubble-scene.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function BubbleView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBubbleScene(plan), [plan])
  return <SceneDrawing name="Bubble view" plan={plan} scene={scene} />
}
