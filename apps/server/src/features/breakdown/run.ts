import { randomUUID } from 'node:crypto'
import { escapeHtml, toPlainText } from '@espalier/domain'
import { addBreakdownChild, type BreakdownOutcome, type BreakdownRow, endBreakdown } from '../../database/breakdowns.ts'
import { readNodesById } from '../../database/read-nodes.ts'
import type { Idea } from '../../ports/breakdown.ts'
import { ApiError } from '../../transport/api-error.ts'
import { addNode, nodePolicy, readNodeTitle } from '../nodes/index.ts'
import { type Caller, changeNodes, type ProjectWrite, sanitizeBody, type AccessRule, type Writes } from '../projects/index.ts'
import { type StartedBreakdown, requireLeaf } from './begin.ts'
import { toTitleKey } from './check-idea.ts'

/** Somebody else has ended it: this server was taken for gone. */
class BreakdownEndedError extends Error {
  override readonly name = 'RunOver'
}

/** Stores one child by the way that every write takes. False: there is one of that title already. */
export async function saveIdeaAsChild(
  writes: Writes,
  caller: Caller,
  run: StartedBreakdown,
  { idea, isFirst }: { readonly idea: Idea; readonly isFirst: boolean },
): Promise<boolean> {
  const title = await readNodeTitle(escapeHtml(idea.title))
  const body = await sanitizeBody(idea.body)
  return writes.run(
    { ...caller, operationId: null },
    async (work) => {
      const write = await work.open(run.projectId, nodePolicy['node.break-down'])
      if (isFirst) await requireLeaf(write, run.nodeId)
      else if (await hasChildTitled(write, run.nodeId, idea)) return false
      const id = randomUUID()
      if (!(await addBreakdownChild(work.tx.client, run.id, id))) throw new BreakdownEndedError('the breakdown was ended')
      await addNode(
        write,
        { id, parentId: run.nodeId },
        {
          title,
          body,
          status: idea.status,
          style: { backgroundColor: run.colour, processing: false },
        },
      )
      return true
    },
    { projectId: run.projectId },
  )
}

async function hasChildTitled(write: ProjectWrite, nodeId: string, idea: Idea): Promise<boolean> {
  const children = (await write.graph()).children(nodeId)
  const ids = children.slice(0, children.length).map(({ id }) => id)
  const known = await readNodesById(write.tx.client, write.project.id, ids)
  return known.some(({ title }) => toTitleKey(toPlainText(title)) === toTitleKey(idea.title))
}

/** Whoever has lost the right to the node meanwhile, or threw it away, still leaves it as it has to be. */
const allowAlways: AccessRule = () => 'allowed'

/** The node is no longer shown as being broken down. */
export async function endBreakdownRun(
  writes: Writes,
  caller: Caller,
  run: BreakdownRow,
  outcome: BreakdownOutcome,
): Promise<void> {
  const { projectId, nodeId } = run
  await writes.run(
    { ...caller, operationId: null },
    async (work) => {
      // First the project: two that lock in different orders wait for each other.
      const write = await work.open(projectId, allowAlways).catch(nullIfNotFound)
      if (!(await endBreakdown(work.tx.client, run.id, outcome)) || write === null) return
      await changeNodes(write, { ids: [nodeId], fields: { style: { processing: false } }, mainId: nodeId })
    },
    { projectId },
  )
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
  throw error
}
