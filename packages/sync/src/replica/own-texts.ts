import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'
import type { NodeTableChange } from './node-table.ts'

export type TextField = 'title' | 'body'

/** Somebody else's text has replaced this page's own. */
export interface Overwritten {
  readonly id: NodeId
  readonly field: TextField
  readonly mine: string
  readonly theirs: string
}

const textFields: readonly TextField[] = ['title', 'body']

/** The texts that this page wrote, while they are current. */
export interface OwnTexts {
  wrote(node: NodeRecord, field: TextField): void
  /** The server may store a text in sanitized form: it still counts as this page's own. */
  keptAs(node: NodeRecord): void
  /** Returns the own texts that a change from elsewhere has replaced. */
  lostIn(change: NodeTableChange, record: (id: NodeId) => NodeRecord | undefined): readonly Overwritten[]
}

export function createOwnTexts(): OwnTexts {
  const texts: Readonly<Record<TextField, Map<NodeId, string>>> = { title: new Map(), body: new Map() }
  return {
    wrote: (node, field) => void texts[field].set(node.id, node[field]),
    keptAs(node) {
      for (const field of textFields) if (texts[field].has(node.id)) texts[field].set(node.id, node[field])
    },
    lostIn(change, record) {
      const lost: Overwritten[] = []
      for (const [id, before] of change.before) {
        const after = record(id)
        for (const field of textFields) {
          const mine = texts[field].get(id)
          if (mine === undefined || after === undefined || before?.[field] !== mine || after[field] === mine) continue
          texts[field].delete(id)
          lost.push({ id, field, mine, theirs: after[field] })
        }
      }
      return lost
    },
  }
}
