import { isUuid } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { getTokenProject } from '../../api/token-rights.ts'
import type { ToolCall } from '../../api/tool.ts'
import type { Database } from '../../database/database.ts'
import { toolTexts } from '../../texts/tools.ts'
import { allowViewers, findProjectForViewer, findViewerBranch, isInBranch } from '../projects/index.ts'
import { findNodesInRange, findSharedPrefixes, readNeighborIds } from './store.ts'

const leastCharacters = 6
const mostCandidates = 20

export type ShortenId = (id: string) => string

/**
 * Shortens ids to prefixes that no other stored node has. A whole id costs a model as much as a line of text. Ids that
 * were not given here stay whole.
 */
export async function createIdShortener({ pool }: Pick<Database, 'pool'>, ids: Iterable<string>): Promise<ShortenId> {
  const asked = new Set(ids)
  if (asked.size === 0) return (id) => id
  const ranges = [...asked].map((id) => ({ id, ...toRange(id.slice(0, leastCharacters)) }))
  // Few ids share so many characters with another, so only those are compared with their neighbors.
  const shared = await findSharedPrefixes(pool, ranges)
  const neighbors = shared.length === 0 ? [] : await readNeighborIds(pool, shared)
  const lengths = new Map(
    neighbors.map(({ id, before, after }) => [
      id,
      Math.max(leastCharacters, 1 + Math.max(countShared(id, before ?? ''), countShared(id, after ?? ''))),
    ]),
  )
  return (id) => (asked.has(id) ? id.slice(0, lengths.get(id) ?? leastCharacters) : id)
}

const toRange = (digits: string) => ({ from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') })

function countShared(one: string, other: string): number {
  let count = 0
  while (count < other.length && one[count] === other[count]) count += 1
  return count
}

/** Returns the whole id. Whether the caller may do anything with the node is checked by what uses it. */
export async function findNodeId({ pool }: Database, { viewer }: ToolCall, given: string): Promise<string> {
  const prefix = given.trim().toLowerCase()
  if (isUuid(prefix)) return prefix
  const digits = prefix.replaceAll('-', '')
  if (!/^[0-9a-f]{6,32}$/u.test(digits)) throw badIdError(toolTexts.errors.shortId(given, leastCharacters))
  const searcher = { userId: viewer.person.id, only: getTokenProject(viewer) }
  const found = await findNodesInRange(pool, searcher, { ...toRange(digits), most: mostCandidates })
  const branch = await findViewerBranch(pool, viewer)
  const visible = (await keepVisible(pool, viewer, found)).filter(({ id }) => isInBranch(branch, id))
  const living = visible.filter(({ isDeleted }) => !isDeleted)
  const candidates = living.length > 0 ? living : visible
  const [first, ...others] = candidates.map(({ id }) => id)
  if (first === undefined) throw new ApiError('NOT_FOUND', toolTexts.errors.noNode(given))
  if (others.length === 0) return first
  const shorten = await createIdShortener({ pool }, [first, ...others])
  throw badIdError(toolTexts.errors.ambiguousId(given, [first, ...others].map(shorten).join(', ')))
}

/** A token for one project may have outlived the access of its person to it. */
async function keepVisible<Found extends { readonly projectId: string }>(
  db: Database['pool'],
  viewer: ToolCall['viewer'],
  found: readonly Found[],
): Promise<readonly Found[]> {
  const visible = new Set<string>()
  for (const projectId of new Set(found.map((node) => node.projectId))) {
    const access = await findProjectForViewer(db, viewer, projectId)
    if (access !== null && allowViewers(viewer, access) === 'allowed') visible.add(projectId)
  }
  return found.filter(({ projectId }) => visible.has(projectId))
}

const badIdError = (message: string): ApiError => new ApiError('BAD_USER_INPUT', message, { field: 'nodeId' })
