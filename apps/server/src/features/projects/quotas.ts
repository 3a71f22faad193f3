import { ApiError } from '../../api/errors.ts'
import type { SqlClient } from '../../database/nodes.ts'
import { type ProjectHead, readAccountUsage, readLargestProjects } from '../../database/projects.ts'
import { trimChangeLogToSize } from '../../database/upkeep.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

/** The limits of an account and of a project. The owner's account is charged for everything in their projects. */
export interface QuotaLimits {
  readonly projects: number
  /** Nodes of one project without deleted ones. */
  readonly projectNodes: number
  readonly projectBytes: number
  /** All projects of an owner, including the trash and the change logs. */
  readonly accountBytes: number
  /** The change log of one project; older changes are dropped. */
  readonly historyBytes: number
}

/** The growth of a project in one write. */
export interface ProjectGrowth {
  readonly before: ProjectHead
  readonly after: ProjectHead
  /** The growth of the change log. */
  readonly historyBytes: number
  readonly actor: string
}

export interface SpaceRequest {
  readonly owner: string
  readonly actor: string
  /** Nodes and content bytes including the addition, without deleted nodes. */
  readonly nodes: number
  readonly bytes: number
  /** The bytes that are added to the account. */
  readonly more: number
}

export interface QuotaUsage {
  readonly kind: 'projects' | 'account_bytes' | 'project_nodes' | 'project_bytes'
  readonly used: number
  readonly limit: number
  readonly projectId: string | null
  readonly projectTitle: string | null
}

export interface Quotas {
  /** Throws if the owner has reached the project limit. */
  requireProjectAllowed(db: SqlClient, owner: string): Promise<void>
  /** Throws if a large addition would not fit, before any of it is stored. */
  requireSpace(db: SqlClient, room: SpaceRequest): Promise<void>
  /** Throws if the result of a transaction does not fit; drops the oldest history if there is too much of it. */
  applyGrowth(db: SqlClient, growth: ProjectGrowth): Promise<void>
  readUsage(db: SqlClient, owner: string): Promise<readonly QuotaUsage[]>
}

const megabyte = 1_000_000
const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte).toLocaleString('en-US')} MB`
const formatCount = (count: number): string => count.toLocaleString('en-US')
const quotaError = (message: string): ApiError => new ApiError('BAD_USER_INPUT', message, { field: 'quota' })

/** A full account may still change texts without growth, unless the log would grow by more than this. */
const smallChangeBytes = 100_000
const fullHistoryBytes = megabyte
/** The share of the free space that may be used before the usage is queried again. */
const allowanceShare = 0.1
const allowanceMs = 60_000
const maxAllowances = 10_000

export function createQuotas(limits: QuotaLimits, now: () => number = () => performance.now()): Quotas {
  const allowances = new Map<string, { bytes: number; readonly endsAt: number }>()

  /** Whether an owner has space for more bytes. Summing up all projects at each change would be slow. */
  const hasRoom = async (db: SqlClient, owner: string, more: number, isStored: boolean): Promise<boolean> => {
    const allowance = allowances.get(owner)
    if (allowance !== undefined && allowance.endsAt > now() && allowance.bytes >= more) {
      allowance.bytes -= isStored ? more : 0
      return true
    }
    allowances.delete(owner)
    const { bytes } = await readAccountUsage(db, owner)
    const free = limits.accountBytes - bytes - (isStored ? 0 : more)
    if (free > 0) allowances.set(owner, { bytes: free * allowanceShare, endsAt: now() + allowanceMs })
    const [oldest] = allowances.keys()
    if (allowances.size > maxAllowances && oldest !== undefined) allowances.delete(oldest)
    return free >= 0
  }
  const accountFull = (isOwner: boolean): ApiError =>
    quotaError(
      isOwner
        ? projectErrorTexts.quota.ownAccountFull(formatMegabytes(limits.accountBytes))
        : projectErrorTexts.quota.ownerAccountFull(formatMegabytes(limits.accountBytes)),
    )
  const requireProjectRoom = (nodes: number, bytes: number): void => {
    if (nodes > limits.projectNodes) {
      throw quotaError(projectErrorTexts.quota.tooManyNodes(formatCount(limits.projectNodes)))
    }
    if (bytes > limits.projectBytes) {
      throw quotaError(projectErrorTexts.quota.tooMuchText(formatMegabytes(limits.projectBytes)))
    }
  }

  return {
    async requireProjectAllowed(db, owner) {
      const { projects } = await readAccountUsage(db, owner)
      if (projects < limits.projects) return
      throw quotaError(projectErrorTexts.quota.tooManyProjects(formatCount(limits.projects)))
    },
    async requireSpace(db, { owner, actor, nodes, bytes, more }) {
      requireProjectRoom(nodes, bytes)
      if (more > smallChangeBytes && !(await hasRoom(db, owner, more, false))) throw accountFull(owner === actor)
    },
    async applyGrowth(db, { before, after, historyBytes, actor }) {
      const grown = countProjectBytes(after) - countProjectBytes(before)
      const isMore = countLivingNodes(after) > countLivingNodes(before)
      if (grown > 0 || isMore)
        requireProjectRoom(isMore ? countLivingNodes(after) : 0, grown > 0 ? countProjectBytes(after) : 0)
      const isFull = !(await hasRoom(db, after.owner, Math.max(0, grown + historyBytes), true))
      if (isFull && (grown > 0 || historyBytes > smallChangeBytes)) throw accountFull(after.owner === actor)
      const most = isFull ? Math.min(fullHistoryBytes, limits.historyBytes) : limits.historyBytes
      // Trimmed to half of the limit, so that the next change does not find the log full again.
      if (after.history_bytes > most) await trimChangeLogToSize(db, after.id, most / 2)
    },
    async readUsage(db, owner) {
      const { projects, bytes } = await readAccountUsage(db, owner)
      const { byNodes, byBytes } = await readLargestProjects(db, owner)
      const none = { projectId: null, projectTitle: null }
      const named = (project: typeof byNodes) => ({
        used: project?.size ?? 0,
        projectId: project?.id ?? null,
        projectTitle: project?.title ?? null,
      })
      return [
        { kind: 'projects', used: projects, limit: limits.projects, ...none },
        { kind: 'account_bytes', used: bytes, limit: limits.accountBytes, ...none },
        { kind: 'project_nodes', limit: limits.projectNodes, ...named(byNodes) },
        { kind: 'project_bytes', limit: limits.projectBytes, ...named(byBytes) },
      ]
    },
  }
}

const countProjectBytes = (project: ProjectHead): number => project.content_bytes + project.text_bytes
const countLivingNodes = (project: ProjectHead): number =>
  project.todo_count + project.progress_count + project.done_count
