import { randomUUID } from 'node:crypto'
import type { Api } from '@espalier/schema'
import { defaultLayout, editRefusalTexts, nestFields, nodeFields, projectTexts, readNodeField } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { measureNodes, type NodeRecord, readNodes, readProjectIdsByNode } from '../../database/nodes.ts'
import { addNodes, bytesPerNode, changeNodes, createNodeRecord, type NodeFields } from './change-nodes.ts'
import { findLinkableProjects, insertImportedNodes } from './insert-nodes.ts'
import { projectPolicy, requireAllowedPerson } from './policy.ts'
import { isStoredId } from './project-access.ts'
import {
  badInputError,
  readEspalierProject,
  readLayout,
  readProjectTitle,
  sanitizeBody,
  sanitizeProjectJson,
} from './project-input.ts'
import { type ProjectView, readProjectView } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import { tryLockClone } from './store.ts'
import type { Caller, Writes, WriteTransaction } from './writes.ts'

export async function createProject(writes: Writes, caller: Caller, data: Api.ProjectInput): Promise<ProjectView> {
  const { person } = requireAllowedPerson(caller.viewer, projectPolicy['project.create'])
  const file = await readEspalierProject(data.json)
  const values = {
    title: readProjectTitle(data.title),
    body: (await sanitizeBody(data.body ?? '')) || (file?.body ?? ''),
    status: data.status ?? 'active',
    layout: readLayout(data.layout ?? file?.layout ?? defaultLayout),
  }
  if (values.status === 'deleted') throw badInputError('A new project cannot be deleted', 'status')
  const json = await sanitizeProjectJson(data.json)
  return writes.run(caller, async (work) => {
    const id = randomUUID()
    await linkNodesToProject(work, data.nodeLinks ?? [], id)
    const write = await work.create({ id, ...values, json })
    const nodes = file?.nodes ?? []
    if (nodes.length > extendTimeoutFromNodes) await work.extendTimeout()
    const linkable = await findLinkableProjects(work.tx.client, caller.viewer, nodes, id)
    await insertImportedNodes(write, { nodes, parentId: null, linkable })
    return readProjectView(work.tx.client, await work.finish(write), person.id)
  })
}

const extendTimeoutFromNodes = 1_000

const linkedNodeNotFoundError = (): ApiError =>
  new ApiError('NOT_FOUND', editRefusalTexts['node-missing'], { field: 'nodeLinks' })

/** A node in a project that the caller may not see counts as missing. */
async function openLinkingProject(work: WriteTransaction, projectId: string): Promise<ProjectWrite> {
  try {
    return await work.open(projectId, projectPolicy['project.edit'])
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? linkedNodeNotFoundError() : error
  }
}

async function linkNodesToProject(work: WriteTransaction, given: readonly string[], projectId: string): Promise<void> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (!ids.every(isStoredId)) throw linkedNodeNotFoundError()
  const projectIdByNode = await readProjectIdsByNode(work.tx.client, ids)
  if (projectIdByNode.size < ids.length) throw linkedNodeNotFoundError()
  for (const linkingProjectId of [...new Set(projectIdByNode.values())].sort()) {
    const write = await openLinkingProject(work, linkingProjectId)
    const own = ids.filter((id) => projectIdByNode.get(id) === linkingProjectId)
    const [mainId] = own
    await changeNodes(write, {
      ids: own,
      fields: { projectLink: projectId },
      ...(own.length === 1 && mainId !== undefined && { mainId }),
    })
  }
}

const nodesPerBatch = 2_000

/** Copies the nodes that are not deleted into a new, unshared project of the caller. Issue links are not copied. */
export const cloneProject = (writes: Writes, caller: Caller, sourceId: string): Promise<ProjectView> =>
  writes.run(
    caller,
    async (work) => {
      await requireNoOtherClone(work, caller.viewer.person.id)
      await work.extendTimeout()
      const { project: source } = await work.open(sourceId, projectPolicy['project.clone'])
      const { body, layout, json } = source
      const write = await work.create({
        title: projectTexts.copyTitle(source.title),
        body,
        status: 'active',
        layout,
        json,
      })
      const { rows, titles, bodies } = await measureNodes(work.tx.client, source.id, {
        includeDeleted: false,
        ids: null,
      })
      await write.requireSpace({ nodes: rows, bytes: titles + bodies + rows * bytesPerNode })
      await copyNodes(write, await readNodes(work.tx.client, source.id, false))
      return readProjectView(work.tx.client, await work.finish(write), caller.viewer.person.id)
    },
    { projectId: sourceId },
  )

/** A copy holds a whole project in memory, so a person makes one at a time across all servers. */
async function requireNoOtherClone({ tx }: WriteTransaction, userId: string): Promise<void> {
  if (await tryLockClone(tx.client, userId)) return
  throw new ApiError('RATE_LIMITED', 'Another copy is still being made. Try again when it is done.', { retryAfter: 5 })
}

const clonedFields = nodeFields.all.filter(({ isCloned }) => isCloned)

async function copyNodes(write: ProjectWrite, nodes: readonly NodeRecord[]): Promise<void> {
  const newIds = new Map(nodes.map(({ id }) => [id, randomUUID() as string]))
  const toNewIds = (ids: unknown): unknown => (ids as readonly string[]).flatMap((id) => newIds.get(id) ?? [])
  const copies = nodes.map((node): NodeRecord => {
    const id = newIds.get(node.id) ?? randomUUID()
    const contents = nestFields(clonedFields, (field) => {
      const value = readNodeField(node, field)
      return field.holdsNodeIds ? toNewIds(value) : value
    }) as NodeFields & Pick<NodeRecord, 'parentIds' | 'position'>
    const { parentIds, position } = contents
    return createNodeRecord(
      { id, projectId: write.project.id, parentIds, position, isDeleted: false },
      contents,
      write.at,
    )
  })
  for (let at = 0; at < copies.length; at += nodesPerBatch) {
    const isStored = await addNodes(write, copies.slice(at, at + nodesPerBatch))
    if (!isStored) throw new Error('a random id was in use')
  }
}
