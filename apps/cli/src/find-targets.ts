import { isUuid } from '@espalier/domain'
import { nodesQuery } from '@espalier/schema/documents/open-project'
import { toolProjectsQuery } from '@espalier/schema/documents/tools'
import type { SentNode } from '@espalier/sync'
import { type Api, toCommandFailure } from './api.ts'
import { CommandFailure, exitCodes } from './exit-codes.ts'
import { commandTexts } from './texts.ts'

export interface ListedProject {
  readonly id: string
  readonly title: string
  readonly completionStatus: string
}

export interface FoundNode {
  readonly project: ListedProject
  readonly node: SentNode
  /** Every node of the project. */
  readonly nodes: readonly SentNode[]
}

export const readProjects = async (api: Api): Promise<readonly ListedProject[]> =>
  (await api.run(toolProjectsQuery, {})).projects

const leastCharacters = 4
const isPrefix = (given: string): boolean => /^[0-9a-f-]+$/u.test(given) && given.length >= leastCharacters

/** Finds a project by an id, the beginning of one or a title. Without a name it has to be the only one. */
export async function findProject(api: Api, name: string | undefined): Promise<ListedProject> {
  const projects = await readProjects(api)
  const [only, ...others] = projects
  if (name === undefined) {
    if (only === undefined) throw new CommandFailure(exitCodes.failed, commandTexts.noProjects)
    if (others.length === 0) return only
    throw new CommandFailure(exitCodes.usage, commandTexts.whichProject(listNames(projects)))
  }
  const wanted = name.trim().toLowerCase()
  const found =
    projects.find(({ id }) => id === wanted) ??
    findOne(projects, ({ title }) => title.toLowerCase() === wanted) ??
    (isPrefix(wanted) ? findOne(projects, ({ id }) => id.startsWith(wanted)) : undefined)
  if (found === undefined) throw new CommandFailure(exitCodes.failed, commandTexts.noProject(name))
  return found
}

function findOne<Entry>(entries: readonly Entry[], fits: (entry: Entry) => boolean): Entry | undefined {
  const [found, ...others] = entries.filter(fits)
  return others.length === 0 ? found : undefined
}

const mostNames = 5
const listNames = (projects: readonly ListedProject[]): string =>
  [...projects.slice(0, mostNames).map(({ title }) => title), ...(projects.length > mostNames ? ['…'] : [])].join(', ')

const projectsPerRequest = 20

/** Finds a node by its id or the beginning of one, in one project or in all that the token sees. */
export async function findNode(api: Api, given: string, projectName: string | undefined): Promise<FoundNode> {
  const prefix = given.trim().toLowerCase()
  if (!isPrefix(prefix)) throw new CommandFailure(exitCodes.usage, commandTexts.shortId(given))
  const projects = projectName === undefined ? await readProjects(api) : [await findProject(api, projectName)]
  const found: FoundNode[] = []
  for (let at = 0; at < projects.length; at += projectsPerRequest) {
    const some = projects.slice(at, at + projectsPerRequest)
    const results = await api.ask(some.map(({ id }) => ({ document: nodesQuery, variables: { projectId: id } })))
    for (const [index, project] of some.entries()) {
      const result = results[index]
      if (result === undefined) continue
      if (!result.ok) throw toCommandFailure(result)
      const { nodes } = result.value as { readonly nodes: readonly SentNode[] }
      for (const node of nodes.filter(({ id }) => id.startsWith(prefix))) found.push({ project, node, nodes })
    }
    if (isUuid(prefix) && found.length > 0) break
  }
  const [first, ...others] = found
  if (first === undefined) throw new CommandFailure(exitCodes.failed, commandTexts.noNode(given))
  if (others.length === 0) return first
  const ids = found.map(({ node }) => node.id).join(', ')
  throw new CommandFailure(exitCodes.usage, commandTexts.manyNodes(given, ids))
}
