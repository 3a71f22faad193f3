import { limits } from '@espalier/domain'
import { select } from 'd3-selection'
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom'
import { useCallback, useMemo, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Controls } from '../Controls.tsx'
import type { ViewProps } from '../view-props.ts'
import { layeredScene } from '../scene/layered-scene.ts'
import { SceneDrawing, type SceneDrawingProps } from '../SceneDrawing.tsx'

const step = 1.4
const { min, max, reset } = limits.zoomPercent

interface Lens {
  readonly svg: SVGSVGElement
  readonly zooming: ZoomBehavior<SVGSVGElement, unknown>
}

/** Graphs are wide: this one can be zoomed and drawn about. */
export function DependencyGraph({ plan }: ViewProps) {
  const scene = useMemo(() => layeredScene(plan), [plan])
  const lens = useRef<Lens>(null)
  const equip: SceneDrawingProps['equip'] = useCallback((_nodes, world) => {
    const svg = world.ownerSVGElement
    if (svg === null || lens.current?.svg === svg) return
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([min / reset, max / reset])
      .filter(isMeant)
      .on('zoom', ({ transform }: { transform: object }) => world.setAttribute('transform', String(transform)))
    lens.current = { svg, zooming }
    select(svg).call(zooming)
  }, [])
  const look = (change: (seen: Lens) => void) => () => void (lens.current !== null && change(lens.current))
  return (
    <>
      <Controls>
        <Button onClick={look(({ svg, zooming }) => zooming.scaleBy(select(svg), step))}>Zoom in</Button>
        <Button onClick={look(({ svg, zooming }) => zooming.scaleBy(select(svg), 1 / step))}>Zoom out</Button>
        <Button onClick={look(({ svg, zooming }) => zooming.transform(select(svg), zoomIdentity))}>Reset zoom</Button>
      </Controls>
      <SceneDrawing name="Dependency graph" plan={plan} scene={scene} equip={equip} />
    </>
  )
}

// A wheel or a finger that only wants to pass by would be caught on the graph.
function isMeant(event: MouseEvent | WheelEvent | TouchEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey
  if ('touches' in event) return event.touches.length > 1
  return event.button === 0 && !event.ctrlKey
}
