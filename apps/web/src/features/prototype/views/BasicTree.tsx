import { useMemo } from 'react'
import type { ViewProps } from '../view-props.ts'
import { basicScene } from '../scene/tree-scenes.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function BasicTree({ plan }: ViewProps) {
  const scene = useMemo(() => basicScene(plan), [plan])
  return <SceneDrawing name="Basic tree" plan={plan} scene={scene} />
}
