import { layOutTree } from '@espalier/layout'
import { startTestCluster } from '@espalier/postgres/testing'
import { visitor } from '../../e2e/support/identity-client.ts'
import { startServer } from '../../e2e/support/server.ts'
import { ask } from '../ask.ts'
import { makeDemo } from '../demo-project.ts'
import { boxSize, type GivenMap, type MapNode } from './map-subject.ts'

export interface Project {
  readonly id: string
  /** The same nodes for the other subjects. */
  readonly map: GivenMap
}

export interface Product {
  readonly url: string
  readonly cookie: string
  projectOf(size: number): Project
  /** Makes one more project of this size. */
  addProject(size: number, prepare: PrepareProject): Promise<Project>
  stop(): Promise<void>
}

/** Changes a project in the server's database before anybody has opened it. */
type PrepareProject = (databaseUrl: string, projectId: string) => Promise<void>

/** Starts the real server with a signed-in person and one generated project per size, growing to the right. */
export async function startProduct(sizes: readonly number[], settings: Record<string, string> = {}): Promise<Product> {
  const cluster = await startTestCluster()
  const server = await startServer(settings)
  const stop = async () => {
    await server.stop()
    await cluster.stop()
  }
  try {
    const person = visitor(server.url)
    await person.register('ann@example.com', 'a-garden-wall-in-June-42')
    await person.account()
    const cookie = await person.cookies()
    const addProject = async (size: number, prepare?: PrepareProject): Promise<Project> => {
      const { id } = makeDemo(server.env, size)
      await prepare?.(server.env['DATABASE_URL'] ?? '', id)
      await growRight(server.url, cookie, id)
      return { id, map: await fetchMap(server.url, cookie, id) }
    }
    const projects = new Map<number, Project>()
    for (const size of sizes) projects.set(size, await addProject(size))
    const getProject = (size: number) => {
      const project = projects.get(size)
      if (!project) throw new Error(`no project of ${size} nodes was made`)
      return project
    }
    return { url: server.url, cookie, projectOf: getProject, addProject, stop }
  } catch (failure) {
    await stop()
    throw failure
  }
}

const growRight = (url: string, cookie: string, id: string) =>
  ask(url, cookie, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id,
    data: { layout: 'tree-right' },
  })

interface StoredNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
  readonly position: number
}

async function fetchMap(url: string, cookie: string, projectId: string): Promise<GivenMap> {
  const query = 'query ($projectId: ID!) { nodes(projectId: $projectId) { id parentId title position } }'
  const { nodes } = await ask<{ nodes: StoredNode[] }>(url, cookie, query, { projectId })
  return mapFrom(nodes)
}

/**
 * Lists nodes level by level, siblings by position, titles without markup; laid out for subjects that are given a
 * layout.
 */
function mapFrom(stored: readonly StoredNode[]): GivenMap {
  const children = new Map<string | null, StoredNode[]>()
  for (const node of [...stored].sort((a, b) => a.position - b.position)) {
    const siblings = children.get(node.parentId) ?? []
    siblings.push(node)
    children.set(node.parentId, siblings)
  }
  const nodes: MapNode[] = []
  const parents: number[] = []
  const add = (parentId: string | null, parent: number) => {
    for (const { id, title } of children.get(parentId) ?? []) {
      nodes.push({ id, parentId, title: title.replace(/<[^>]+>/g, '') })
      parents.push(parent)
    }
  }
  add(null, -1)
  for (let at = 0; at < nodes.length; at += 1) add(nodes[at]?.id ?? '', at)
  const { left, top } = layOutTree(
    {
      parents: Int32Array.from(parents),
      widths: new Float64Array(nodes.length).fill(boxSize.width),
      heights: new Float64Array(nodes.length).fill(boxSize.height),
    },
    'right',
  )
  return { nodes, layout: { left: [...left], top: [...top], ...boxSize } }
}
