import { randomUUID } from 'node:crypto'

import type { Api } from '@espalier/contract'
import { defaultLayout, refusals } from '@espalier/domain'

import { projectsOfNodes } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { changeNodes } from './change-nodes.ts'
import { linkableProjects } from './linkable-projects.ts'
import { plantNodes } from './plant-nodes.ts'
import { projectPolicy, requireSignedIn } from './policy.ts'
import { badInput, readBody, readJson, readLayout, readProjectJson, readTitle } from './project-input.ts'
import { type ProjectView, viewFor } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import { isStoredId } from './standing.ts'
import type { Caller, Work, Writes } from './writes.ts'

export async function createProject(writes: Writes, caller: Caller, data: Api.ProjectInput): Promise<ProjectView> {
  const { person } = requireSignedIn(caller.viewer, projectPolicy['project.create'])
  const file = await readProjectJson(data.json)
  const values = {
    title: readTitle(data.title),
    body: (await readBody(data.body ?? '')) || (file?.body ?? ''),
    status: data.status ?? 'active',
    layout: readLayout(data.layout ?? file?.layout ?? defaultLayout),
  }
  if (values.status === 'deleted') throw badInput('A new project cannot be deleted', 'status')
  const json = await readJson(data.json)
  return writes.run(caller, async (work) => {
    const id = randomUUID()
    await linkNodes(work, data.nodeLinks ?? [], id)
    const write = await work.create({ id, ...values, json })
    const nodes = file?.nodes ?? []
    if (nodes.length > manyNodes) await work.extendTime()
    const linkable = await linkableProjects(work.tx.client, caller.viewer, nodes, id)
    await plantNodes(write, { nodes, parentId: null, linkable })
    return viewFor(work.tx.db, await work.finish(write), person.id)
  })
}

const manyNodes = 1_000

const noSuchNode = (): ApiError => new ApiError('NOT_FOUND', refusals['node-missing'].text, { field: 'nodeLinks' })

/** A node in a project that the caller may not see is not there. */
async function openLinking(work: Work, projectId: string): Promise<ProjectWrite> {
  try {
    return await work.open(projectId, projectPolicy['project.edit'])
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? noSuchNode() : error
  }
}

async function linkNodes(work: Work, given: readonly string[], projectId: string): Promise<void> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (!ids.every(isStoredId)) throw noSuchNode()
  const places = await projectsOfNodes(work.tx.client, ids)
  if (places.size < ids.length) throw noSuchNode()
  for (const place of [...new Set(places.values())].sort()) {
    const write = await openLinking(work, place)
    const own = ids.filter((id) => places.get(id) === place)
    const [mainId] = own
    await changeNodes(write, {
      ids: own,
      fields: { projectLink: projectId },
      ...(own.length === 1 && mainId !== undefined && { mainId }),
    })
  }
}
