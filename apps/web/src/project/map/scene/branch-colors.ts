import { type GraphView, limits, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import type { NodeRank } from '../measure/title-measure.ts'
import { type BranchColor, branchHues, findPaletteColor } from '../theme/node-colors.ts'

type RankedNode = Pick<NodeRecord, 'id' | 'parentIds'>

export const getNodeRank = (graph: Pick<GraphView, 'children'>, { id, parentIds }: RankedNode): NodeRank => {
  if (parentIds.length === 0) return 'root'
  return graph.children(id).length > 0 ? 'branch' : 'leaf'
}

/** How a node and the link to it are drawn. */
interface BranchStyle {
  /** The number of nodes above it. */
  readonly depth: number
  readonly color: BranchColor
}

interface ColoredProject {
  readonly graph: Pick<GraphView, 'children'>
  node(id: NodeId): NodeRecord | undefined
}

const unknownNode: BranchStyle = { depth: 0, color: 'none' }

/**
 * Colors branches: each child of a root begins a hue that its descendants inherit, and a color chosen for a node holds
 * for everything below it. Only asked nodes are computed, and each once until something changes.
 */
export class BranchColors {
  readonly #project: ColoredProject
  readonly #styles = new Map<NodeId, BranchStyle>()

  constructor(project: ColoredProject) {
    this.#project = project
  }

  /** To be called when nodes have changed. */
  clear(): void {
    this.#styles.clear()
  }

  getStyle(id: NodeId): BranchStyle {
    const known = this.#styles.get(id)
    if (known !== undefined) return known
    const chain: NodeRecord[] = []
    let style: BranchStyle | undefined
    // The limit of a chain also ends a cycle, which exists while a move by others has arrived only in part.
    for (let at: NodeId | undefined = id; at !== undefined && chain.length <= limits.chainNodes;) {
      style = this.#styles.get(at)
      const record: NodeRecord | undefined = style === undefined ? this.#project.node(at) : undefined
      if (record === undefined) break
      chain.push(record)
      at = record.parentIds[0]
    }
    for (const record of chain.toReversed()) {
      style = this.#extendStyle(style, record)
      this.#styles.set(record.id, style)
    }
    return style ?? unknownNode
  }

  #extendStyle(above: BranchStyle | undefined, record: NodeRecord): BranchStyle {
    const depth = above === undefined ? 0 : above.depth + 1
    const chosen = findPaletteColor(record.style.backgroundColor)
    if (chosen !== null && chosen !== 'default') return { depth, color: chosen }
    if (above === undefined) return { depth, color: 'none' }
    if (depth > 1) return { depth, color: above.color }
    const index = this.#project.graph.children(record.parentIds[0] ?? null).indexOf(record)
    return { depth, color: branchHues[index % branchHues.length] ?? 'none' }
  }
}
