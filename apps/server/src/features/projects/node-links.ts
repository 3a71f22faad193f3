import type { SqlClient } from '../../database/nodes.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import { getUserId, isWithinToken } from './project-access.ts'
import { measureNodeLinks, readLinkingNodes } from './store.ts'

export interface NodeLink {
  readonly id: string
  readonly title: string
  readonly project: { readonly id: string; readonly title: string }
}

const bytesPerLink = 200

async function readNodeLinks(db: SqlClient, targets: readonly string[], { viewer, budget }: GraphqlContext) {
  const userId = getUserId(viewer)
  const { rows: count, bytes } = await measureNodeLinks(db, targets, userId)
  await budget.reserve({ rows: count, bytes: bytes + count * bytesPerLink })
  const found = count === 0 ? [] : await readLinkingNodes(db, targets, userId)
  const links = new Map<string, NodeLink[]>(targets.map((id) => [id, []]))
  for (const { target, id, title, projectId, projectTitle } of found) {
    if (!isWithinToken(viewer, projectId)) continue
    links.get(target)?.push({ id, title, project: { id: projectId, title: projectTitle } })
  }
  return links
}

type NodeLinksByProject = Awaited<ReturnType<typeof readNodeLinks>>

/** The links of all projects of one response are read together: a list of 2,000 must not cause 2,000 queries. */
export function createNodeLinksReader(db: SqlClient) {
  const waiting = new WeakMap<
    GraphqlContext,
    { readonly ids: Set<string>; readonly links: Promise<NodeLinksByProject> }
  >()
  return async (projectId: string, context: GraphqlContext): Promise<readonly NodeLink[]> => {
    let round = waiting.get(context)
    if (round === undefined) {
      const ids = new Set<string>()
      const links = Promise.resolve().then(() => {
        waiting.delete(context)
        return context.budget.inTurn(() => readNodeLinks(db, [...ids], context))
      })
      round = { ids, links }
      waiting.set(context, round)
    }
    round.ids.add(projectId)
    return (await round.links).get(projectId) ?? []
  }
}
