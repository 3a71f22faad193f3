import { type QuerySearchArgs, type SearchHitValue, typeDefs } from '@espalier/schema/server'
import type { GraphQLResolveInfo } from 'graphql'
import { type ApiSlice, type GraphqlContext, readSelectedFieldsBelow } from '../../api/slice.ts'
import { getTokenProject } from '../../api/token-rights.ts'
import type { Database } from '../../database/database.ts'
import { buildNodeJson } from '../../database/nodes.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import { createSemaphore } from '../../reliability/semaphore.ts'
import { searchErrorTexts } from '../../texts/search.ts'
import { readNodesOfProjects } from '../my-work/index.ts'
import {
  type AccessRule,
  allowSignedIn,
  badInputError,
  findViewerBranch,
  hideOutside,
  hideProject,
  readListedProjects,
  requireAllowedPerson,
} from '../projects/index.ts'
import { findExcerpt } from './excerpt.ts'
import { buildSearchQuery, chooseCorrections, findSimilarity, toWantedWords, type WantedWord } from './query.ts'
import {
  type HitRow,
  indexMissingNodes,
  listOlderRanges,
  mostTextBytes,
  pickBestHits,
  readCommentHits,
  readHits,
  readProjectHits,
  readSimilarWords,
  readVisibleProjects,
  readWords,
  recentProjects,
  type SearchScope,
  type WantedHits,
} from './store.ts'

/** The policy of searching. Which projects are searched is part of the query. */
const searchPolicy = { 'search.read': allowSignedIn } as const satisfies Record<string, AccessRule>

export const searchSlice = (database: Database): ApiSlice => ({
  name: 'search',
  typeDefs: typeDefs.search,
  resolvers: {
    Query: { search: (_parent, args, context, details) => search(database, args, context, details) },
  },
})

export const searchJobRunners = (database: Database): Pick<JobRunners, 'index-search'> => ({
  'index-search': () => indexMissingNodes(database),
})

const mostHits = 100
const mostCharacters = 500
/** The JSON of a node's short fields, of its project and of the excerpt. */
const bytesPerHit = 3_000
/** A request may hold two of them, and four connections. */
const queriesAtOnce = 2

async function search(
  database: Database,
  { text, first: wantedHits }: QuerySearchArgs,
  { viewer, budget }: GraphqlContext,
  details: GraphQLResolveInfo,
): Promise<SearchHitValue[]> {
  const userId = requireAllowedPerson(viewer, searchPolicy['search.read']).person.id
  const first = wantedHits ?? 20
  if (first < 1 || first > mostHits) throw badInputError(searchErrorTexts.badCount(mostHits), 'first')
  if (text.length > mostCharacters) throw badInputError(searchErrorTexts.tooLong(mostCharacters), 'text')
  const queries = createSemaphore(queriesAtOnce)
  const run: RunQuery = (query) => queries.run(() => query(database.pool))
  const [read, visible, branch] = await Promise.all([
    run((pool) => readWords(pool, text)),
    run((pool) => readVisibleProjects(pool, { userId, only: getTokenProject(viewer) })),
    run((pool) => findViewerBranch(pool, viewer)),
  ])
  const words = toWantedWords(read)
  if (words.length === 0) return []
  // A limit of the database cuts what is read of each text.
  await budget.reserve({ rows: first, bytes: first * mostTextBytes })
  const scope = { ...visible, nodeIds: branch?.livingIds ?? null }
  const { found, wanted } = await findHits(run, { ...scope, words, most: first })
  const page = found.slice(0, first)
  const bytes = page.reduce((sum, hit) => sum + hit.bytes + bytesPerHit, 0)
  await budget.reserve({ rows: page.length, bytes: 2 * bytes })

  const linked = branch === null ? [] : ['parentIds', 'blockedByIds']
  const json = buildNodeJson(new Set(['id', ...linked, ...readSelectedFieldsBelow(details, 'node').keys()]))
  const projectIds = [...new Set(page.map(({ projectId }) => projectId))]
  const fields = readSelectedFieldsBelow(details, 'project')
  const [nodes, listed] = await Promise.all([
    run((pool) =>
      readNodesOfProjects(
        pool,
        page.flatMap(({ nodeId }) => nodeId ?? []),
        json,
      ),
    ),
    run((pool) => readListedProjects(pool, projectIds, { userId, fields, budget })),
  ])
  const projects = new Map(listed.map((project) => [project.id, project]))
  return page.flatMap<SearchHitValue>(({ projectId, nodeId, commentId, ...texts }) => {
    const project = projects.get(projectId)
    const node = nodeId === null ? null : nodes.get(nodeId)
    // A node or the access to it may have gone since it was found.
    if (project === undefined || node === undefined) return []
    const excerpt = findExcerpt(node === null ? { title: project.title, body: '' } : texts, wanted)
    return [{ project: hideProject(branch, project), node: node && hideOutside(branch, node), commentId, excerpt }]
  })
}

/** The words of a search, and where they are searched for. */
interface Wanted extends SearchScope {
  readonly words: readonly WantedWord[]
  readonly most: number
}

/** A node, a comment on it, or a project by its title. */
type Hit = Omit<HitRow, 'nodeId'> & { readonly nodeId: string | null }

interface Found {
  readonly found: readonly Hit[]
  readonly wanted: readonly WantedWord[]
}

/** Runs a query of a search once one of its connections is free. */
type RunQuery = <Answer>(query: (pool: Database['pool']) => Promise<Answer>) => Promise<Answer>

/** Finds the words as they are, and only if nothing has them, words that are similar. */
async function findHits(run: RunQuery, { words, ...where }: Wanted): Promise<Found> {
  const found = await findExactHits(run, { ...where, words })
  // The words to correct with are those of the whole project, which a branch must not depend on.
  if (found.length > 0 || where.nodeIds !== null) return { found, wanted: words }
  const wanted = await Promise.all(words.map(({ word }) => correctWord(run, word, where)))
  if (wanted.every(({ corrections }) => corrections.length === 0)) return { found, wanted }
  return { found: await findExactHits(run, { ...where, words: wanted }), wanted }
}

async function correctWord(run: RunQuery, word: string, where: Pick<SearchScope, 'numbers'>): Promise<WantedWord> {
  const similarity = findSimilarity(word)
  const similar = similarity === null ? [] : await run((pool) => readSimilarWords(pool, where, similarity))
  return { word, corrections: chooseCorrections(word, similar) }
}

async function findExactHits(run: RunQuery, { words, ...where }: Wanted): Promise<readonly Hit[]> {
  const query = buildSearchQuery(words)
  const [nodes, projectIds, comments] = await Promise.all([
    findNodes(run, { ...query, ...where }),
    where.nodeIds === null ? run((pool) => readProjectHits(pool, where, query)) : [],
    run((pool) => readCommentHits(pool, { ...query, ...where })),
  ])
  const projects = projectIds.map((projectId) => ({
    projectId,
    nodeId: null,
    commentId: null,
    title: '',
    body: '',
    bytes: 0,
  }))
  return [...projects, ...nodes, ...comments]
}

/** Finds the best nodes: those of recent projects, and only if these are not enough, those of the others. */
async function findNodes(run: RunQuery, wanted: WantedHits): Promise<readonly HitRow[]> {
  const recent = await run((pool) => readHits(pool, wanted, recentProjects))
  const ranges = recent.isFull ? [] : listOlderRanges(wanted.numbers)
  const older = await Promise.all(ranges.map((range) => run((pool) => readHits(pool, wanted, range))))
  return pickBestHits([recent, ...older], wanted.most)
}
