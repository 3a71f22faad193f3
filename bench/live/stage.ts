import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { testDatabase } from '@espalier/postgres/testing'
import { WebSocket } from 'ws'
import { registered, type Person } from '../../e2e/support/person.ts'
import { launchServer, stopServer } from '../../e2e/support/process.ts'

/** One server with a signed-in person. */
export interface Stage {
  readonly url: string
  readonly person: Person
  /** Returns the number of open sockets of the server. */
  sockets(): Promise<number>
  /** Returns the resident memory of the server in bytes. */
  memory(): number
  /** Returns the same after a garbage collection. */
  memoryAfterCollection(): Promise<number>
  /** Renames a node repeatedly, this many times a second. */
  rename(nodeId: string, plan: Renaming): Promise<void>
  /** Returns when each change of a node in the project was committed. */
  commits(projectId: string): Promise<ReadonlyMap<number, number>>
}

export interface Renaming {
  readonly times: number
  readonly aSecond: number
  readonly fields: (time: number) => object
}

const inFlight = 4
const handingBackMs = 500
const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

export async function onStage<Value>(work: (stage: Stage) => Promise<Value>): Promise<Value> {
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  const settings = { DATABASE_URL: database.connectionString, RATE_LIMITS: 'off', DATA_DIR: dataDir }
  const server = launchServer({ ...settings, NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  try {
    const url = await server.ready
    const person = await registered(url, 'ann@example.com')
    const pid = server.child.pid ?? 0
    return await work({
      url,
      person,
      sockets: () => countSockets(url),
      memory: () => residentBytes(pid),
      memoryAfterCollection: async () => {
        await collectGarbage(server.output())
        return residentBytes(pid)
      },
      rename: (nodeId, plan) => renameAtPace(person, url, { nodeId, ...plan }),
      async commits(projectId) {
        const { rows } = await database.pool.query<{ seq: number; at: number }>(
          `select seq, (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at
           from change_log where project_id = $1 and kind = 'node-updated'`,
          [projectId],
        )
        return new Map(rows.map(({ seq, at }) => [seq, at]))
      },
    })
  } finally {
    await stopServer(server)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function countSockets(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^websocket_connections (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

function residentBytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? Number.NaN) * 1024
}

/** Uses the debugger's socket, which is closed again at once. */
async function collectGarbage(output: string): Promise<void> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1]
  if (address === undefined) throw new Error('the server has no debugger')
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.once('open', resolve))
  for (let round = 1; round <= 3; round += 1) {
    socket.send(JSON.stringify({ id: round, method: 'HeapProfiler.collectGarbage' }))
    await new Promise((resolve) => socket.once('message', resolve))
    // Separate threads return pages to the system after the answer.
    await pause(handingBackMs)
  }
  socket.close()
}

async function renameAtPace(person: Person, url: string, plan: Renaming & { readonly nodeId: string }): Promise<void> {
  const start = performance.now()
  const answers: Promise<void>[] = []
  for (let time = 0; time < plan.times; time += 1) {
    await pause(Math.max(0, start + (time * 1000) / plan.aSecond - performance.now()))
    // On a busy machine the pace drops before the server is overloaded.
    await answers[time - inFlight]
    const request = person.ask(url, update, { id: plan.nodeId, data: plan.fields(time) })
    answers.push(
      request.then(({ codes, status }) => {
        if (codes.length > 0) throw new Error(`a rename was refused: ${status} ${codes.join(' ')}`)
      }),
    )
  }
  await Promise.all(answers)
}
