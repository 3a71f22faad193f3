import { limits, type NodeId } from '@espalier/domain'
import { select } from 'd3-selection'
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom'
import { useCallback, useMemo, useRef } from 'react'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { SceneDrawing, type SceneDrawingProps } from '../drawing/SceneDrawing.tsx'
import { buildExtraLinks, buildLinks, drawHorizontalLink } from '../drawing/scene-links.ts'
import { type PlanScene, type SceneNode, truncateLabel } from '../drawing/scene.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'

const rowHeight = 30
const columnWidth = 200
/** More rounds change almost nothing. */
const sortingRounds = 4

type Layers = readonly (readonly PlanNode[])[]

/** Puts every node one layer beyond the last of its parents (longest path), and near its neighbors within a layer. */
export function buildLayeredScene(plan: Plan): PlanScene {
  const nodes = reduceCrossings(groupIntoLayers(plan)).flatMap((layer, depth) =>
    layer.map((node, at): SceneNode => {
      const y = (at - (layer.length - 1) / 2) * rowHeight
      return { node, x: depth * columnWidth, y, label: { text: truncateLabel(node.title), side: 'right' } }
    }),
  )
  const primary = plan.nodes.flatMap(({ id, parentIds }) => parentIds.slice(0, 1).map((from) => [from, id] as const))
  return {
    nodes,
    links: [...buildLinks(nodes, primary, drawHorizontalLink, false), ...buildExtraLinks(nodes, drawHorizontalLink)],
  }
}

export function groupIntoLayers({ nodes }: Plan): Layers {
  const depths = findDepths(nodes)
  const layers: PlanNode[][] = []
  for (const node of nodes) (layers[depths.get(node.id) ?? 0] ??= []).push(node)
  return layers
}

/** An additional parent may come after its child, so the pass repeats until nothing moves. */
function findDepths(nodes: readonly PlanNode[]): ReadonlyMap<NodeId, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]))
  for (let isMoving = true, most = nodes.length; isMoving && most > 0; most -= 1) {
    isMoving = false
    for (const { id, parentIds } of nodes) {
      const depth = Math.max(0, ...parentIds.map((parentId) => (depths.get(parentId) ?? -1) + 1))
      isMoving ||= depth !== depths.get(id)
      depths.set(id, depth)
    }
  }
  return depths
}

/** Sweeps the layers back and forth: each node moves to the mean position of its neighbors in the layers before it. */
function reduceCrossings(layers: Layers): Layers {
  let current = layers
  for (let round = 0; round < sortingRounds; round += 1) {
    const isDown = round % 2 === 0
    const neighbors = isDown ? listParents(layers) : listChildren(layers)
    const sorted: (readonly PlanNode[])[] = []
    const positions = new Map<NodeId, number>()
    for (const layer of isDown ? current : current.toReversed()) {
      sorted.push(sortByNeighbors(layer, neighbors, positions))
      for (const [at, { id }] of (sorted.at(-1) ?? []).entries()) positions.set(id, at - layer.length / 2)
    }
    current = isDown ? sorted : sorted.toReversed()
  }
  return current
}

type Neighbors = ReadonlyMap<NodeId, readonly NodeId[]>

function sortByNeighbors(layer: readonly PlanNode[], neighbors: Neighbors, positions: ReadonlyMap<NodeId, number>) {
  const keyed = layer.map((node, at) => {
    const near = (neighbors.get(node.id) ?? []).flatMap((id) => positions.get(id) ?? [])
    const own = at - layer.length / 2
    return { node, key: near.length === 0 ? own : near.reduce((sum, position) => sum + position, 0) / near.length }
  })
  return keyed.toSorted((left, right) => left.key - right.key).map(({ node }) => node)
}

const listParents = (layers: Layers): Neighbors => new Map(layers.flat().map(({ id, parentIds }) => [id, parentIds]))

function listChildren(layers: Layers): Neighbors {
  const children = new Map<NodeId, NodeId[]>()
  for (const { id, parentIds } of layers.flat())
    for (const parentId of parentIds) children.set(parentId, [...(children.get(parentId) ?? []), id])
  return children
}

const zoomStep = 1.4
const { min, max, reset } = limits.zoomPercent

interface GraphZoom {
  readonly svg: SVGSVGElement
  readonly zooming: ZoomBehavior<SVGSVGElement, unknown>
}

/** Graphs are wide, so this one can be zoomed and panned. */
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
  const applyZoom = (change: (seen: GraphZoom) => void) => () => void (lens.current !== null && change(lens.current))
  return (
    <>
      <PrototypeControls>
        <Button onClick={applyZoom(({ svg, zooming }) => zooming.scaleBy(select(svg), zoomStep))}>
          {prototypeTexts.zoomIn}
        </Button>
        <Button onClick={applyZoom(({ svg, zooming }) => zooming.scaleBy(select(svg), 1 / zoomStep))}>
          {prototypeTexts.zoomOut}
        </Button>
        <Button onClick={applyZoom(({ svg, zooming }) => zooming.transform(select(svg), zoomIdentity))}>
          {prototypeTexts.resetZoom}
        </Button>
      </PrototypeControls>
      <SceneDrawing name={prototypeTexts.views.dag.title} plan={plan} scene={scene} afterPaint={equip} />
    </>
  )
}

// Scrolling past the graph with a wheel or a finger must not be caught by it.
function isZoomGesture(event: MouseEvent | WheelEvent | TouchEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey
  if ('touches' in event) return event.touches.length > 1
  return event.button === 0 && !event.ctrlKey
}
