import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Person } from '../support/person.ts'
import type { AttackedServer } from './attacked-server.ts'

const megabyte = 1_000_000
const ask = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/graphql/`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

export interface TreeInput {
  readonly person: Person
  /** A public project with nodes of almost a megabyte each. */
  readonly projectId: string
}

/** Creates projects with texts as long as the server accepts, and one public project of long nodes. */
export async function storeLongTexts(
  { url }: AttackedServer,
  person: Person,
  { projects, nodes }: { readonly projects: number; readonly nodes: number },
): Promise<TreeInput> {
  const body = `<p>${'word '.repeat(190_000)}</p>`
  const json = { text: 'x'.repeat(800_000) }
  const create = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
  for (let at = 0; at < projects; at += 1) {
    const { codes } = await person.ask(url, create, { data: { title: `Long ${at}`, body, json } })
    if (codes.length > 0) throw new Error(`storing the texts failed: ${codes.join(' ')}`)
  }
  const projectId = await person.createProject(url, 'Public')
  for (let at = 0; at < nodes; at += 1) await person.createNode(url, { projectId, title: `Node ${at}`, body })
  const share = 'mutation ($id: ID!) { updateProject(id: $id, data: { sharing: { generalAccess: anyone } }) { id } }'
  await person.ask(url, share, { id: projectId })
  return { person, projectId }
}

export interface Attack {
  readonly name: string
  readonly body: string
  readonly headers: Record<string, string>
}

const repeated = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ')

const query = (text: string): string => JSON.stringify({ query: text })
const batch = (text: string, count: number): string =>
  JSON.stringify(Array.from({ length: count }, () => ({ query: text })))

/** Short requests for very much data, each in another way. */
export function heavyAttacks({ person, projectId }: TreeInput): readonly Attack[] {
  const own = { cookie: person.cookie }
  const nodes = `nodes(projectId: "${projectId}")`
  return [
    { name: 'five lists of ids', body: query(`{ ${repeated(5, (at) => `a${at}: projects { id }`)} }`), headers: own },
    {
      name: 'thirty whole lists',
      body: query(`{ ${repeated(30, (at) => `a${at}: projects { id body json }`)} }`),
      headers: own,
    },
    { name: 'fifty batched lists', body: batch('{ projects { id body json } }', 50), headers: own },
    {
      name: 'thirty copies of each text',
      body: query(`{ projects { ${repeated(30, (at) => `a${at}: body`)} } }`),
      headers: own,
    },
    { name: 'twenty batched trees, anonymous', body: batch(`{ ${nodes} { id title body } }`, 20), headers: {} },
    {
      name: 'thirty aliased trees, anonymous',
      body: query(`{ ${repeated(30, (at) => `a${at}: ${nodes} { body }`)} }`),
      headers: {},
    },
    {
      name: 'a tree with thirty copies, anonymous',
      body: query(`{ ${nodes} { ${repeated(30, (at) => `a${at}: body`)} } }`),
      headers: {},
    },
  ]
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export interface Damage {
  readonly name: string
  readonly requestBytes: number
  readonly answerMegabytes: number
  readonly grownMegabytes: number
  readonly status: number
}

/** Sends one attack and measures the server's memory meanwhile. */
export async function sendAttack({ url, process }: AttackedServer, { name, body, headers }: Attack): Promise<Damage> {
  const pid = process.child.pid ?? 0
  const before = residentMegabytes(pid)
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentMegabytes(pid))
      await setTimeout(20)
    }
  })()
  const response = await ask(url, body, headers)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  isOver = true
  await watching
  return {
    name,
    requestBytes: body.length,
    answerMegabytes: bytes / megabyte,
    grownMegabytes: peak - before,
    status: response.status,
  }
}

export interface Writing {
  readonly done: number
  readonly failed: number
  readonly p50: number
  readonly p95: number
}

/** An editor changes a title repeatedly for as long as `work` takes. */
export async function writeWhile(url: string, editor: Person, work: () => Promise<unknown>): Promise<Writing> {
  const projectId = await editor.createProject(url, 'Honest')
  const id = await editor.createNode(url, { projectId, title: 'A' })
  const times: number[] = []
  let failed = 0
  let isOver = false
  const writing = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const startedAt = performance.now()
      const update = 'mutation ($id: ID!, $title: String!) { updateNode(id: $id, data: { title: $title }) { id } }'
      const { codes, status } = await editor.ask(url, update, { id, title: `Title ${at}` })
      if (codes.length > 0 || status !== 200) failed += 1
      times.push(performance.now() - startedAt)
      await setTimeout(50)
    }
  })()
  await work()
  isOver = true
  await writing
  times.sort((left, right) => left - right)
  const quantile = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { done: times.length - failed, failed, p50: quantile(0.5), p95: quantile(0.95) }
}
