import type { Skeleton } from './skeleton.ts'
import { createRowFitter } from './fit-row.ts'
import type { PackedLists } from './lists.ts'
import { noVertex, type Segments } from './segments.ts'

const fitRounds = 2
/** How much a vertex insists on its place: a parent over its children, a leaf where it is, a bend hardly. */
const fitWeights = { parent: 8, leaf: 1, bend: 1 / 64 } as const

/** The middle of every vertex across the layers, none over another in its layer. */
export function placeAcross({ hosts }: Segments, rows: PackedLists, skeleton: Skeleton, breadths: Float64Array) {
  const { starts, items } = rows
  const { forest: broods } = skeleton
  const offsets = skeleton.offsets(breadths)
  const across = new Float64Array(breadths.length)
  const fitter = createRowFitter()

  function fitRow(row: number, wantedBy: (vertex: number) => number) {
    const from = starts[row] as number
    let wanted = 0
    for (let at = from; at < (starts[row + 1] as number); at += 1) {
      const vertex = items[at] as number
      const isGuest = hosts[vertex] !== noVertex
      if (!isGuest || at === from) wanted = wantedBy(vertex)
      const weight = isGuest ? fitWeights.bend : broods.eldest[vertex] === noVertex ? fitWeights.leaf : fitWeights.parent
      fitter.add(wanted, breadths[vertex] as number, weight)
    }
    fitter.fit((index, middle) => {
      across[items[from + index] as number] = middle
    })
  }
  function belowParent(vertex: number) {
    const parent = broods.parents[vertex] as number
    return (parent === noVertex ? 0 : (across[parent] as number)) + (offsets[vertex] as number)
  }
  function overChildren(vertex: number) {
    const eldest = broods.eldest[vertex] as number
    if (eldest === noVertex) return across[vertex] as number
    return ((across[eldest] as number) + (across[broods.youngest[vertex] as number] as number)) / 2
  }

  const rowCount = starts.length - 1
  for (let round = 0; round < fitRounds; round += 1) {
    for (let row = 0; row < rowCount; row += 1) fitRow(row, belowParent)
    for (let row = rowCount - 1; row >= 0; row -= 1) fitRow(row, overChildren)
  }
  return across
}
