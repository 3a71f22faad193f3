import { exchangeLimits } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'

import type { Queries } from '../../database/read-nodes.ts'
import { type SignedInViewer, whoeverSees } from './policy.ts'
import { findProject } from './standing.ts'

/** Of the projects that nodes from elsewhere link to, those that whoever brings them may see. */
export async function linkableProjects(
  db: Queries,
  viewer: SignedInViewer,
  nodes: readonly InterchangeNode[],
  ownId: string,
): Promise<ReadonlySet<string>> {
  const named = new Set(nodes.flatMap(({ projectLink }) => projectLink?.toLowerCase() ?? []))
  named.delete(ownId)
  const linkable = new Set<string>()
  for (const id of [...named].slice(0, exchangeLimits.linkedProjects)) {
    if (whoeverSees(viewer, await findProject(db, viewer, id)) === 'allowed') linkable.add(id)
  }
  return linkable
}
