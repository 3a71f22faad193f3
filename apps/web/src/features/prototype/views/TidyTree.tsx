import { useMemo } from 'react'
import type { ViewProps } from '../view-props.ts'
import { tidyScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function TidyTree({ plan }: ViewProps) {
  const scene = useMemo(() => tidyScene(plan), [plan])
  return <SceneDrawing name="Tidy tree" plan={plan} scene={scene} />
}
