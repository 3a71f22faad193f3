import type { NodeId, ProjectId } from '@espalier/domain'
import { ask } from '../../api/graphql/ask.ts'
import { quietly, retriedByCaller } from '../../api/graphql/own-codes.ts'
import { showSelectionMutation } from './documents.ts'

/** False: it was not taken. */
export async function sendSelection(projectId: ProjectId, nodeIds: readonly NodeId[]): Promise<boolean> {
  const said = await ask({
    query: showSelectionMutation,
    variables: { projectId, nodeIds },
    context: { ...quietly, ...retriedByCaller },
  })
  return said.ok && said.fields['showSelection'] === true
}
