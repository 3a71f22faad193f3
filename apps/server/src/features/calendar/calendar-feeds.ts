import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { canView, findRole } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { describeActor, type Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import { type ProjectHead, readProjectHead, readProjectMembership } from '../../database/projects.ts'
import type { Audit } from '../../ports/log.ts'
import { createSealing, type Sealing } from '../../security/cryptography.ts'
import { calendarTexts } from '../../texts/work.ts'
import {
  type AccessRule,
  allowSignedIn,
  allowViewers,
  badInputError,
  findProjectForViewer,
  isStoredId,
  requireAllowedPerson,
  requireProjectAccess,
} from '../projects/index.ts'
import {
  type DatedNode,
  deleteFeed,
  type FeedRow,
  findFeedBySecret,
  insertFeed,
  readAssignedDates,
  readFeeds,
  readProjectDates,
} from './store.ts'

/** Everybody who can see a project may read its dates; without a session there is nobody to whom an address belongs. */
const allowSignedInViewers: AccessRule = (viewer, access) =>
  viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : allowViewers(viewer, access)

/** The policy of calendar addresses. People see and revoke only their own. */
const calendarPolicy = {
  'calendar.list': allowSignedIn,
  'calendar.create': allowSignedIn,
  'calendar.createForProject': allowSignedInViewers,
  'calendar.revoke': allowSignedIn,
} as const satisfies Record<string, AccessRule>

export interface CalendarFeedsOptions {
  readonly database: Database
  readonly secrets: readonly string[]
  readonly audit: Audit
  /** Whether the person may still use the product's data. If unset, everybody may. */
  mayRead?(userId: string): Promise<boolean>
  /** The API's URL. */
  apiUrl(): string
  readonly now?: () => Date
}

interface CalendarFeedView {
  readonly id: string
  readonly projectId: string | null
  readonly url: string
  readonly createdAt: number
}

/** The person and projects of a calendar address, as they are now. */
export interface OpenedFeed {
  readonly id: string
  /** Null: everything assigned to the person. */
  readonly project: ProjectHead | null
  readNodes(): Promise<readonly DatedNode[]>
}

export interface CalendarFeeds {
  list(viewer: Viewer): Promise<readonly CalendarFeedView[]>
  create(viewer: Viewer, projectId: string | null): Promise<CalendarFeedView>
  revoke(viewer: Viewer, id: string): Promise<true>
  /** Returns null if the secret is unknown or revoked, or its person can no longer see the project. */
  open(secret: string): Promise<OpenedFeed | null>
}

const mostFeeds = 50
const secretBytes = 32
const secretPattern = /^[\w-]{43}$/u

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const nameSecret = (id: string): string => `calendar feed ${id}`

export function createCalendarFeeds(options: CalendarFeedsOptions): CalendarFeeds {
  const { database, audit, now = () => new Date() } = options
  const sealing = createSealing(options.secrets)
  const toView = (row: FeedRow): CalendarFeedView => ({
    id: row.id,
    projectId: row.projectId,
    url: buildUrl(options.apiUrl(), sealing, row),
    createdAt: row.createdAt.getTime(),
  })
  return {
    async list(viewer) {
      const { person } = requireAllowedPerson(viewer, calendarPolicy['calendar.list'])
      return (await readFeeds(database.pool, person.id)).map(toView)
    },
    async create(viewer, projectId) {
      const { person } = requireAllowedPerson(viewer, calendarPolicy['calendar.create'])
      if (projectId !== null) {
        const found = await findProjectForViewer(database.pool, viewer, projectId)
        requireProjectAccess(found, { viewer, rule: calendarPolicy['calendar.createForProject'], audit })
      }
      const id = randomUUID()
      const secret = randomBytes(secretBytes).toString('base64url')
      const sealedSecret = sealing.seal(secret, nameSecret(id))
      const row = { id, userId: person.id, projectId: projectId?.toLowerCase() ?? null, sealedSecret, createdAt: now() }
      const isStored = await database.transaction((tx) => insertFeed(tx.client, row, hashSecret(secret), mostFeeds))
      if (!isStored) throw badInputError(calendarTexts.tooMany(mostFeeds), 'projectId')
      audit({ kind: 'calendar-created', ...describeActor(viewer), projectId: row.projectId })
      return toView(row)
    },
    async revoke(viewer, id) {
      const { person } = requireAllowedPerson(viewer, calendarPolicy['calendar.revoke'])
      const isDeleted = isStoredId(id) && (await deleteFeed(database.pool, person.id, id))
      if (!isDeleted) throw new ApiError('NOT_FOUND', calendarTexts.noFeed)
      return true
    },
    async open(secret) {
      const feed = secretPattern.test(secret) ? await findFeedBySecret(database.pool, hashSecret(secret)) : null
      if (feed === null) return null
      const { id, userId, projectId } = feed
      // A calendar program has no session that could be ended.
      if (options.mayRead !== undefined && !(await options.mayRead(userId))) return null
      if (projectId === null) return { id, project: null, readNodes: () => readAssignedDates(database.pool, userId) }
      const project = await findVisibleProject(database, userId, projectId)
      return project === null ? null : { id, project, readNodes: () => readProjectDates(database.pool, projectId) }
    },
  }
}

function buildUrl(apiUrl: string, sealing: Sealing, { id, sealedSecret }: FeedRow): string {
  const secret = sealing.open(sealedSecret, nameSecret(id))
  return secret === null ? '' : new URL(`/calendar/${secret}.ics`, apiUrl).href
}

/** The person is not signed in while a calendar program reads: their access is read each time. */
async function findVisibleProject({ pool }: Database, userId: string, projectId: string): Promise<ProjectHead | null> {
  const project = await readProjectHead(pool, projectId)
  // Also the owner's calendar does not show what is in the trash.
  if (project === undefined || project.status === 'deleted') return null
  const membership = userId === project.owner ? null : await readProjectMembership(pool, projectId, userId)
  const users = membership === null ? {} : { [userId]: membership.role }
  const role = findRole(userId, { owner: project.owner, sharing: { generalAccess: project.general_access, users } })
  return canView({ role, status: project.status }) ? project : null
}
