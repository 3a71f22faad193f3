import { diffNode, type NodeDiff } from '@espalier/domain'
import { plainDiff } from './fields.ts'
import { type NodeChange, type NodeRequest, saysStructure } from './request.ts'

/** More ids than this would not fit into one request. */
const mostIds = 20_000

interface Bundle {
  readonly ids: Set<string>
  readonly change: NodeChange
}

/**
 * As few requests as will bring these changes about. Structure is kept in its order, because a node may come back only
 * below parents that are back; other fields of different nodes may be told in any order.
 */
export function requestsFor(diffs: readonly NodeDiff[]): readonly NodeRequest[] {
  const bundles: Bundle[] = []
  for (const { id, after } of diffs.map(plainDiff)) {
    const change: NodeChange = after
    const bundle = bundleFor(bundles, id, change)
    if (bundle === undefined) bundles.push({ ids: new Set([id]), change })
    else bundle.ids.add(id)
  }
  return bundles.map(({ ids, change }) => {
    const [id = '', ...others] = ids
    return others.length === 0 ? { kind: 'update', id, change } : { kind: 'update-many', ids: [...ids], change }
  })
}

function bundleFor(bundles: readonly Bundle[], id: string, change: NodeChange): Bundle | undefined {
  // A position is a node's own: of two nodes that got the same one, the second would be told to make room.
  if (change.position !== undefined) return undefined
  const isFree = !saysStructure(change)
  for (const bundle of bundles.toReversed()) {
    if (isSame(bundle.change, change)) return bundle.ids.size < mostIds ? bundle : undefined
    if (!isFree || bundle.ids.has(id) || saysStructure(bundle.change)) return undefined
  }
  return undefined
}

const isSame = (left: NodeChange, right: NodeChange): boolean =>
  Object.keys(left).length === Object.keys(right).length && diffNode('', { ...left }, { ...right }) === null
