import type { TrackerProject } from '../../../ports/tracker.ts'
import type { IssueHierarchy, IssueHierarchyNode } from '../links/issue-link-store.ts'
import type { TrackerChoices } from '../settings/connection-store.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'

const epicLevel = 1
const standardLevel = 0
const subtaskLevel = -1

/** The kind of issue that a new node becomes in the tracker. */
export interface IssueTarget {
  readonly projectKey: string
  readonly typeId: string
  readonly level: number
}

export const toTrackerProjectKey = (issueKey: string): string => issueKey.replace(/-\d+$/, '')

/** Returns the level of an issue's type; if the site does not report it, the issue is an ordinary one. */
export function findIssueLevel(projects: readonly TrackerProject[], typeId: string, epicTypeId: string | null): number {
  for (const { issueTypes } of projects) {
    const type = issueTypes.find(({ id }) => id === typeId)
    if (type !== undefined) return type.level
  }
  return typeId === epicTypeId ? epicLevel : standardLevel
}

/**
 * A root becomes an epic, a child of an epic an ordinary issue, and a child of that a sub-task; deeper nodes are
 * ordinary again.
 */
export function findIssueTarget(
  hierarchy: IssueHierarchy,
  nodeId: string,
  projects: readonly TrackerProject[],
  choices: TrackerChoices,
): IssueTarget | string {
  const above = listAncestors(hierarchy, nodeId).find(({ issueKey, isDeleted }) => issueKey !== null && !isDeleted)
  const projectKey = above?.issueKey == null ? choices.projectKey : toTrackerProjectKey(above.issueKey)
  if (projectKey === null) return trackerErrorTexts.sync.noProject
  const types = projects.find(({ key }) => key === projectKey)?.issueTypes ?? []
  const typeAt = (level: number, chosen: string | null): string | undefined =>
    (types.find(({ id }) => id === chosen) ?? types.find((type) => type.level === level))?.id
  const standard = typeAt(standardLevel, choices.issueTypeId)
  const epic = choices.epicTypeId === null ? undefined : typeAt(epicLevel, choices.epicTypeId)
  const subtask = typeAt(subtaskLevel, null)
  if (above === undefined && epic !== undefined) return { projectKey, typeId: epic, level: epicLevel }
  if (above?.level === standardLevel && subtask !== undefined)
    return { projectKey, typeId: subtask, level: subtaskLevel }
  if (standard !== undefined) return { projectKey, typeId: standard, level: standardLevel }
  return trackerErrorTexts.sync.noIssueType(projectKey)
}

export interface IssueParent {
  /** The key of its parent issue in the tracker. */
  readonly parentKey: string | null
  /** The reason why the parent is not the issue of the parent node; null if it is. */
  readonly reason: string | null
}

/** The tracker accepts only a parent one level up: the nearest such ancestor of the node. */
export function findIssueParent(hierarchy: IssueHierarchy, nodeId: string, level: number): IssueParent {
  const above = listAncestors(hierarchy, nodeId).filter(({ isDeleted }) => !isDeleted)
  const parent = above.find((ancestor) => ancestor.issueKey !== null && ancestor.level === level + 1)
  const parentKey = parent?.issueKey ?? null
  const [direct] = above
  if (direct === undefined || parent === direct) return { parentKey, reason: null }
  if (direct.issueKey === null) return { parentKey, reason: trackerErrorTexts.sync.parentHasNoIssue }
  const { wrongLevelAlone, wrongLevelBelow } = trackerErrorTexts.sync
  const reason = parentKey === null ? wrongLevelAlone(direct.issueKey) : wrongLevelBelow(direct.issueKey, parentKey)
  return { parentKey, reason }
}

/** No chain of parents in a project is longer. */
const maxDepth = 1_000

/** Lists the ancestors of a node, the nearest first. */
export function listAncestors(hierarchy: IssueHierarchy, id: string): IssueHierarchyNode[] {
  const found: IssueHierarchyNode[] = []
  let next = hierarchy.get(id)?.parentId ?? null
  while (next !== null && found.length < maxDepth) {
    const ancestor = hierarchy.get(next)
    if (ancestor === undefined) break
    found.push(ancestor)
    next = ancestor.parentId
  }
  return found
}

/** Groups nodes in the order in which they can be sent: parents before children. */
export function groupByDepth(hierarchy: IssueHierarchy, ids: readonly string[]): readonly (readonly string[])[] {
  const depths = new Map<string, number>()
  const computeDepth = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const depth = listAncestors(hierarchy, id).length
    depths.set(id, depth)
    return depth
  }
  const layers = new Map<number, string[]>()
  for (const id of ids) {
    const layer = layers.get(computeDepth(id)) ?? []
    layer.push(id)
    layers.set(computeDepth(id), layer)
  }
  return [...layers].toSorted(([left], [right]) => left - right).map(([, layer]) => layer)
}
