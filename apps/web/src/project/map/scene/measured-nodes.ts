import type { GraphView, NodeId } from '@espalier/domain'
import type { Size } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import type { NodeRank, RankedTitle, TitleMeasure } from '../measure/title-measure.ts'
import { getNodeRank } from './branch-colors.ts'

/** The last measured nodes in their order, and the sizes of their boxes. */
interface MeasuredNodes {
  readonly records: readonly NodeRecord[]
  readonly ranks: readonly NodeRank[]
  readonly widths: Float64Array
  readonly heights: Float64Array
}

const none: MeasuredNodes = { records: [], ranks: [], widths: new Float64Array(0), heights: new Float64Array(0) }

/** Returns the space that a node needs below its title. */
export type MeasureBelow = (record: NodeRecord) => Size | null

/**
 * Measures the boxes of all shown nodes. A fold or a filter hides some and shows others, but most stay, in the same
 * order: only a new or changed one is measured again.
 */
export class NodeMeasure {
  readonly #measure: TitleMeasure
  readonly #measureBelow: MeasureBelow
  #last = none
  /** Nodes whose boxes may have another size although they have not changed. */
  readonly #forgotten = new Set<NodeId>()

  constructor(measure: TitleMeasure, measureBelow: MeasureBelow = () => null) {
    this.#measure = measure
    this.#measureBelow = measureBelow
  }

  measureOne(graph: Pick<GraphView, 'children'>, record: NodeRecord): Size {
    const ranked = this.#rankTitle(record, getNodeRank(graph, record))
    const { widths, heights } = this.#measure.measureBoxes([ranked])
    return { width: widths[0] as number, height: heights[0] as number }
  }

  /** These are measured again when all are. */
  forget(ids: Iterable<NodeId>): void {
    for (const id of ids) this.#forgotten.add(id)
  }

  forgetAll(): void {
    this.#last = none
  }

  #rankTitle(record: NodeRecord, rank: NodeRank): RankedTitle {
    return { title: record.title, rank, below: this.#measureBelow(record) }
  }

  /** `wasShown` tells whether a node was among the last ones; a wrong answer only costs time. */
  measureAll(
    graph: Pick<GraphView, 'children'>,
    records: readonly NodeRecord[],
    wasShown: (record: NodeRecord) => boolean,
  ): Pick<MeasuredNodes, 'widths' | 'heights'> {
    const last = this.#last
    const ranks = records.map((record) => getNodeRank(graph, record))
    const widths = new Float64Array(records.length)
    const heights = new Float64Array(records.length)
    const unknown: number[] = []
    // A node that is not where it is expected is searched for; in a completely new order that would take too long.
    let searchesLeft = 2 * records.length
    let next = 0
    records.forEach((record, at) => {
      if (last.records[next] !== record && searchesLeft > 0 && next < last.records.length && wasShown(record)) {
        const found = last.records.indexOf(record, next)
        searchesLeft -= (found < 0 ? last.records.length : found) - next
        if (found >= 0) next = found
      }
      const isSame = last.records[next] === record
      if (isSame && last.ranks[next] === ranks[at] && !this.#forgotten.has(record.id)) {
        widths[at] = last.widths[next] as number
        heights[at] = last.heights[next] as number
      } else {
        unknown.push(at)
      }
      if (isSame) next += 1
    })
    this.#forgotten.clear()
    const titles = unknown.map((at) => this.#rankTitle(records[at] as NodeRecord, ranks[at] ?? 'leaf'))
    const sizes = this.#measure.measureBoxes(titles)
    unknown.forEach((at, index) => {
      widths[at] = sizes.widths[index] as number
      heights[at] = sizes.heights[index] as number
    })
    this.#last = { records, ranks, widths, heights }
    return { widths, heights }
  }
}
