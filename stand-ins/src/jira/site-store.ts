import { randomUUID } from 'node:crypto'

export type SiteFlavor = 'cloud' | 'data-center'

export const siteStatuses = [
  { id: '10000', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
  { id: '10001', name: 'In Progress', statusCategory: { id: 4, key: 'indeterminate', name: 'In Progress' } },
  { id: '10002', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
] as const
export type SiteStatus = (typeof siteStatuses)[number]
export type StatusName = SiteStatus['name']

export const siteIssueTypes = [
  { id: '10100', name: 'Epic', subtask: false, hierarchyLevel: 1 },
  { id: '10101', name: 'Story', subtask: false, hierarchyLevel: 0 },
  { id: '10102', name: 'Task', subtask: false, hierarchyLevel: 0 },
  { id: '10103', name: 'Sub-task', subtask: true, hierarchyLevel: -1 },
] as const
export type SiteIssueType = (typeof siteIssueTypes)[number]
export type TypeName = SiteIssueType['name']

export const siteLinkTypes = [
  { id: '10200', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
  { id: '10201', name: 'Relates', inward: 'relates to', outward: 'relates to' },
] as const

/** From the highest to the lowest, as the vendor lists them. */
export const sitePriorities = [
  { id: '1', name: 'Highest' },
  { id: '2', name: 'High' },
  { id: '3', name: 'Medium' },
  { id: '4', name: 'Low' },
  { id: '5', name: 'Lowest' },
] as const
export type SitePriority = (typeof sitePriorities)[number]

/** A person of the site. */
export interface SiteUser {
  readonly accountId: string
  readonly displayName: string
  readonly emailAddress: string
  /** The person's own choice: nobody else sees the address. */
  isEmailHidden: boolean
  isAssignable: boolean
}

/** Company-managed projects have the first field for story points, team-managed ones the second. */
export const storyPointsField = { id: 'customfield_10028', name: 'Story Points' }
export const storyPointEstimateField = { id: 'customfield_10016', name: 'Story point estimate' }

export const epicLinkField = 'customfield_10014'
export const epicNameField = 'customfield_10011'

export interface SiteIssue {
  readonly id: string
  key: string
  type: SiteIssueType
  summary: string
  /** A document on Cloud, wiki text on Data Center. */
  description: unknown
  status: SiteStatus
  parentId: string | null
  labels: readonly string[]
  assignee: SiteUser | null
  dueDate: string | null
  priority: SitePriority
  /** Story points by the id of their field. */
  points: Readonly<Record<string, number | null>>
  /** The original estimate of time tracking. */
  estimateSeconds: number | null
  /** Small values that programs store with an issue; no screen shows them. */
  properties: Readonly<Record<string, unknown>>
  epicName: string | null
  created: number
  updated: number
  /** The position in the order of a board. */
  rank: number
  /** A search does not see a change before this time. */
  indexedAt: number
  /** No transition leads out of its status. */
  isFrozen: boolean
}

export interface SiteLink {
  readonly id: string
  readonly typeId: string
  /** The blocking issue. */
  readonly inwardId: string
  /** The blocked issue. */
  readonly outwardId: string
}

export interface SiteProject {
  readonly id: string
  readonly key: string
  readonly name: string
}

type PlanningSeed = Partial<
  Pick<SiteIssue, 'assignee' | 'dueDate' | 'priority' | 'points' | 'estimateSeconds' | 'labels'>
>

export interface IssueSeed extends Readonly<PlanningSeed> {
  readonly projectKey?: string
  readonly type?: TypeName
  readonly summary: string
  readonly description?: unknown
  readonly status?: StatusName
  readonly parentKey?: string | null
}

/** The data of the site, independent of the protocol. */
export class SiteStore {
  readonly projects: SiteProject[] = [
    { id: '10300', key: 'ACME', name: 'Acme' },
    { id: '10301', key: 'OPS', name: 'Operations' },
  ]
  readonly issues = new Map<string, SiteIssue>()
  readonly links: SiteLink[] = []
  readonly users: SiteUser[] = []
  /** The fields for story points that the site has. */
  pointFields: readonly { readonly id: string; readonly name: string }[] = [storyPointEstimateField]
  readonly siteId = randomUUID()
  indexLagMs = 0
  /** Whether the site has Jira Software, which adds the field Rank. */
  hasRank = true
  /** Fields that are missing on the create and edit screens. */
  offCreateScreen: readonly string[] = []
  offEditScreen: readonly string[] = []
  /** Whether people may delete issues. */
  mayDelete = true
  #nextId = 10_400
  #nextRank = 0
  readonly #nextNumber = new Map<string, number>()
  #lastTick = 0

  /** Two changes never have the same time. */
  tick(): number {
    this.#lastTick = Math.max(Date.now(), this.#lastTick + 1)
    return this.#lastTick
  }

  find(idOrKey: string): SiteIssue | undefined {
    const byId = this.issues.get(idOrKey)
    return byId ?? [...this.issues.values()].find(({ key }) => key === idOrKey.toUpperCase())
  }

  ordered(): SiteIssue[] {
    return [...this.issues.values()].toSorted((left, right) => left.rank - right.rank)
  }

  addUser(emailAddress: string, displayName = emailAddress): SiteUser {
    const user = { accountId: `account-${this.users.length + 1}`, displayName, emailAddress }
    const added: SiteUser = { ...user, isEmailHidden: false, isAssignable: true }
    this.users.push(added)
    return added
  }

  listChildren(id: string): SiteIssue[] {
    return this.ordered().filter(({ parentId }) => parentId === id)
  }

  findProject({ key }: Pick<SiteIssue, 'key'>): SiteProject {
    const found = this.projects.find((project) => key.startsWith(`${project.key}-`))
    if (found === undefined) throw new Error(`no project has ${key}`)
    return found
  }

  add(seed: IssueSeed): SiteIssue {
    const projectKey = seed.projectKey ?? 'ACME'
    const number = (this.#nextNumber.get(projectKey) ?? 0) + 1
    this.#nextNumber.set(projectKey, number)
    const at = this.tick()
    const issue: SiteIssue = {
      id: String((this.#nextId += 1)),
      key: `${projectKey}-${number}`,
      type: findByName(siteIssueTypes, seed.type ?? 'Story'),
      summary: seed.summary,
      description: seed.description ?? null,
      status: findByName(siteStatuses, seed.status ?? 'To Do'),
      parentId: seed.parentKey == null ? null : this.#known(seed.parentKey).id,
      labels: seed.labels ?? [],
      assignee: seed.assignee ?? null,
      dueDate: seed.dueDate ?? null,
      // The vendor gives every issue a priority.
      priority: seed.priority ?? sitePriorities[2],
      points: seed.points ?? {},
      estimateSeconds: seed.estimateSeconds ?? null,
      properties: {},
      epicName: null,
      created: at,
      updated: at,
      rank: (this.#nextRank += 1),
      // Does not use the tick, which may run ahead of the clock.
      indexedAt: Date.now() + this.indexLagMs,
      isFrozen: false,
    }
    this.issues.set(issue.id, issue)
    return issue
  }

  change(issue: SiteIssue, values: Partial<SiteIssue>): void {
    Object.assign(issue, values, { updated: this.tick() })
  }

  /** Its sub-tasks are deleted with it; other children stay without a parent. */
  remove(issue: SiteIssue): void {
    for (const child of this.listChildren(issue.id)) {
      if (child.type.subtask) this.remove(child)
      else this.change(child, { parentId: null })
    }
    this.issues.delete(issue.id)
    const kept = this.links.filter(({ inwardId, outwardId }) => inwardId !== issue.id && outwardId !== issue.id)
    this.links.splice(0, this.links.length, ...kept)
  }

  /** The inward issue blocks the outward one. Answers the link, whether or not it was there. */
  link(typeId: string, inwardKey: string, outwardKey: string): SiteLink {
    const link = { typeId, inwardId: this.#known(inwardKey).id, outwardId: this.#known(outwardKey).id }
    const present = this.links.find(
      (other) => other.typeId === typeId && other.inwardId === link.inwardId && other.outwardId === link.outwardId,
    )
    if (present !== undefined) return present
    const made = { id: String((this.#nextId += 1)), ...link }
    this.links.push(made)
    this.#touchEnds(made)
    return made
  }

  /** Answers undefined if there is no such link. */
  unlink(id: string): SiteLink | undefined {
    const at = this.links.findIndex((link) => link.id === id)
    const [removed] = at < 0 ? [] : this.links.splice(at, 1)
    if (removed !== undefined) this.#touchEnds(removed)
    return removed
  }

  /** A link is part of the history of both issues. */
  #touchEnds({ inwardId, outwardId }: SiteLink): void {
    for (const id of [inwardId, outwardId]) {
      const issue = this.issues.get(id)
      if (issue !== undefined) this.change(issue, {})
    }
  }

  #known(key: string): SiteIssue {
    const found = this.find(key)
    if (found === undefined) throw new Error(`there is no ${key}`)
    return found
  }
}

export function findByName<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}
