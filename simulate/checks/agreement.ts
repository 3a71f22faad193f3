import { findInvariantBreaches, getPrimaryParent, nodeFields, readNodeField, type StoredNode } from '@espalier/domain'
import { toNodeView } from '@espalier/server/src/database/nodes.ts'
import type { NodeRecord } from '@espalier/sync'
import type { Page } from '../client/page.ts'
import type { LogRow } from '../storage/rows.ts'
import type { Storage } from '../storage/storage.ts'

type Fail = (text: string) => void

const byId = <Row extends { readonly id: string }>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].sort((left, right) => (left.id < right.id ? -1 : 1))

/** Checks that the tables are sound and that the change log explains them. */
export function checkTables(storage: Storage, projectId: string, fail: Fail): void {
  const nodes = storage.committed.all('nodes').map(toNodeView)
  const log = [...storage.committed.all('change_log')].sort((left, right) => left.seq - right.seq)
  const replayed = replay(log)
  for (const { rule, nodeId } of findInvariantBreaches({ projectId, nodes, replayed }).slice(0, 3)) {
    fail(`the tables break the rule '${rule}'${nodeId === null ? '' : ` at ${nodeId}`}`)
  }
  const project = storage.committed.get('projects', projectId)
  const gap = log.find(({ seq }, index) => seq !== index + 1)
  if (gap !== undefined) fail(`the log has a gap before ${gap.seq}`)
  if (project?.seq !== log.length) fail(`the seq of the project is ${project?.seq}, its log ends at ${log.length}`)
  for (const status of ['todo', 'progress', 'done'] as const) {
    const living = nodes.filter((node) => !node.isDeleted && node.status === status).length
    const counted = project?.[`${status}_count`]
    if (living !== counted) fail(`${living} nodes are ${status}, the project counts ${counted}`)
  }
}

function replay(log: readonly LogRow[]): readonly StoredNode[] {
  const nodes = new Map<string, StoredNode>()
  for (const { payload } of log) {
    for (const patch of payload.nodes ?? []) {
      const next = { ...nodes.get(patch.id), ...patch } as StoredNode
      nodes.set(patch.id, { ...next, parentId: getPrimaryParent(next) })
    }
  }
  return [...nodes.values()]
}

const asShown = (node: NodeRecord): string =>
  JSON.stringify([...nodeFields.shown.map((field) => readNodeField(node, field)), node.version])

/** Checks that every page shows what is stored and has nothing pending. */
export function checkPages(storage: Storage, pages: readonly Page[], fail: Fail): void {
  const living = byId(storage.committed.all('nodes').filter(({ isDeleted }) => !isDeleted))
  for (const { name, replica } of pages) {
    if (replica === null) {
      fail(`${name} never reconnected`)
      continue
    }
    if (replica.unsent().length > 0) fail(`${name} still has ${replica.unsent().length} changes to send`)
    if (replica.isBehind) fail(`${name} still misses changes after ${replica.seq}`)
    if (replica.isUnsure) fail(`${name} is still uncertain`)
    const stored = new Map<string, string>(living.map((node) => [node.id, asShown(node)]))
    const own = new Map<string, string>(byId(replica.nodes()).map((node) => [node.id, asShown(node)]))
    for (const id of new Set([...stored.keys(), ...own.keys()])) {
      if (stored.get(id) === own.get(id)) continue
      fail(`${name} (at ${replica.seq}) shows ${id} as ${own.get(id)}, stored is ${stored.get(id)}`)
      break
    }
  }
}
