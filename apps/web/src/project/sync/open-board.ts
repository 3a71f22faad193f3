import { createNodeReader, type SentNode } from '@espalier/sync'
import { openDeviceStorage } from '../../api/device-storage.ts'
import { ask } from '../../api/graphql/ask.ts'
import { dealingWith } from '../../api/graphql/own-codes.ts'
import { currentPersonId } from '../../api/session/session.ts'
import type { BoardOpening } from './board.ts'
import { nodesQuery, projectQuery } from './documents.ts'
import type { SentProject } from './read-project.ts'
import { startBoard } from './start-board.ts'

export { rehearsalBoard } from './rehearsal-board.ts'

const missing = dealingWith('NOT_FOUND')

/** Opens a project with all of its nodes, and keeps it up to date until it is closed. */
export async function openBoard(projectId: string): Promise<BoardOpening> {
  // Asked for together, and the project first: a number read after the nodes would hide what changed in between.
  const [project, nodes, storage] = await Promise.all([
    ask({ query: projectQuery, variables: { id: projectId }, context: missing }),
    ask({ query: nodesQuery, variables: { projectId }, context: missing }),
    openDeviceStorage(currentPersonId()),
  ])
  performance.mark('nodes-received')
  if (!project.ok) return { kind: project.code === 'NOT_FOUND' ? 'missing' : 'failed' }
  if (!nodes.ok) return { kind: nodes.code === 'NOT_FOUND' ? 'missing' : 'failed' }
  const sent = project.fields['project'] as SentProject | null
  if (sent === null) return { kind: 'missing' }
  return startBoard(sent, (nodes.fields['nodes'] as readonly SentNode[]).map(createNodeReader(sent.id)), storage)
}
