import type { Chain } from './subject.ts'

/** Counts crossings between adjacent layers. Links that meet at a box do not cross there. */
export function countCrossings(chains: readonly Chain[]): number {
  const gaps = new Map<number, [upper: number, lower: number][]>()
  for (const { layer, across } of chains) {
    for (let step = 0; step + 1 < across.length; step += 1) {
      const segments = gaps.get(layer + step) ?? []
      segments.push([across[step] as number, across[step + 1] as number])
      gaps.set(layer + step, segments)
    }
  }
  let crossings = 0
  for (const segments of gaps.values()) crossings += crossingsIn(segments)
  return crossings
}

/** Sorted by upper end, then lower: every lower end that comes after a greater one belongs to a crossing. */
function crossingsIn(segments: [upper: number, lower: number][]): number {
  segments.sort((one, other) => one[0] - other[0] || one[1] - other[1])
  const ranks = new Map(
    [...new Set(segments.map(([, lower]) => lower))].sort((a, b) => a - b).map((x, at) => [x, at + 1]),
  )
  const seen = new Int32Array(ranks.size + 1)
  let crossings = 0
  segments.forEach(([, lower], before) => {
    const rank = ranks.get(lower) ?? 0
    let notGreater = 0
    for (let at = rank; at > 0; at -= at & -at) notGreater += seen[at] as number
    crossings += before - notGreater
    for (let at = rank; at <= ranks.size; at += at & -at) seen[at] = (seen[at] as number) + 1
  })
  return crossings
}

/** Layers are derived from where boxes begin (or have their middle), whichever the layout aligns. */
export function assignLayers(along: readonly number[]): number[] {
  const rounded = along.map((edge) => Math.round(edge * 1000))
  const ranks = new Map([...new Set(rounded)].sort((a, b) => a - b).map((edge, at) => [edge, at]))
  return rounded.map((edge) => ranks.get(edge) ?? 0)
}

/**
 * Returns where a link passes each layer. Rejects one that was not cut at every layer, because its crossings would not
 * be counted.
 */
export function createChain(fromLayer: number, toLayer: number, across: readonly number[]): Chain {
  if (across.length !== toLayer - fromLayer + 1)
    throw new Error(`a link from layer ${fromLayer} to ${toLayer} passes ${across.length} points`)
  return { layer: fromLayer, across }
}
