import { centerRect, type DrawnArea, type Viewport, worldInView } from '@espalier/canvas'
import { BranchProgress, limits, type NodeId, nodeLinksId } from '@espalier/domain'
import { type Direction, getLayoutDirection, type Point, type Size } from '@espalier/layout'
import type { ReplicaChange } from '@espalier/sync'
import { createCell } from '../../../platform/cell.ts'
import { afterPaint, whenIdle } from '../../../platform/timing.ts'
import type { MapInputs } from '../../workspace/create-workspace.ts'
import { sortInTreeOrder } from '../../workspace/tree-order.ts'
import { MapChips } from '../chips/map-chips.ts'
import type { TitleMeasure } from '../measure/title-measure.ts'
import { createNodeViews, type NodeViews } from '../node/node-views.ts'
import { DrawnNodes, type RenderedNodes } from '../scene/drawn-nodes.ts'
import { getLayeredArrange, loadLayeredLayout, MapScene } from '../scene/map-scene.ts'
import { TreePositions } from '../scene/tree-positions.ts'
import { applyOwnFolds, hasOwnFold, HitSet } from '../scene/visible-nodes.ts'
import { type LinkColors, paintLinks, readLinkColors } from './link-painter.ts'
import { type MapSurface, measureSurface, positionSurface, sharpenGrid } from './map-surface.ts'
import { AnchorHistory, findViewAnchors, getHomeViewport, measureDrift, type ViewAnchor } from './view-anchors.ts'

const noDrift: Point = { x: 0, y: 0 }
/** Sharpening waits after a zoom, so that it does not interrupt further zooming. */
const sharpenMs = 2 * limits.panDebounceMs
const unsized: Size = { width: 0, height: 0 }

/** Synchronizes the project, the viewport and the document, and decides when each is updated. */
export class MapRenderer {
  readonly scene: MapScene
  readonly treePositions: TreePositions
  readonly views: NodeViews
  readonly rendered = createCell<RenderedNodes>({ ids: [], drift: null, area: null })
  readonly hovered = createCell<NodeId | null>(null)
  readonly zoom = createCell(1)
  readonly settledViewport = createCell<Viewport>({ x: 0, y: 0, zoom: 1 })
  readonly direction: ReturnType<typeof createCell<Direction>>
  /** A node that stays in the document although it is neither current nor edited. */
  pinned: NodeId | null = null

  readonly #parts: MapInputs
  readonly #chips: MapChips
  #linkColors: LinkColors | null = null
  #progress: BranchProgress | null = null
  readonly #drawing: DrawnNodes
  readonly #hits: HitSet
  #viewport: Viewport = { x: 0, y: 0, zoom: 1 }
  #size = unsized
  #surface: MapSurface | null = null
  #isPlaced = false
  #onceSized: (() => void) | null = null
  #changed: Set<NodeId> | 'all' = new Set()
  #acted: NodeId[] = []
  #editedId: NodeId | null = null
  /** Nodes whose boxes have to be measured again although they have not changed. */
  #refitted = new Set<NodeId>()
  readonly #anchorHistory = new AnchorHistory()
  /** The origin of the change that is not laid out yet; null: several changes, or one by others. */
  #origin: ReplicaChange['origin'] | null = null
  #frame = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  #drawnOrder: readonly NodeId[] = []
  #painted: DrawnArea | null = null

  constructor(parts: MapInputs, measure: TitleMeasure) {
    this.#parts = parts
    const { client, visibility, selection, search: find, matches, ownFolds } = parts
    const shown = applyOwnFolds(client, ownFolds)
    this.#hits = new HitSet(find)
    const hits = () => this.#hits.get()
    const editedId = () => parts.editing.get()?.nodeId ?? null
    this.#chips = new MapChips(parts, {
      refit: (ids) => this.#settleLater(ids),
      remeasure: () => this.#relayLater(true),
      redraw: () => this.publish(),
    })
    const measureBelow = this.#chips.measure.bind(this.#chips)
    this.scene = new MapScene({ client: shown, visibility, hits, matches, measure, measureBelow, editedId })
    if (this.scene.needsLayeredLayout) void this.#layerOnceLoaded()
    this.treePositions = new TreePositions(shown, this.scene)
    this.#drawing = new DrawnNodes(this.scene)
    const { scene, treePositions: family, hovered } = this
    const tabStop = () => this.#tabStop()
    this.views = createNodeViews({
      ...parts,
      client: shown,
      scene,
      treePositions: family,
      drawnNodes: this.#drawing,
      measure,
      chips: this.#chips,
      hits,
      hovered,
      progress: () => this.#progress,
      tabStop,
    })
    this.direction = createCell<Direction>(getLayoutDirection(client.project.get().layout))
    client.listen((change) => this.#nodesChanged(change))
    client.project.subscribe(() => this.#projectChanged())
    for (const cell of [visibility, ownFolds, matches]) cell.subscribe(() => this.#relayLater())
    find.subscribe(() => this.#searched())
    parts.editing.subscribe(() => this.#editedChanged())
    for (const cell of [selection, parts.editing, parts.lens, client.canEdit, hovered])
      cell.subscribe(() => this.publish())
  }

  get viewport(): Viewport {
    return this.#viewport
  }

  get size(): Size {
    return this.#size
  }

  get surface(): MapSurface | null {
    return this.#surface
  }

  /** The number of project nodes in the layout. */
  get nodeCount(): number {
    return this.scene.count - (this.scene.isShown(nodeLinksId) ? 1 : 0)
  }

  /** True when the visible nodes are in the document. */
  get isDrawn(): boolean {
    return this.#drawing.area !== null
  }

  /** Draws on this surface until the returned function is called. */
  attach(surface: MapSurface): () => void {
    this.#surface = surface
    this.resize()
    const stopWatchingDay = this.#chips.watchDay()
    return () => {
      stopWatchingDay()
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#rest)
      this.#frame = 0
      this.#surface = null
      this.#painted = null
      // Another view may follow; the map's next surface is empty, whatever its size.
      this.#size = unsized
    }
  }

  resize(): void {
    if (this.#surface === null) return
    const size = measureSurface(this.#surface)
    // The first call of a ResizeObserver reports the known size.
    if (this.isDrawn && size.width === this.#size.width && size.height === this.#size.height) return
    this.#size = size
    this.updateLayout()
    this.#goHomeOnce()
    const wish = this.#onceSized
    this.#onceSized = null
    wish?.()
    this.draw()
  }

  whenSized(work: () => void): void {
    if (this.#size !== unsized) work()
    else this.#onceSized = work
  }

  moveTo(next: Viewport): void {
    this.#viewport = next
    this.#isPlaced = true
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.publishViewport(), limits.panDebounceMs)
    this.#ask()
  }

  /** Publishes the settled viewport. */
  publishViewport(): void {
    clearTimeout(this.#rest)
    const { x, y, zoom } = this.#viewport
    const published = this.settledViewport.get()
    if (published.x !== x || published.y !== y || published.zoom !== zoom) this.settledViewport.set(this.#viewport)
    this.zoom.set(zoom)
    if (this.#drawing.rest(this.#viewport)) this.#ask()
    if (this.#surface !== null) this.#rest = setTimeout(() => this.#sharpen(), sharpenMs)
  }

  /** Updates the layout to the current project; callers run it before they ask for positions. */
  updateLayout(): void {
    const changed = this.#changed
    const refitted = this.#refitted
    if (changed !== 'all' && changed.size + refitted.size === 0) return
    this.#changed = new Set()
    this.#refitted = new Set()
    const origin = changed === 'all' ? null : this.#origin
    this.#origin = null
    if (changed !== 'all' && (origin === 'undo' || origin === 'redo')) {
      const stillId = this.#anchorHistory.recallAnchor(origin === 'undo', changed)
      if (stillId !== undefined) this.#acted.unshift(stillId)
    }
    const anchors = this.#anchors()
    // The scene updates single nodes from the project's own records, which a person's own fold overrides.
    if (changed === 'all' || hasOwnFold(this.#parts.ownFolds, changed)) this.scene.rebuild()
    else this.scene.update([...changed, ...refitted])
    if (this.scene.needsLayeredLayout) void this.#layerOnceLoaded()
    this.#acted = []
    this.direction.set(this.scene.diagram.direction)
    const anchorId = this.#follow(anchors)
    if (changed !== 'all' && origin === 'own' && anchorId !== undefined) {
      this.#anchorHistory.remember({ changedIds: changed, anchorId })
    }
  }

  /** The next layout change keeps this node at its screen position. */
  keepStill(id: NodeId): void {
    this.#acted.push(id)
  }

  /** Draws the current layout for the current viewport at once. */
  draw(drift: Point | null = null): void {
    if (this.#surface === null) return
    positionSurface(this.#surface, this.#viewport)
    this.#drawing.cover(this.#viewport, this.#size, this.#pinnedIds())
    this.#order()
    this.publish(drift)
    const isFirst = this.#painted === null
    this.#paint(isFirst ? { area: worldInView(this.#viewport, this.#size), zoom: this.#viewport.zoom } : undefined)
    if (isFirst) this.#askAfterPaint()
    else if (!this.#drawing.isComplete) this.#ask()
  }

  publish(drift: Point | null = null): void {
    this.rendered.set({ ids: this.#drawnOrder, drift, area: this.#drawing.area })
  }

  /** Called when the theme has changed. */
  repaint(): void {
    this.#linkColors = null
    this.#paint()
  }

  #nodesChanged({ ids, origin }: ReplicaChange): void {
    for (const id of ids) this.#progress?.update(id, this.#parts.client.node(id))
    if (this.#changed !== 'all') {
      this.#origin = this.#changed.size === 0 || this.#origin === origin ? origin : null
      for (const id of ids) this.#changed.add(id)
    }
    if (origin !== 'others') this.#acted.push(...ids.slice(0, 1))
    this.#settleLater()
  }

  /** A box that is narrower than a new node is widened while its title is edited. */
  #editedChanged(): void {
    const before = this.#editedId
    const after = this.#parts.editing.get()?.nodeId ?? null
    if (before === after) return
    this.#editedId = after
    const usual = limits.nodeSizePx.width
    if (before !== null && this.scene.getRect(before)?.width === usual) this.#refitted.add(before)
    if (after !== null && (this.scene.getRect(after)?.width ?? usual) < usual) this.#refitted.add(after)
    if (this.#refitted.size > 0) this.#settleLater()
  }

  #projectChanged(): void {
    const { layout, nodeLinks } = this.#parts.client.project.get()
    const isLinked = this.scene.isShown(nodeLinksId)
    if (getLayoutDirection(layout) !== this.direction.get() || isLinked || nodeLinks.length > 0) this.#relayLater()
    else this.publish()
  }

  #searched(): void {
    if (this.#hits.isStale && this.scene.isHidingAny) this.#relayLater()
    else this.publish()
  }

  #relayLater(isMeasuredAgain = false): void {
    if (isMeasuredAgain) this.scene.forgetSizes()
    this.#changed = 'all'
    this.#settleLater()
  }

  /** Until it is loaded, a node with several parents is below the first; offline, it stays there. */
  async #layerOnceLoaded(): Promise<void> {
    await loadLayeredLayout().catch(() => undefined)
    if (getLayeredArrange() !== null) this.#relayLater()
  }

  #settleLater(refitted: readonly NodeId[] = []): void {
    for (const id of refitted) this.#refitted.add(id)
    queueMicrotask(() => this.updateLayout())
  }

  #anchors(): readonly ViewAnchor[] {
    if (this.#surface === null || !this.#isPlaced) return []
    const { current } = this.#parts.selection.get()
    const first = [...this.#acted, ...(current === null ? [] : [current])]
    const { scene, viewport, size } = this
    return findViewAnchors({ scene, viewport, size, first })
  }

  /** Moves the viewport along with its anchor and returns the anchor. */
  #follow(anchors: readonly ViewAnchor[]): NodeId | undefined {
    if (this.#surface === null) return undefined
    this.#goHomeOnce()
    const drift = measureDrift(anchors, this.scene)
    const [lost] = anchors
    if (drift === null && lost !== undefined) this.#returnFrom(lost.id)
    if (drift !== null && (drift.x !== 0 || drift.y !== 0)) {
      const { x, y, zoom } = this.#viewport
      this.moveTo({ x: x - drift.x * zoom, y: y - drift.y * zoom, zoom })
    }
    this.draw(drift ?? noDrift)
    return drift?.anchorId
  }

  /** Everything in view is gone, such as into a fold: show its parent instead of an empty canvas. */
  #returnFrom(lostId: NodeId): void {
    const { client } = this.#parts
    let at: NodeId | undefined = lostId
    while (at !== undefined && !this.scene.isShown(at)) at = client.node(at)?.parentIds[0]
    const rect = this.scene.getRect(at ?? client.graph.children(null).at(0)?.id ?? '')
    if (rect !== undefined) this.moveTo(centerRect(this.#viewport, rect, this.#size))
  }

  #goHomeOnce(): void {
    if (this.#isPlaced || this.#size === unsized) return
    const { scene } = this
    const root = scene.isShown(nodeLinksId) ? nodeLinksId : this.#parts.client.graph.children(null).at(0)?.id
    const rect = root === undefined ? undefined : scene.getRect(root)
    if (rect === undefined) return
    this.moveTo(getHomeViewport(scene.diagram, rect, this.#size))
    this.publishViewport()
  }

  #ask(): void {
    if (this.#surface !== null && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#onFrame())
  }

  /** Drawing around the view waits until the view itself is painted: an already requested frame would be too early. */
  #askAfterPaint(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    afterPaint(() => {
      this.#ask()
      whenIdle(() => this.#countProgress())
    })
  }

  /** Counting every leaf of a large project would delay its first frames; the rings appear after them. */
  #countProgress(): void {
    if (this.#progress !== null) return
    this.#progress = new BranchProgress(this.#parts.client.nodes())
    this.publish()
  }

  #onFrame(): void {
    this.#frame = 0
    if (this.#surface === null) return
    this.#drawing.noticeSpeed(this.#viewport)
    if (!this.#drawing.covers(this.#viewport, this.#size)) return this.draw()
    positionSurface(this.#surface, this.#viewport)
    if (this.#painted !== this.#drawing.area) this.#paint()
    if (this.#drawing.isComplete) return
    this.#drawing.advance(this.#viewport.zoom)
    this.#order()
    this.publish()
    this.#ask()
  }

  #order(): void {
    this.#drawnOrder = sortInTreeOrder(this.#drawing.ids, this.treePositions.getParentId, this.treePositions.getPlaced)
    this.views.keepOnly(this.#drawnOrder)
  }

  /** On opening, only the visible part is painted, because the area around it takes longer than everything else. */
  #paint(drawn: DrawnArea | null = this.#drawing.area): void {
    if (this.#surface === null || drawn === null) return
    const { links, root } = this.#surface
    this.#linkColors ??= readLinkColors(root)
    this.#painted = drawn
    paintLinks(links, this.scene, drawn, this.#linkColors)
  }

  /** Redraws in the right resolution what was only scaled during a zoom. */
  #sharpen(): void {
    const { zoom } = this.#viewport
    if (this.#surface === null) return
    if (this.#painted?.zoom !== zoom) {
      sharpenGrid(this.#surface, this.#viewport)
      this.draw()
    }
    this.#drawing.refine(zoom)
    if (!this.#drawing.isComplete) this.#ask()
  }

  #pinnedIds(): readonly NodeId[] {
    const { current } = this.#parts.selection.get()
    return [current, this.#parts.editing.get()?.nodeId ?? null, this.pinned].flatMap((id) => id ?? [])
  }

  #tabStop(): NodeId | null {
    const { current } = this.#parts.selection.get()
    if (current !== null && this.#drawing.isDrawn(current)) return current
    return this.#drawnOrder[0] ?? null
  }
}
