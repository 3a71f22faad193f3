import { randomUUID } from 'node:crypto'

import { formatCopyTitle } from '@espalier/domain'

import type { NodeRecord } from '../../database/node-record.ts'
import { measureNodes, readNodes } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { addNodes, bytesPerNode } from './change-nodes.ts'
import { projectPolicy } from './policy.ts'
import { type ProjectView, readProjectView } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import type { Caller, WriteTransaction, Writes } from './writes.ts'

const nodesPerBatch = 2_000

/** A copy of one's own, shared with nobody, of the living nodes. What ties a node to a tracker's issue stays behind. */
export const cloneProject = (writes: Writes, caller: Caller, sourceId: string): Promise<ProjectView> =>
  writes.run(
    caller,
    async (work) => {
      await requireNoOtherClone(work, caller.viewer.person.id)
      await work.extendTimeout()
      const { project: source } = await work.open(sourceId, projectPolicy['project.clone'])
      const { body, layout, json } = source
      const write = await work.create({ title: formatCopyTitle(source.title), body, status: 'active', layout, json })
      const { rows, titles, bodies } = await measureNodes(work.tx.client, source.id, {
        includeDeleted: false,
        ids: null,
      })
      await write.requireSpace({ nodes: rows, bytes: titles + bodies + rows * bytesPerNode })
      await copyNodes(write, await readNodes(work.tx.client, source.id, false))
      return readProjectView(work.tx.db, await work.finish(write), caller.viewer.person.id)
    },
    { projectId: sourceId },
  )

/** A copy holds a whole project in memory: a person makes one at a time, over all servers. */
async function requireNoOtherClone({ tx }: WriteTransaction, userId: string): Promise<void> {
  const { rows } = await tx.client.query<{ is_first: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('clone project'), hashtext($1)) as is_first`,
    [userId],
  )
  if (rows[0]?.is_first === true) return
  throw new ApiError('RATE_LIMITED', 'Another copy is still being made. Try again when it is done.', { retryAfter: 5 })
}

async function copyNodes(write: ProjectWrite, nodes: readonly NodeRecord[]): Promise<void> {
  const newIds = new Map(nodes.map(({ id }) => [id, randomUUID() as string]))
  const dt = write.at.getTime()
  const copies = nodes.map((node): NodeRecord => ({
    id: newIds.get(node.id) ?? randomUUID(),
    projectId: write.project.id,
    parentIds: node.parentIds.flatMap((id) => newIds.get(id) ?? []),
    projectLink: node.projectLink,
    title: node.title,
    body: node.body,
    status: node.status,
    position: node.position,
    hideChildren: node.hideChildren,
    isDeleted: false,
    style: { ...node.style, processing: false },
    type: node.type,
    externalKey: null,
    transitions: [{ dt, from: 'deleted', to: node.status }],
    version: 1,
  }))
  for (let at = 0; at < copies.length; at += nodesPerBatch) {
    const isStored = await addNodes(write, copies.slice(at, at + nodesPerBatch))
    if (!isStored) throw new Error('a random id was in use')
  }
}
