import { useMemo } from 'react'
import type { PlanViewProps } from '../view-props.ts'
import { buildTidyScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function TidyTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildTidyScene(plan), [plan])
  return <SceneDrawing name="Tidy tree" plan={plan} scene={scene} />
}
