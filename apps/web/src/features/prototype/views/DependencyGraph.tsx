import { limits } from '@espalier/domain'
import { select } from 'd3-selection'
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom'
import { useCallback, useMemo, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PrototypeControls } from '../Controls.tsx'
import type { PlanViewProps } from '../view-props.ts'
import { buildLayeredScene } from '../scene/layered-scene.ts'
import { SceneDrawing, type SceneDrawingProps } from '../SceneDrawing.tsx'

const zoomStep = 1.4
const { min, max, reset } = limits.zoomPercent

interface GraphZoom {
  readonly svg: SVGSVGElement
  readonly zooming: ZoomBehavior<SVGSVGElement, unknown>
}

/** Graphs are wide: this one can be zoomed and drawn about. */
export function DependencyGraph({ plan }: PlanViewProps) {
  const scene = useMemo(() => buildLayeredScene(plan), [plan])
  const lens = useRef<GraphZoom>(null)
  const equip: SceneDrawingProps['afterPaint'] = useCallback((_nodes, world) => {
    const svg = world.ownerSVGElement
    if (svg === null || lens.current?.svg === svg) return
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([min / reset, max / reset])
      .filter(isZoomGesture)
      .on('zoom', ({ transform }: { transform: object }) => world.setAttribute('transform', String(transform)))
    lens.current = { svg, zooming }
    select(svg).call(zooming)
  }, [])
  const look = (change: (seen: GraphZoom) => void) => () => void (lens.current !== null && change(lens.current))
  return (
    <>
      <PrototypeControls>
        <Button onClick={look(({ svg, zooming }) => zooming.scaleBy(select(svg), zoomStep))}>Zoom in</Button>
        <Button onClick={look(({ svg, zooming }) => zooming.scaleBy(select(svg), 1 / zoomStep))}>Zoom out</Button>
        <Button onClick={look(({ svg, zooming }) => zooming.transform(select(svg), zoomIdentity))}>Reset zoom</Button>
      </PrototypeControls>
      <SceneDrawing name="Dependency graph" plan={plan} scene={scene} afterPaint={equip} />
    </>
  )
}

// A wheel or a finger that only wants to pass by would be caught on the graph.
function isZoomGesture(event: MouseEvent | WheelEvent | TouchEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey
  if ('touches' in event) return event.touches.length > 1
  return event.button === 0 && !event.ctrlKey
}
