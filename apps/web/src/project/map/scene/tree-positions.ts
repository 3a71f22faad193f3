import { getDescendantIds, type NodeId, nodeLinksId, type Positioned, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import type { MapScene } from './map-scene.ts'
import type { ShownProject } from './visible-nodes.ts'

interface AriaPosition {
  readonly level: number
  readonly setSize: number
  readonly posInSet: number
}

/** Computes the accessible tree positions of nodes and caches them until the structure changes. */
export class TreePositions {
  readonly #client: ShownProject
  readonly #scene: MapScene
  #structure = -1
  #places = new Map<NodeId | null, ReadonlyMap<NodeId, number>>()
  #hidden = new Map<NodeId, number>()

  constructor(client: ShownProject, scene: MapScene) {
    this.#client = client
    this.#scene = scene
  }

  getParentId = (id: NodeId): NodeId | null => {
    const record = this.#client.node(id)
    return record === undefined ? null : this.#scene.getShownParentId(record)
  }

  getPlaced = (id: NodeId): Positioned => this.#client.node(id) ?? { id, position: 0 }

  getAriaPosition(id: NodeId): AriaPosition {
    this.#forgetOld()
    const parentId = this.getParentId(id)
    const positions = this.#placesIn(parentId)
    return { level: this.#levelOf(id), setSize: Math.max(1, positions.size), posInSet: (positions.get(id) ?? 0) + 1 }
  }

  hasChildren(id: NodeId): boolean {
    return id === nodeLinksId || this.#client.graph.children(id).length > 0
  }

  /** Null for a leaf. A search can show what a fold hides. */
  isExpanded(record: NodeRecord): boolean | null {
    if (!this.hasChildren(record.id)) return null
    this.#forgetOld()
    return !record.hideChildren || this.#placesIn(record.id).size > 0
  }

  /** Returns how many nodes the fold of this node hides. */
  countHiddenBelow(record: NodeRecord): number {
    if (!record.hideChildren) return 0
    this.#forgetOld()
    const known = this.#hidden.get(record.id)
    if (known !== undefined) return known
    let count = 0
    for (const id of getDescendantIds(this.#client.graph, record.id)) if (!this.#scene.isShown(id)) count += 1
    this.#hidden.set(record.id, count)
    return count
  }

  /** Returns the plain titles of the parents it is not shown under. */
  listOtherParents(record: NodeRecord): string {
    if (record.parentIds.length < 2) return ''
    const [, ...others] = record.parentIds
    return others.map((id) => toPlainText(this.#client.node(id)?.title ?? '')).join(', ')
  }

  #levelOf(id: NodeId): number {
    const seen = new Set<NodeId>()
    for (let at: NodeId | null = id; at !== null && !seen.has(at); at = this.getParentId(at)) seen.add(at)
    return seen.size
  }

  #placesIn(listId: NodeId | null): ReadonlyMap<NodeId, number> {
    const known = this.#places.get(listId)
    if (known !== undefined) return known
    const positions = new Map<NodeId, number>()
    for (const { id } of this.#client.graph.children(listId === nodeLinksId ? null : listId)) {
      if (this.#scene.isShown(id) && this.getParentId(id) === listId) positions.set(id, positions.size)
    }
    this.#places.set(listId, positions)
    return positions
  }

  #forgetOld(): void {
    if (this.#structure === this.#scene.structure) return
    this.#structure = this.#scene.structure
    this.#places.clear()
    this.#hidden.clear()
  }
}

const thousand = 1_000

/** Returns three characters at most, because the button is no wider. */
const shortenCount = (count: number): string => (count < thousand ? String(count) : `${Math.floor(count / thousand)}k`)

/** Returns what the button of a branch shows: a minus, or how many nodes it hides. */
export const formatFoldMark = (isExpanded: boolean, hiddenBelow: number): string =>
  isExpanded && hiddenBelow === 0 ? '\u2212' : shortenCount(hiddenBelow)
