import { type QuerySearchArgs, type SearchHitValue, typeDefs } from '@espalier/schema/server'
import type { GraphQLResolveInfo } from 'graphql'
import { type ApiSlice, type GraphqlContext, readSelectedFieldsBelow } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import { buildNodeJson } from '../../database/nodes.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import { searchErrorTexts } from '../../texts/search.ts'
import { readNodesOfProjects } from '../my-work/index.ts'
import {
  type AccessRule,
  allowSignedIn,
  badInputError,
  readListedProjects,
  requireAllowedPerson,
} from '../projects/index.ts'
import { findExcerpt } from './excerpt.ts'
import { buildSearchQuery, chooseCorrections, findAffixes, toWantedWords, type WantedWord } from './query.ts'
import {
  type HitRow,
  indexMissingNodes,
  readHits,
  readProjectHits,
  readSimilarWords,
  readSizes,
  readTexts,
  readWords,
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
  const { pool } = database
  const words = toWantedWords(await readWords(pool, text))
  if (words.length === 0) return []
  const { found, wanted } = await findHits(database, userId, words)
  const page = found.slice(0, first)
  const nodeIds = page.flatMap(({ nodeId }) => nodeId ?? [])
  // The texts are read for the excerpt and for the answer.
  const bytes = 3 * (await readSizes(pool, nodeIds)) + page.length * bytesPerHit
  await budget.reserve({ rows: page.length, bytes })

  const json = buildNodeJson(new Set(['id', ...readSelectedFieldsBelow(details, 'node').keys()]))
  const projectIds = [...new Set(page.map(({ projectId }) => projectId))]
  const fields = readSelectedFieldsBelow(details, 'project')
  const [nodes, texts, listed] = await Promise.all([
    readNodesOfProjects(pool, nodeIds, json),
    readTexts(pool, nodeIds),
    readListedProjects(pool, projectIds, { userId, fields, budget }),
  ])
  const projects = new Map(listed.map((project) => [project.id, project]))
  const textsById = new Map(texts.map((one) => [one.id, one]))
  return page.flatMap<SearchHitValue>(({ projectId, nodeId }) => {
    const project = projects.get(projectId)
    // A node or the access to it may have gone since it was found.
    if (project === undefined) return []
    if (nodeId === null) {
      const excerpt = findExcerpt({ title: project.title, body: '' }, wanted)
      return [{ project, node: null, commentId: null, excerpt }]
    }
    const [node, found] = [nodes.get(nodeId), textsById.get(nodeId)]
    if (node === undefined || found === undefined) return []
    return [{ project, node, commentId: null, excerpt: findExcerpt(found, wanted) }]
  })
}

/** A project by its title, if there is no node. */
interface Hit {
  readonly projectId: string
  readonly nodeId: string | null
}

interface Found {
  readonly found: readonly Hit[]
  readonly wanted: readonly WantedWord[]
}

/** Finds the words as they are, and only if nothing has them, words that are similar. */
async function findHits(database: Database, userId: string, words: readonly WantedWord[]): Promise<Found> {
  const found = await findExactHits(database, userId, words)
  if (found.length > 0) return { found, wanted: words }
  const wanted: WantedWord[] = []
  for (const { word } of words) {
    const affixes = findAffixes(word)
    const similar = affixes === null ? [] : await readSimilarWords(database.pool, userId, affixes)
    wanted.push({ word, corrections: chooseCorrections(word, similar) })
  }
  if (wanted.every(({ corrections }) => corrections.length === 0)) return { found, wanted }
  return { found: await findExactHits(database, userId, wanted), wanted }
}

async function findExactHits(
  database: Database,
  userId: string,
  words: readonly WantedWord[],
): Promise<readonly Hit[]> {
  const query = buildSearchQuery(words)
  const nodes = await readHits(database, userId, query)
  const projects = await readProjectHits(database.pool, userId, query)
  return [...projects.map((projectId) => ({ projectId, nodeId: null })), ...nodes.toSorted(compareHits)]
}

/** Whole words in titles first; among equals the shorter title, and then the project that was changed last. */
const compareHits = (one: HitRow, other: HitRow): number =>
  one.grade - other.grade ||
  one.titleLength - other.titleLength ||
  other.updatedAt.getTime() - one.updatedAt.getTime() ||
  (one.nodeId < other.nodeId ? -1 : 1)
