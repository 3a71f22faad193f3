import { randomUUID } from 'node:crypto'
import type { Api } from '@espalier/schema'
import { defaultLayout, editRefusalTexts, noDefinitions } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { readProjectIdsByNode } from '../../database/nodes.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { changeNodes } from './change-nodes.ts'
import { copyDefinitions } from './copy-definitions.ts'
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
import { rereadProject } from './reread-answers.ts'
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
  if (values.status === 'deleted') throw badInputError(projectErrorTexts.newProjectDeleted, 'status')
  const json = await sanitizeProjectJson(data.json)
  const create = async (work: WriteTransaction): Promise<ProjectView> => {
    const id = randomUUID()
    await linkNodesToProject(work, data.nodeLinks ?? [], id)
    const { definitions, references } = copyDefinitions({ ...noDefinitions, ...file }, (userId) => userId === person.id)
    const write = await work.create({ id, ...values, json, definitions })
    const nodes = file?.nodes ?? []
    if (nodes.length > extendTimeoutFromNodes) await work.extendTimeout()
    const linkable = await findLinkableProjects(work.tx.client, caller.viewer, nodes, id)
    await insertImportedNodes(write, { nodes, parentId: null, linkable, references })
    return readProjectView(work.tx.client, await work.finish(write), person.id)
  }
  return writes.run(caller, create, {}, rereadProject)
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
