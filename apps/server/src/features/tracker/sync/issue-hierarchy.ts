import type { TrackerProject } from '../../../ports/tracker.ts'
import type { IssueHierarchy, IssueHierarchyNode } from '../links/issue-link-store.ts'
import type { TrackerChoices } from '../settings/connection-store.ts'

const epicLevel = 1
const standardLevel = 0
const subtaskLevel = -1

/** What a new node becomes in the tracker. */
export interface IssueTarget {
  readonly projectKey: string
  readonly typeId: string
  readonly level: number
}

export const toTrackerProjectKey = (issueKey: string): string => issueKey.replace(/-\d+$/, '')

/** Of an issue's type; where the site does not tell, an issue is an ordinary one. */
export function findIssueLevel(projects: readonly TrackerProject[], typeId: string, epicTypeId: string | null): number {
  for (const { issueTypes } of projects) {
    const type = issueTypes.find(({ id }) => id === typeId)
    if (type !== undefined) return type.level
  }
  return typeId === epicTypeId ? epicLevel : standardLevel
}

/** A root is an epic, what hangs from an epic an ordinary issue, what hangs from that a sub-task; deeper ones are ordinary again. */
export function findIssueTarget(
  lineage: IssueHierarchy,
  nodeId: string,
  projects: readonly TrackerProject[],
  choices: TrackerChoices,
): IssueTarget | string {
  const above = listAncestors(lineage, nodeId).find(({ issueKey, isDeleted }) => issueKey !== null && !isDeleted)
  const projectKey = above?.issueKey == null ? choices.projectKey : toTrackerProjectKey(above.issueKey)
  if (projectKey === null) return 'Choose a project for new issues: the owner of this project does so under Account.'
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
  return `Jira offers no issue type for new issues in ${projectKey}. Ask its administrator for the right to create issues there.`
}

export interface IssueParent {
  /** The issue it hangs from in the tracker. */
  readonly parentKey: string | null
  /** Why that is not the issue of the node above it; null: it is. */
  readonly reason: string | null
}

/** The tracker lets an issue hang only from one that is one level up: the nearest such above the node. */
export function findIssueParent(lineage: IssueHierarchy, nodeId: string, level: number): IssueParent {
  const above = listAncestors(lineage, nodeId).filter(({ isDeleted }) => !isDeleted)
  const fitting = above.find((kin) => kin.issueKey !== null && kin.level === level + 1)
  const parentKey = fitting?.issueKey ?? null
  const [direct] = above
  if (direct === undefined || fitting === direct) return { parentKey, reason: null }
  if (direct.issueKey === null) return { parentKey, reason: 'The node above it has no issue in Jira yet.' }
  const where = parentKey === null ? 'stands alone' : `hangs from ${parentKey}`
  return { parentKey, reason: `Jira does not keep this level below ${direct.issueKey}: there the issue ${where}.` }
}

/** No chain of a project is longer. */
const maxDepth = 1_000

/** Those above a node, the nearest first. */
export function listAncestors(lineage: IssueHierarchy, id: string): IssueHierarchyNode[] {
  const found: IssueHierarchyNode[] = []
  let next = lineage.get(id)?.parentId ?? null
  while (next !== null && found.length < maxDepth) {
    const kin = lineage.get(next)
    if (kin === undefined) break
    found.push(kin)
    next = kin.parentId
  }
  return found
}

/** In the order in which they can be told: whoever hangs from another comes after it. */
export function groupByDepth(lineage: IssueHierarchy, ids: readonly string[]): readonly (readonly string[])[] {
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const depth = listAncestors(lineage, id).length
    depths.set(id, depth)
    return depth
  }
  const layers = new Map<number, string[]>()
  for (const id of ids) {
    const layer = layers.get(depthOf(id)) ?? []
    layer.push(id)
    layers.set(depthOf(id), layer)
  }
  return [...layers].toSorted(([left], [right]) => left - right).map(([, layer]) => layer)
}
