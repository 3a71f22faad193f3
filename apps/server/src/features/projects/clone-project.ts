import { randomUUID } from 'node:crypto'

import { copyTitle } from '@espalier/domain'

import type { NodeRecord } from '../../database/node-record.ts'
import { readNodes } from '../../database/read-nodes.ts'
import { addNodes } from './change-nodes.ts'
import { projectPolicy } from './policy.ts'
import { type ProjectView, viewFor } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import type { Caller, Writes } from './writes.ts'

const nodesAtOnce = 2_000

/** A copy of one's own, shared with nobody, of the living nodes. What ties a node to a tracker's issue stays behind. */
export const cloneProject = (writes: Writes, caller: Caller, sourceId: string): Promise<ProjectView> =>
  writes.run(
    caller,
    async (work) => {
      await work.extendTime()
      const { project: source } = await work.open(sourceId, projectPolicy['project.clone'])
      const { body, layout, json } = source
      const write = await work.create({ title: copyTitle(source.title), body, status: 'active', layout, json })
      await copyNodes(write, await readNodes(work.tx.client, source.id, false))
      return viewFor(work.tx.db, await work.finish(write), caller.viewer.person.id)
    },
    { projectId: sourceId },
  )

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
  for (let at = 0; at < copies.length; at += nodesAtOnce) {
    const isStored = await addNodes(write, copies.slice(at, at + nodesAtOnce))
    if (!isStored) throw new Error('a random id was in use')
  }
}
