import { isUuid, type NodeId, type ProjectDefinitions, type Tag } from '@espalier/domain'
import {
  type FileDefinitions,
  type InterchangeProject,
  readSyncedMarkdown,
  type SyncedFile,
  writeSyncedMarkdown,
} from '@espalier/interchange'
import type { NodeRecord, SentProject } from '@espalier/sync'
import { matchNodes } from './match-nodes.ts'
import type { NodeName } from './sync-state.ts'
import { createPlan, type Plan, type PlanNode, selectBranch, toPlan } from './plan-document.ts'

/** The plan as the server has it. */
export interface ProjectSnapshot {
  readonly project: SentProject
  readonly nodes: readonly NodeRecord[]
}

/** Converts the branch to the form that files are written from. */
export function toInterchangeProject({ project, nodes }: ProjectSnapshot, branchId: NodeId | null): InterchangeProject {
  const { title, tags, stages, fieldDefinitions, estimateUnit } = project
  const shown = selectBranch(nodes, branchId)
  return { title, body: '', tags, stages, fieldDefinitions, estimateUnit, people: [], nodes: shown }
}

/** Thrown if the file cannot be read. */
export class UnreadableFile extends Error {}

interface ReadContext {
  readonly lists: FileDefinitions
  /** The titles of the nodes when the file was written. */
  readonly names: readonly NodeName[]
  readonly hasHeading: boolean
}

export function readFile(markdown: string, { lists, names, hasHeading }: ReadContext): SyncedFile {
  const read = readSyncedMarkdown(markdown, { lists, people: [], hasHeading, formerTitles: names })
  if (!read.ok) throw new UnreadableFile(read.reason.text)
  return read.value
}

/**
 * Returns the project as a file shows it, after writing and reading it: texts that Markdown writes in another way must
 * not look like changes.
 */
export function toShownPlan(
  snapshot: ProjectSnapshot,
  branchId: NodeId | null,
): { readonly plan: Plan; readonly heading: string } {
  const project = toInterchangeProject(snapshot, branchId)
  const file: SyncedFile = { project, heading: project.title, preamble: [], conflicts: new Map() }
  const text = writeSyncedMarkdown(file)
  const read = readFile(text, { lists: snapshot.project, names: [], hasHeading: true })
  return { plan: toPlan(read.project), heading: read.heading ?? '' }
}

/** Gives every node of the file an id: its own, that of the known node that it is, or a new one. */
export function assignIds(file: Plan, known: Plan, isUsable: (id: NodeId) => boolean, newId: () => NodeId): Plan {
  const stripped = createPlan(
    [...file.values()].map((node) =>
      isUuid(node.id) && !isUsable(node.id) ? { ...node, id: `lost ${node.id}` } : node,
    ),
  )
  const renamed = new Map([...file.keys()].map((id) => [id, stripped.has(id) ? id : `lost ${id}`]))
  const relinked = mapIds(stripped, (id) => renamed.get(id) ?? id)
  const matches = matchNodes(relinked, known)
  const ids = new Map<NodeId, NodeId>()
  for (const id of relinked.keys()) ids.set(id, matches.get(id) ?? (isUuid(id) ? id : newId()))
  return mapIds(relinked, (id) => ids.get(id) ?? id)
}

function mapIds(plan: Plan, map: (id: NodeId) => NodeId): Plan {
  const mapNode = (node: PlanNode): PlanNode => ({
    ...node,
    id: map(node.id),
    parentId: node.parentId === null ? null : map(node.parentId),
    sets: {
      ...node.sets,
      blockedByIds: node.sets.blockedByIds.map(map),
      extraParentIds: node.sets.extraParentIds.map(map),
    },
  })
  return createPlan([...plan.values()].map(mapNode))
}

/**
 * A plan has one root: other top-level lines of the file are put below it, and the root itself stays even if its line
 * is gone.
 */
export function putBelowRoot(file: Plan, root: PlanNode | undefined): Plan {
  if (root === undefined) return file
  const own = file.get(root.id)
  const isBelow = own !== undefined && own.parentId !== null
  const kept: PlanNode = { ...(own ?? root), parentId: null }
  const [inside, beside]: [PlanNode[], PlanNode[]] = [[], []]
  const aside = new Set<NodeId>()
  for (const node of file.values()) {
    if (node.id === root.id) continue
    const isTop = node.parentId === null
    if (isTop || aside.has(node.parentId ?? '')) aside.add(node.id)
    const placed = isTop ? { ...node, parentId: root.id } : node
    if (aside.has(node.id) && !isBelow) beside.push(placed)
    else inside.push(placed)
  }
  return createPlan([kept, ...inside, ...beside])
}

/** Finds the tags that the file names and the project does not have, and gives them ids. */
export function findNewTags(
  read: InterchangeProject,
  { tags }: ProjectDefinitions,
  newId: () => string,
): ReadonlyMap<string, Tag> {
  const known = new Set(tags.map(({ id }) => id))
  const used = new Set(read.nodes.flatMap(({ tagIds = [] }) => tagIds))
  const fresh = (read.tags ?? []).filter(({ id }) => !known.has(id) && used.has(id))
  return new Map(fresh.map((tag) => [tag.id, { ...tag, id: newId() }]))
}
