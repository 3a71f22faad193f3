import type { NodeRecord } from '@espalier/sync'
import type { SentEvent } from '../server/api.ts'

export interface EventNodes {
  readonly seq: number
  /** The tab that caused it. */
  readonly from: string | null
  readonly nodes: readonly NodeRecord[]
}

/** The nodes that an event tells of, whichever of the live fields it came by. */
export function eventOf({ field, root, seq, clientId }: SentEvent): EventNodes {
  const told = root[field]
  const nodes = field === 'projectUpdated' ? [] : Array.isArray(told) ? told : [told]
  return { seq, from: clientId, nodes: nodes as readonly NodeRecord[] }
}
