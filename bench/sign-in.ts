import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { visitor } from '../e2e/support/identity-client.ts'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { inOrder, quantile } from './figure.ts'

const limitMs = 250

/** Sends 200 wrong logins to 200 accounts at once, which must not slow down the rest of the server. */
export async function signIn({ isQuick, log }: BenchOptions): Promise<Measured> {
  const accounts = isQuick ? 40 : 200
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' })
  try {
    const url = await server.ready
    const people = Array.from({ length: accounts }, (_, n) => ({ email: `p${n}@example.com`, visitor: visitor(url) }))
    for (const person of people) await person.visitor.register(person.email, `right-password-of-${person.email}`)
    log(`${accounts} people have registered`)
    const flows = await Promise.all(
      people.map(async ({ email }) => {
        const stranger = visitor(url)
        return { stranger, email, flow: await stranger.startFlow('login') }
      }),
    )
    let isOver = false
    const attempts = Promise.all(
      flows.map(async ({ stranger, email, flow }) => {
        const answer = await stranger.submit(flow, { identifier: email, password: 'a-wrong-one' })
        return answer.status
      }),
    ).finally(() => (isOver = true))
    const times: number[] = []
    while (!isOver) {
      const before = performance.now()
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      times.push(performance.now() - before)
    }
    const statuses = await attempts
    const refused = statuses.filter((status) => status === 400).length
    const p99 = quantile(inOrder(times), 0.99)
    const figure = {
      name: `p99 of \`/healthz\` during ${accounts} wrong logins at once (${times.length} samples, ${refused} refused)`,
      measured: `${p99.toFixed(1)} ms`,
      limit: `${limitMs} ms`,
      holds: p99 < limitMs && refused === accounts && times.length >= 50,
    }
    return { figures: [figure] }
  } finally {
    await stopServer(server)
    await discardDataDir(dataDir)
  }
}
