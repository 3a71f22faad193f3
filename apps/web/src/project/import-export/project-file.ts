import {
  getDescendantIds,
  isHexColor,
  limits,
  nodeFields,
  type NodeId,
  pickOwnValues,
  readNodeField,
  toPlainText,
  type Transition,
} from '@espalier/domain'
import type { InterchangeNode, InterchangeProject } from '@espalier/interchange'
import type { NodeRecord, ProjectClient } from '@espalier/sync'

type ProjectSource = Pick<ProjectClient, 'graph' | 'node' | 'nodes' | 'project'>

/** The nodes that are meant: those below these, or, where none is named, all. */
export function collectExportedNodes(board: ProjectSource, topIds: readonly NodeId[]): readonly NodeRecord[] {
  if (topIds.length === 0) return [...board.nodes()]
  const ids = new Set(topIds.flatMap((id) => [id, ...getDescendantIds(board.graph, id)]))
  const chosen = [...ids].flatMap((id) => board.node(id) ?? [])
  return chosen.map((node) => ({ ...node, parentIds: node.parentIds.filter((id) => ids.has(id)) }))
}

/** What the file is called, and the map in it. */
export function getExportTitle(board: ProjectSource, topIds: readonly NodeId[]): string {
  const [topId] = topIds
  const title = topId === undefined ? board.project.get().title : toPlainText(board.node(topId)?.title ?? '')
  return title.trim() || 'Untitled'
}

/** Shorter ways to write a colour are known to no other program. */
export function toHexColor(colour: string): string | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/iu.exec(colour)
  const long =
    short === null
      ? colour.slice(0, 7)
      : `#${short
          .slice(1, 4)
          .map((sign) => sign + sign)
          .join('')}`
  return isHexColor(long) ? long.toLowerCase() : null
}

/** The project, or some branches of it, as it travels. */
export function toInterchangeProject(
  board: ProjectSource,
  topIds: readonly NodeId[],
  transitions: ReadonlyMap<NodeId, readonly Transition[]>,
): InterchangeProject {
  const { body, layout } = board.project.get()
  return {
    title: getExportTitle(board, topIds),
    body: topIds.length === 0 ? body : '',
    layout,
    nodes: collectExportedNodes(board, topIds).map((node) => toInterchangeNode(node, transitions.get(node.id))),
  }
}

function toInterchangeNode(node: NodeRecord, transitions: readonly Transition[] | undefined): InterchangeNode {
  const colour = toHexColor(node.style.backgroundColor)
  // One's own change that is not stored yet is in no history: then the history would not end where the node stands.
  const isWhole = transitions?.at(-1)?.to === node.status
  const { backgroundColor: _notHex, ...values } = pickOwnValues(nodeFields.inFiles, (field) =>
    readNodeField(node, field),
  )
  return {
    ...values,
    id: node.id,
    parentIds: node.parentIds,
    title: node.title,
    body: node.body,
    status: node.status,
    position: node.position,
    hideChildren: node.hideChildren,
    ...(colour !== null && colour !== limits.nodeColour && { backgroundColor: colour }),
    ...(isWhole && transitions !== undefined && { transitions }),
  }
}
