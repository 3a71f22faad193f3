import { median } from '../figure.ts'
import type { Extent, RunningCell } from './running-cell.ts'

/** Peers this close to the fastest could be the fastest. */
const near = 1.5
const besideLimit = 10_000

export interface Contestant {
  readonly cell: RunningCell
  readonly extent: Extent
}

const openMs = ({ results }: RunningCell): number => median(results.map(({ open }) => open.ms))

/**
 * Returns the cells that decide the bars: the product, the peers that opened fastest and, at the size where the product
 * is compared with it, the limit. They are measured more often, in turns, because one late sample would otherwise
 * decide an opening of a few frames.
 */
export function listContestants(running: readonly RunningCell[]): Contestant[] {
  const finished = running.filter(({ results }) => results.length > 0)
  const sizes = [...new Set(finished.map(({ size }) => size))]
  return sizes.flatMap((size) => {
    const here = finished.filter((cell) => cell.size === size)
    const peers = here.filter(({ subject }) => subject.kind === 'peer')
    const fastest = Math.min(...peers.map(openMs))
    const product = here.filter(({ subject }) => subject.kind === 'product')
    const limit = here.filter(({ subject }) => subject.name === 'limit' && size === besideLimit)
    // The product is compared with the limit in frames and CPU too.
    const extent = limit.length > 0 ? ('whole' as const) : ('opening' as const)
    return [
      ...[...product, ...limit].map((cell) => ({ cell, extent })),
      ...peers.filter((cell) => openMs(cell) <= fastest * near).map((cell) => ({ cell, extent: 'opening' as const })),
    ]
  })
}
