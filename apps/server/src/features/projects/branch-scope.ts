import { randomUUID } from 'node:crypto'
import {
  type BlockerChoice,
  blockerInputs,
  chooseParents,
  getCompletionStatus,
  type GraphView,
  type NodeDiff,
  type StructureUpdate,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { getTokenBranch } from '../../api/token-rights.ts'
import type { Viewer } from '../../api/viewer.ts'
import { type Branch, readBranch } from '../../database/branches.ts'
import type { LoggedChange } from '../../database/change-log.ts'
import type { NodeView, SqlClient } from '../../database/nodes.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { toJiraFields } from './jira-fields.ts'
import { accessError, type AccessRule } from './policy.ts'
import type { ProjectView } from './project-view.ts'

/**
 * Limits what a program with a token for one branch may read and write. Everything that is about nodes asks here;
 * fields of the schema that do not are refused by `api/token-rights.ts`.
 */
export type { Branch } from '../../database/branches.ts'

/** Null: the viewer is not limited to a branch. Throws if the branch is gone. */
export async function findViewerBranch(db: SqlClient, viewer: Viewer): Promise<Branch | null> {
  const limits = getTokenBranch(viewer)
  if (limits === null) return null
  const branch = await readBranch(db, limits.projectId, limits.nodeId)
  if (branch === null) throw accessError('NOT_FOUND')
  return branch
}

export const isInBranch = (branch: Branch | null, id: string): boolean => branch === null || branch.ids.has(id)

/** The rule for an operation on one node: outside of the branch it is missing, whatever the rule says. */
export const allowInBranch =
  (rule: AccessRule, nodeId: string): AccessRule =>
  (viewer, access) =>
    access !== null && !isInBranch(access.branch ?? null, nodeId) ? 'NOT_FOUND' : rule(viewer, access)

/** Leaves out of a node what names others outside of the branch. */
export function hideOutside<Node extends Partial<Pick<NodeView, 'parentId' | 'parentIds' | 'blockedByIds'>>>(
  branch: Branch | null,
  node: Node,
): Node {
  if (branch === null) return node
  const filterInside = (ids: readonly string[] | undefined) => ids?.filter((id) => branch.ids.has(id)) ?? []
  const parentIds = node['parentIds'] === undefined ? undefined : filterInside(node.parentIds)
  return {
    ...node,
    ...(parentIds !== undefined && { parentIds, parentId: parentIds[0] ?? null }),
    ...(node.blockedByIds !== undefined && { blockedByIds: filterInside(node.blockedByIds) }),
  }
}

/** A branch shows the project's title, and the lists without which its nodes cannot be read. */
export function hideProject<View extends Partial<ProjectView>>(branch: Branch | null, view: View): View {
  if (branch === null) return view
  const hidden = {
    owner: '',
    body: '',
    json: null,
    views: [],
    completionStatus: getCompletionStatus(branch.counts),
    sharing: { generalAccess: 'restricted', users: {}, editorsMayShare: false },
    integrationSettings: {
      jiraSync: false,
      jiraFields: toJiraFields({ jira_fields: [], jira_estimate: 'points', jira_links: 'parents' }),
    },
  }
  const shown = Object.entries(hidden).filter(([name]) => Object.hasOwn(view, name))
  return { ...view, ...Object.fromEntries(shown) }
}

const refuse = (): ApiError => new ApiError('FORBIDDEN', tokenTexts.oneBranch)

/** An id that no node has, so that a node outside is answered exactly as an unknown one. */
export const toKnownId = <Id extends string | null | undefined>(branch: Branch | null, id: Id): Id =>
  id == null || isInBranch(branch, id) ? id : (randomUUID() as Id)

const toKnownIds = (branch: Branch, ids: readonly string[] | null | undefined): readonly string[] | null | undefined =>
  ids?.map((id) => toKnownId(branch, id)) ?? ids

/**
 * Rewrites a requested structure so that it names nothing outside, and leaves the parents and blockers outside, which
 * the program does not see, as they are.
 */
export function limitStructure(
  branch: Branch | null,
  graph: GraphView,
  ids: readonly string[],
  structure: StructureUpdate,
): StructureUpdate {
  if (branch === null) return structure
  const known: StructureUpdate = {
    ...structure,
    parentId: toKnownId(branch, structure.parentId),
    parentIds: toKnownIds(branch, structure.parentIds),
    afterId: toKnownId(branch, structure.afterId),
    beforeId: toKnownId(branch, structure.beforeId),
    ...limitBlockers(branch, structure),
  }
  const nodes = ids.flatMap((id) => graph.node(id) ?? [])
  const isOutside = (id: string): boolean => !branch.ids.has(id)
  const hasHidden = nodes.some((node) => node.parentIds.some(isOutside) || node.blockedByIds.some(isOutside))
  const isSetWhole = known.parentId !== undefined || known.parentIds !== undefined || known.blockedByIds != null
  if (!hasHidden || !isSetWhole) return known
  const [node] = nodes
  // Nodes of one update may have different parents outside, and an update has only one list for all of them.
  if (node === undefined || nodes.length > 1) throw refuse()
  return {
    ...known,
    ...keepHiddenParents(branch, node.parentIds, known),
    ...keepHiddenBlockers(branch, node.blockedByIds, known),
  }
}

function keepHiddenParents(branch: Branch, present: readonly string[], update: StructureUpdate): StructureUpdate {
  if (update.parentId === undefined && update.parentIds === undefined) return {}
  const visible = present.filter((id) => branch.ids.has(id))
  const hidden = present.filter((id) => !branch.ids.has(id))
  const chosen = chooseParents(visible, update)
  if (!chosen.ok) return {}
  const isFirstHidden = hidden.length > 0 && hidden[0] === present[0]
  const parentIds = isFirstHidden ? [...hidden, ...chosen.value] : [...chosen.value, ...hidden]
  return { parentId: undefined, parentIds }
}

function keepHiddenBlockers(branch: Branch, present: readonly string[], update: StructureUpdate): StructureUpdate {
  if (update.blockedByIds == null) return {}
  return { blockedByIds: [...update.blockedByIds, ...present.filter((id) => !branch.ids.has(id))] }
}

/** The same for the blockers alone. */
export function limitBlockers(branch: Branch | null, choice: BlockerChoice): BlockerChoice {
  if (branch === null) return choice
  const given = blockerInputs.filter((input) => choice[input] != null)
  return Object.fromEntries(given.map((input) => [input, toKnownIds(branch, choice[input])]))
}

/** Throws if a new node would not be below the branch's top. */
export function requirePlaceInBranch(branch: Branch | null, parentId: string | null | undefined): void {
  if (branch !== null && parentId == null) throw refuse()
}

/**
 * A node that is also below a parent outside may make its siblings there move a little to keep their distance. They
 * stay, because they are not the program's: the next change among them makes room.
 */
export const leaveOutsideInPlace = (branch: Branch | null, diffs: readonly NodeDiff[]): readonly NodeDiff[] =>
  branch === null ? diffs : diffs.filter(({ id, after }) => branch.ids.has(id) || !isReposition(after))

const isReposition = (after: NodeDiff['after']): boolean =>
  Object.keys(after).length === 1 && typeof after['position'] === 'number'

/**
 * Checks every change of a write before it is stored, whatever decided it: nothing outside changes, nothing gets a
 * parent or blocker outside or loses one, and the top of the branch stays where it is.
 */
export function createBranchGuard(
  branch: Branch,
): (change: Pick<LoggedChange, 'payload' | 'before' | 'copies'>) => void {
  const inside = new Set(branch.ids)
  const keepsLinks = (was: readonly string[], becomes: readonly string[]): boolean =>
    becomes.every((id) => inside.has(id) || was.includes(id)) &&
    was.every((id) => inside.has(id) || becomes.includes(id))
  return ({ payload, before, copies }) => {
    if (payload.project !== undefined || copies !== undefined) throw refuse()
    const former = new Map((before?.nodes ?? []).map((node) => [node.id, node]))
    for (const { id, projectId, parentIds, blockedByIds, isDeleted } of payload.nodes ?? []) {
      const isNew = projectId !== undefined
      const was = former.get(id) ?? {}
      if (isNew) inside.add(id)
      if (!inside.has(id)) throw refuse()
      if (id === branch.rootId && (parentIds !== undefined || isDeleted === true)) throw refuse()
      if (parentIds?.length === 0) throw refuse()
      if (parentIds !== undefined && !keepsLinks(readIds(was, 'parentIds'), parentIds)) throw refuse()
      if (blockedByIds !== undefined && !keepsLinks(readIds(was, 'blockedByIds'), blockedByIds)) throw refuse()
    }
  }
}

const readIds = (fields: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  (fields[name] ?? []) as readonly string[]
