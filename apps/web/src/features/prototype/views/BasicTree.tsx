import { useMemo } from 'react'
import type { PlanViewProps } from '../view-props.ts'
import { buildBasicScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function BasicTreeView({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildBasicScene(plan), [plan])
  return <SceneDrawing name="Basic tree" plan={plan} scene={scene} />
}
