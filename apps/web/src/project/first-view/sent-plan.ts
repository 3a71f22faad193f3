import type { PageData } from '@espalier/schema'
import type { NodeRecord, SentProject } from '@espalier/sync'

/** A project as the server sends it with the HTML. */
export interface SentPlan {
  readonly project: SentProject
  readonly nodes: readonly NodeRecord[]
}

/** Laying a large project out twice takes longer than it saves. */
const mostNodes = 1_500

/**
 * Returns the project that the data has, if it can be drawn without the page's own code. Null: it is missing, empty, too
 * large, in Trash, linked from other projects, or has nodes with several parents, whose arrangement is loaded on use.
 */
export function readSentPlan({ answers }: PageData, projectId: string): SentPlan | null {
  const { project, nodes } = Object.assign({}, ...answers.map(({ answer }) => answer.data)) as Partial<SentPlan>
  if (project?.id !== projectId || nodes === undefined) return null
  const isSimple = project.status === 'active' && project.nodeLinks.length === 0
  const isSmall = nodes.length > 0 && nodes.length <= mostNodes
  return isSimple && isSmall && nodes.every(({ parentIds }) => parentIds.length < 2) ? { project, nodes } : null
}
