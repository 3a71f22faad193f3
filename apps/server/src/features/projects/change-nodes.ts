import { applyChanges, applyStructure, diffNode, transitionOf, type NodeDiff } from '@espalier/domain'

import type { NodePatch, NodeRecord } from '../../database/node-record.ts'
import { readNodesById } from '../../database/read-nodes.ts'
import { insertNodes, repositionNodes, updateNodes } from '../../database/write-nodes.ts'
import type { ProjectWrite } from './project-write.ts'

/** What a change may set besides the structure, which the rules decide. */
export type NodeFields = Partial<
  Pick<NodeRecord, 'title' | 'body' | 'status' | 'hideChildren' | 'projectLink' | 'externalKey'>
> & { readonly style?: Partial<NodeRecord['style']> }

export interface NodeChanges {
  /** What the rules of structure decided. */
  readonly diffs?: readonly NodeDiff[]
  /** The same fields to all of these. */
  readonly ids?: readonly string[]
  readonly fields?: NodeFields
  /** The node that the change is about; what it did to others is logged as a batch of its own. */
  readonly mainId?: string
}

/** Stores changes of nodes, with their transitions, versions and log. Answers those it had to read, as they now are. */
export async function changeNodes(write: ProjectWrite, changes: NodeChanges): Promise<Map<string, NodeRecord>> {
  const { diffs = [], ids = [], fields = {}, mainId } = changes
  const targets = new Set(ids)
  const isReposition = (diff: NodeDiff): boolean =>
    !targets.has(diff.id) && Object.keys(diff.after).length === 1 && typeof diff.after['position'] === 'number'
  const structural = new Map(diffs.filter((diff) => !isReposition(diff)).map((diff) => [diff.id, diff]))
  const read = await readNodesById(write.tx.client, write.project.id, [...new Set([...targets, ...structural.keys()])])
  const after = new Map<string, NodeRecord>()
  const patches: NodePatch[] = []
  const changed: NodeRecord[] = []
  for (const { parentId: _derived, ...node } of read) {
    const next = nextOf(write, node, structural.get(node.id), targets.has(node.id) ? fields : {})
    after.set(node.id, next.node)
    if (next.patch === null) continue
    changed.push(next.node)
    patches.push(next.patch)
  }
  await updateNodes(write.tx.client, changed)
  patches.push(...(await reposition(write, diffs.filter(isReposition))))
  noteUpdates(write, patches, mainId)
  const graph = write.loadedGraph()
  if (graph !== null) applyChanges(graph, diffs)
  return after
}

/** Stores new nodes. The answer is false where an id is in use; nothing may be stored after that. */
export async function addNodes(write: ProjectWrite, nodes: readonly NodeRecord[]): Promise<boolean> {
  const stored = await insertNodes(write.tx.client, nodes)
  if (stored.length < nodes.length) return false
  const graph = write.loadedGraph()
  for (const node of nodes) {
    for (const transition of node.transitions) write.count(transition)
    graph?.put({
      id: node.id,
      projectId: node.projectId,
      parentIds: node.parentIds,
      position: node.position,
      isDeleted: node.isDeleted,
    })
  }
  write.note(nodes.length === 1 ? 'node-created' : 'nodes-updated', { nodes })
  return true
}

interface Next {
  readonly node: NodeRecord
  /** Null: nothing changed. */
  readonly patch: NodePatch | null
}

function nextOf(write: ProjectWrite, node: NodeRecord, diff: NodeDiff | undefined, fields: NodeFields): Next {
  const { parentIds, position, isDeleted } = diff === undefined ? node : applyStructure(node, diff)
  const wanted = { ...node, ...fields, style: { ...node.style, ...fields.style }, parentIds, position, isDeleted }
  const found = diffNode(node.id, { ...node }, wanted)
  if (found === null) return { node, patch: null }
  const transition = transitionOf(node, wanted, write.at.getTime())
  const transitions = transition === null ? node.transitions : [...node.transitions, transition]
  if (transition !== null) write.count(transition)
  const version = node.version + 1
  return {
    node: { ...wanted, transitions, version },
    patch: { ...found.after, ...(transition !== null && { transitions }), id: node.id, version },
  }
}

async function reposition(write: ProjectWrite, diffs: readonly NodeDiff[]): Promise<NodePatch[]> {
  const positions = new Map(diffs.map(({ id, after }) => [id, Number(after['position'])]))
  const versions = await repositionNodes(write.tx.client, positions)
  return [...versions].map(([id, version]) => ({ id, position: positions.get(id) ?? 0, version }))
}

function noteUpdates(write: ProjectWrite, patches: readonly NodePatch[], mainId: string | undefined): void {
  const main = patches.filter(({ id }) => id === mainId)
  const others = patches.filter(({ id }) => id !== mainId)
  if (main.length > 0) write.note('node-updated', { nodes: main })
  if (others.length > 0) write.note('nodes-updated', { nodes: others })
}
