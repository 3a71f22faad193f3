import type { SqlClient } from '../../database/nodes.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import { getUserId } from './project-access.ts'

export interface NodeLink {
  readonly id: string
  readonly title: string
  readonly project: { readonly id: string; readonly title: string }
}

interface NodeLinkRow {
  readonly target: string
  readonly id: string
  readonly title: string
  readonly project_id: string
  readonly project_title: string
}

// A project that anyone with its link may open is not listed anywhere: only those that the caller owns or is named in
// are shown. Anybody else would learn its id, and could then read all of it.
const linkingNodesSql = `from nodes join projects on projects.id = nodes.project_id
  left join project_members on project_members.project_id = projects.id and project_members.user_id = $2
  where nodes.project_link = any($1::uuid[]) and not nodes.is_deleted and projects.id <> nodes.project_link
    and projects.status <> 'deleted' and (projects.owner = $2 or project_members.user_id is not null)`

const bytesPerLink = 200

async function readNodeLinks(db: SqlClient, targets: readonly string[], { viewer, budget }: GraphqlContext) {
  const values = [targets, getUserId(viewer)]
  const sizes = await db.query<{ rows: number; bytes: number }>(
    `select count(*)::integer as rows,
       coalesce(sum(octet_length(nodes.title) + octet_length(projects.title)), 0)::float8 as bytes ${linkingNodesSql}`,
    values,
  )
  const { rows: count, bytes } = sizes.rows[0] ?? { rows: 0, bytes: 0 }
  await budget.reserve({ rows: count, bytes: bytes + count * bytesPerLink })
  const { rows } =
    count === 0
      ? { rows: [] }
      : await db.query<NodeLinkRow>(
          `select nodes.project_link as target, nodes.id, nodes.title, projects.id as project_id,
             projects.title as project_title ${linkingNodesSql} order by nodes.id`,
          values,
        )
  const links = new Map<string, NodeLink[]>(targets.map((id) => [id, []]))
  for (const { target, id, title, project_id: projectId, project_title: projectTitle } of rows) {
    links.get(target)?.push({ id, title, project: { id: projectId, title: projectTitle } })
  }
  return links
}

type NodeLinksByProject = Awaited<ReturnType<typeof readNodeLinks>>

/** The links of all projects of one answer are read at once: a list of 2,000 must not make 2,000 queries. */
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
