import {
  getDescendantIds,
  limits,
  noDefinitions,
  nodeFields,
  type NodeId,
  pickOwnValues,
  type ProjectDefinitions,
  readNodeField,
  sameValue,
  toPlainText,
  type Transition,
} from '@espalier/domain'
import type { FileComment, FilePerson, InterchangeNode, InterchangeProject } from '@espalier/interchange'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { projectExportTexts } from '../../texts/project-export.ts'
import { toHexColor } from '../map/theme/node-colors.ts'

type ProjectSource = Pick<ProjectClient, 'graph' | 'node' | 'nodes' | 'project'>

/** Returns the nodes of these branches, or all nodes when none is named. */
export function collectExportedNodes(client: ProjectSource, topIds: readonly NodeId[]): readonly NodeRecord[] {
  if (topIds.length === 0) return [...client.nodes()]
  const ids = new Set(topIds.flatMap((id) => [id, ...getDescendantIds(client.graph, id)]))
  const chosen = [...ids].flatMap((id) => client.node(id) ?? [])
  return chosen.map((node) => ({ ...node, parentIds: node.parentIds.filter((id) => ids.has(id)) }))
}

/** Returns the title of the file and the map in it. */
export function getExportTitle(client: ProjectSource, topIds: readonly NodeId[]): string {
  const [topId] = topIds
  const title = topId === undefined ? client.project.get().title : toPlainText(client.node(topId)?.title ?? '')
  return title.trim() || projectExportTexts.untitled
}

/** Converts the project, or some branches of it, for export. */
export function toInterchangeProject(
  client: ProjectSource,
  topIds: readonly NodeId[],
  transitions: ReadonlyMap<NodeId, readonly Transition[]>,
  people: readonly FilePerson[] = [],
): InterchangeProject {
  const { body, layout, ...details } = client.project.get()
  return {
    title: getExportTitle(client, topIds),
    body: topIds.length === 0 ? body : '',
    layout,
    ...pickDefinitions(details),
    ...(people.length > 0 && { people }),
    nodes: collectExportedNodes(client, topIds).map((node) => toInterchangeNode(node, transitions.get(node.id))),
  }
}

/** Adds the comments on the nodes of the file. */
export function withComments(project: InterchangeProject, comments: readonly FileComment[]): InterchangeProject {
  const ids = new Set(project.nodes.map(({ id }) => id))
  const own = comments.filter(({ nodeId }) => ids.has(nodeId))
  return own.length === 0 ? project : { ...project, comments: own }
}

/** Returns the ids of everybody whom these nodes name. */
export function listNamedPeople(client: ProjectSource, topIds: readonly NodeId[]): readonly string[] {
  const personFields = client.project.get().fieldDefinitions.filter(({ type }) => type === 'person')
  const ids = collectExportedNodes(client, topIds).flatMap(({ assigneeIds, fields }) => [
    ...assigneeIds,
    ...personFields.flatMap(({ id }) => (typeof fields[id] === 'string' ? fields[id] : [])),
  ])
  return [...new Set(ids)]
}

/** The lists that nodes refer to. Empty ones and the usual unit are left out. */
const pickDefinitions = (details: Partial<ProjectDefinitions>): Partial<ProjectDefinitions> =>
  Object.fromEntries(
    (['tags', 'stages', 'fieldDefinitions', 'estimateUnit'] as const).flatMap((name) =>
      details[name] === undefined || sameValue(details[name], noDefinitions[name]) ? [] : [[name, details[name]]],
    ),
  )

function toInterchangeNode(node: NodeRecord, transitions: readonly Transition[] | undefined): InterchangeNode {
  // Other programs do not know shorter notations of a color.
  const colour = toHexColor(node.style.backgroundColor)
  // An unsaved change of one's own is in no history, so the history would not end with the node's status.
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
