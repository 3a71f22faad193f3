import { useMemo } from 'react'
import type { ViewProps } from '../view-props.ts'
import { bubbleScene } from '../scene/bubble-scene.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'

export function Bubbles({ plan }: ViewProps) {
  const scene = useMemo(() => bubbleScene(plan), [plan])
  return <SceneDrawing name="Bubble view" plan={plan} scene={scene} />
}
