import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { minuteMs } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { ApiError } from '../../api/errors.ts'
import { type CallerHeaders, describeActor, type Viewer } from '../../api/viewer.ts'
import { readBranch } from '../../database/branches.ts'
import type { Database } from '../../database/database.ts'
import { readProjectIdsByNode } from '../../database/nodes.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import {
  type AccessRule,
  allowSignedIn,
  allowViewers,
  badInputError,
  findProjectForViewer,
  isStoredId,
  requireAllowedPerson,
  requireProjectAccess,
  type SignedInViewer,
} from '../projects/index.ts'
import {
  deleteToken,
  findTokenBySecret,
  insertToken,
  readTokens,
  readWorkingTokenIds,
  storeLastUse,
  type TokenRow,
} from './store.ts'

/** The policy of access tokens. People see and revoke only their own; programs manage none (`token-rights.ts`). */
const tokenPolicy = {
  'token.list': allowSignedIn,
  'token.create': allowSignedIn,
  'token.createForProject': allowViewers,
  'token.revoke': allowSignedIn,
} as const satisfies Record<string, AccessRule>

export interface AccessTokensOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Audit
  readonly log: Log
  /** Finds the person as they now are; null if they are gone. */
  findViewer(userId: string): Promise<SignedInViewer | null>
  readonly now?: () => Date
}

export interface AccessTokens {
  list(viewer: Viewer): Promise<readonly Api.AccessToken[]>
  create(viewer: Viewer, data: Api.AccessTokenInput): Promise<Api.CreatedAccessToken>
  revoke(viewer: Viewer, id: string): Promise<true>
  /** Closes the sockets of all tokens of a person who may no longer use them. */
  closeSockets(userId: string): Promise<void>
  /** Null without a bearer token. Throws UNAUTHENTICATED if there is one that does not work. */
  authenticate(headers: CallerHeaders): Promise<Viewer | null>
  /** Returns those of the sessions that belong to tokens which no longer work. */
  findEndedSessions(sessionIds: readonly string[]): Promise<readonly string[]>
}

const mostTokens = 50
const mostNameCharacters = 60
const secretBytes = 32
const secretPattern = /^esp_[\w-]{43}$/u
const prefixCharacters = 10

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A token's sockets are closed as those of a session are, under a name that no session has. */
const sessionPrefix = 'token '
const toSessionId = (tokenId: string): string => `${sessionPrefix}${tokenId}`
export const isTokenSession = (sessionId: string): boolean => sessionId.startsWith(sessionPrefix)

export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { database, bus, audit, log, now = () => new Date() } = options
  return {
    async list(viewer) {
      const { person } = requireAllowedPerson(viewer, tokenPolicy['token.list'])
      return (await readTokens(database.pool, person.id)).map(toView)
    },
    async create(viewer, data) {
      const { person } = requireAllowedPerson(viewer, tokenPolicy['token.create'])
      const given = readTokenInput(data, now())
      const wanted = { ...given, projectId: given.projectId ?? (await findProjectOfNode(database, given.nodeId)) }
      if (wanted.projectId !== null) {
        const found = await findProjectForViewer(database.pool, viewer, wanted.projectId)
        // A node that was named without its project is unknown, if its project is.
        if (given.projectId === null && allowViewers(viewer, found) !== 'allowed') throw badNodeError()
        requireProjectAccess(found, { viewer, rule: tokenPolicy['token.createForProject'], audit })
        if (given.nodeId !== null && (await readBranch(database.pool, wanted.projectId, given.nodeId)) === null)
          throw badNodeError()
      }
      const secret = `esp_${randomBytes(secretBytes).toString('base64url')}`
      const row: TokenRow = {
        ...wanted,
        id: randomUUID(),
        userId: person.id,
        prefix: secret.slice(0, prefixCharacters),
        createdAt: now(),
        lastUsedAt: null,
      }
      const isStored = await database.transaction(({ client }) =>
        insertToken(client, row, hashSecret(secret), mostTokens),
      )
      if (!isStored) throw badInputError(tokenTexts.tooMany(mostTokens), 'name')
      const { id: tokenId, role, projectId, nodeId } = row
      audit({ kind: 'token-created', ...describeActor(viewer), tokenId, name: row.name, role, projectId, nodeId })
      return { token: toView(row), secret }
    },
    async revoke(viewer, id) {
      const { person } = requireAllowedPerson(viewer, tokenPolicy['token.revoke'])
      const tokenId = id.toLowerCase()
      const isDeleted = isStoredId(tokenId) && (await deleteToken(database.pool, person.id, tokenId))
      if (!isDeleted) throw new ApiError('NOT_FOUND', tokenTexts.notFound)
      bus.publish({ kind: 'sessions-ended', sessionIds: [toSessionId(tokenId)] })
      audit({ kind: 'token-revoked', ...describeActor(viewer), tokenId })
      return true
    },
    async closeSockets(userId) {
      const sessionIds = (await readTokens(database.pool, userId)).map(({ id }) => toSessionId(id))
      if (sessionIds.length > 0) bus.publish({ kind: 'sessions-ended', sessionIds })
    },
    async authenticate({ authorization }) {
      const given = readBearer(authorization)
      if (given === null) return null
      const row = secretPattern.test(given) ? await findTokenBySecret(database.pool, hashSecret(given)) : null
      const at = now()
      const viewer = row === null || hasExpired(row, at) ? null : await options.findViewer(row.userId)
      if (row === null || viewer === null) throw invalidTokenError()
      if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= minuteMs) {
        // On a full disk a program can still read.
        await storeLastUse(database.pool, row.id, at).catch((error: unknown) =>
          log.warn({ err: error }, 'the last use of an access token could not be stored'),
        )
      }
      const { id, name, role, projectId, nodeId, expiresAt } = row
      return { ...viewer, sessionId: toSessionId(id), token: { id, name, role, projectId, nodeId, expiresAt } }
    },
    async findEndedSessions(sessionIds) {
      const own = sessionIds.filter(isTokenSession)
      if (own.length === 0) return []
      const ids = own.map((one) => one.slice(sessionPrefix.length))
      const working = await readWorkingTokenIds(database.pool, ids, now())
      return own.filter((one) => !working.has(one.slice(sessionPrefix.length)))
    },
  }
}

const invalidTokenError = (): ApiError => new ApiError('UNAUTHENTICATED', tokenTexts.invalid)

const hasExpired = ({ expiresAt }: TokenRow, at: Date): boolean => expiresAt !== null && expiresAt <= at

/** Other schemes are not ours: a proxy in front of the server may use them. */
function readBearer(authorization: string | undefined): string | null {
  const [scheme = '', given = ''] = (authorization ?? '').trim().split(/\s+/u)
  return scheme.toLowerCase() === 'bearer' ? given : null
}

function readTokenInput(
  { name: givenName, role, projectId, nodeId, expiresAt }: Api.AccessTokenInput,
  at: Date,
): Pick<TokenRow, 'name' | 'role' | 'projectId' | 'nodeId' | 'expiresAt'> {
  const name = givenName.trim()
  if (name === '' || name.length > mostNameCharacters)
    throw badInputError(tokenTexts.badName(mostNameCharacters), 'name')
  if (nodeId != null && !isStoredId(nodeId)) throw badNodeError()
  const expiry = expiresAt == null ? null : new Date(expiresAt)
  if (expiry !== null && (Number.isNaN(expiry.getTime()) || expiry <= at))
    throw badInputError(tokenTexts.badExpiry, 'expiresAt')
  return {
    name,
    role,
    projectId: projectId?.toLowerCase() ?? null,
    nodeId: nodeId?.toLowerCase() ?? null,
    expiresAt: expiry,
  }
}

const badNodeError = (): ApiError => badInputError(tokenTexts.badNode, 'nodeId')

async function findProjectOfNode({ pool }: Database, nodeId: string | null): Promise<string | null> {
  if (nodeId === null) return null
  const projectId = (await readProjectIdsByNode(pool, [nodeId])).get(nodeId)
  if (projectId === undefined) throw badNodeError()
  return projectId
}

const toView = ({
  id,
  name,
  role,
  projectId,
  nodeId,
  prefix,
  createdAt,
  expiresAt,
  lastUsedAt,
}: TokenRow): Api.AccessToken => ({
  id,
  name,
  role,
  projectId,
  nodeId,
  prefix,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt?.getTime() ?? null,
  lastUsedAt: lastUsedAt?.getTime() ?? null,
})
