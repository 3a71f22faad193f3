import { limits } from '@espalier/domain'
import { useEffect, useMemo, useState } from 'react'
import { isMotionReduced } from '../../../platform/timing.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button, Link } from '../../../ui/Button.tsx'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { buildRadialScene } from '../drawing/tree-scenes.ts'
import { type PlanViewProps, PrototypeControls, useSeed } from '../drawing/view-parts.tsx'

const growth = { nodes: 5, everyMs: 100 }

const chooseInitialSize = (most: number): number => (isMotionReduced() ? most : 1)

/** Grows node by node, level by level, and stops. */
export function GrowingTree({ plan }: PlanViewProps) {
  const most = Math.min(plan.nodes.length, limits.demoTreeNodes)
  const [grown, setGrown] = useState(() => chooseInitialSize(most))
  const [isPaused, setPaused] = useState(false)
  const seed = useSeed()
  const size = Math.min(grown, most)
  const isGrowing = size < most && !isPaused
  useEffect(() => {
    if (!isGrowing) return undefined
    const timer = window.setInterval(() => setGrown((last) => last + growth.nodes), growth.everyMs)
    return () => window.clearInterval(timer)
  }, [isGrowing])
  const scene = useMemo(() => buildRadialScene({ ...plan, nodes: plan.nodes.slice(0, size) }), [plan, size])
  const texts = prototypeTexts.growing
  return (
    <>
      <PrototypeControls>
        <Button disabled={size === most} onClick={() => setPaused(!isPaused)}>
          {isPaused ? texts.resume : texts.pause}
        </Button>
        <Button onClick={() => setGrown(chooseInitialSize(most))}>{texts.growAgain}</Button>
        {plan.projectId === null && (
          <Link to={{ search: `?seed=${seed + 1}` }} variant="secondary">
            {texts.anotherTree}
          </Link>
        )}
        <p>{size === most ? texts.finished(size) : texts.progress(size, most)}</p>
      </PrototypeControls>
      <SceneDrawing name={prototypeTexts.views['d3-randomtree'].title} plan={plan} scene={scene} ms={growth.everyMs} />
    </>
  )
}
