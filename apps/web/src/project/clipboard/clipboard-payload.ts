import {
  type Branch,
  escapeHtml,
  getAncestorIds,
  getDescendantIds,
  nodeFields,
  type NodeId,
  pickOwnValues,
  readNodeField,
  type ReferencedLists,
  toPlainText,
} from '@espalier/domain'
import { formatOutline } from '@espalier/interchange'
import type { ProjectClient } from '@espalier/sync'
import { listInTreeOrder } from '../workspace/tree-order.ts'

/** Returns the topmost of these nodes in tree order. */
export function findTopmostNodes({ graph }: ProjectClient, ids: ReadonlySet<NodeId>): readonly NodeId[] {
  const isBelowAnother = (id: NodeId) => [...getAncestorIds(graph, id)].some((above) => ids.has(above))
  return listInTreeOrder(graph).filter((id) => ids.has(id) && !isBelowAnother(id))
}

/** Copies everything below these nodes; a node with several parents among them is copied once, under the first. */
export function copyBranches(client: ProjectClient, ids: readonly NodeId[]): readonly Branch[] {
  const seen = new Set<NodeId>()
  const blockers = findInnerBlockers(client, ids)
  const branchesFrom = (id: NodeId): readonly Branch[] => {
    const node = client.node(id)
    if (node === undefined || seen.has(id)) return []
    seen.add(id)
    const branch: Branch = {
      ...pickOwnValues(nodeFields.copied, (field) => readNodeField(node, field)),
      title: node.title,
      backgroundColor: node.style.backgroundColor,
      ...blockers(node),
      children: Array.from(client.graph.children(id), (child) => branchesFrom(child.id)).flat(),
    }
    return [branch]
  }
  return ids.flatMap(branchesFrom)
}

/** Names for each copied node what it waits for inside the copy, and its own id if others there wait for it. */
function findInnerBlockers({ graph, node }: ProjectClient, ids: readonly NodeId[]) {
  const inside = new Set(ids.flatMap((id) => [id, ...getDescendantIds(graph, id)]))
  const listInside = (id: NodeId): readonly NodeId[] =>
    (node(id)?.blockedByIds ?? []).filter((blockerId) => inside.has(blockerId))
  const named = new Set([...inside].flatMap(listInside))
  return ({ id }: { readonly id: NodeId }): Partial<Branch> => {
    const blockedByIds = listInside(id)
    return { ...(named.has(id) && { copiedId: id }), ...(blockedByIds.length > 0 && { blockedByIds }) }
  }
}

export function countBranchNodes(branches: readonly Branch[]): number {
  let count = 0
  const waiting = [...branches]
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    count += 1
    for (const child of branch.children) waiting.push(child)
  }
  return count
}

/** The clipboard's content. Other programs use the list; ours reads the branches from an attribute. */
export interface ClipboardPayload {
  readonly text: string
  readonly html: string
}

export const branchesAttribute = 'data-espalier-branches'

/** The lists that the branches refer to, for a paste into another project. */
export const listsAttribute = 'data-espalier-lists'

const emptyLists: ReferencedLists = { tags: [], stages: [], fieldDefinitions: [] }

export function toClipboardPayload(branches: readonly Branch[], lists = emptyLists): ClipboardPayload {
  const { tags, stages, fieldDefinitions } = lists
  const named = escapeHtml(JSON.stringify({ tags, stages, fieldDefinitions }))
  const mark = `${branchesAttribute}="${escapeHtml(JSON.stringify(branches))}" ${listsAttribute}="${named}"`
  return { text: formatOutline(branches), html: `<div ${mark}>${renderHtmlList(branches)}</div>` }
}

const renderHtmlList = (branches: readonly Branch[]): string =>
  branches.length === 0
    ? ''
    : `<ul>${branches.map(({ title, children }) => `<li>${escapeHtml(toPlainText(title))}${renderHtmlList(children)}</li>`).join('')}</ul>`
