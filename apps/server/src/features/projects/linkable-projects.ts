import { exchangeLimits } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'

import type { SqlClient } from '../../database/read-nodes.ts'
import { type SignedInViewer, allowViewers } from './policy.ts'
import { findProjectForViewer } from './standing.ts'

/** Of the projects that nodes from elsewhere link to, those that whoever brings them may see. */
export async function findLinkableProjects(
  db: SqlClient,
  viewer: SignedInViewer,
  nodes: readonly InterchangeNode[],
  ownId: string,
): Promise<ReadonlySet<string>> {
  const named = new Set(nodes.flatMap(({ projectLink }) => projectLink?.toLowerCase() ?? []))
  named.delete(ownId)
  const linkable = new Set<string>()
  for (const id of [...named].slice(0, exchangeLimits.linkedProjects)) {
    if (allowViewers(viewer, await findProjectForViewer(db, viewer, id)) === 'allowed') linkable.add(id)
  }
  return linkable
}
