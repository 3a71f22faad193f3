import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { expect, it } from 'vitest'
import { visitor } from '../support/identity-client.ts'
import { launchServer, stopServer, type ServerProcess } from '../support/process.ts'

// `npm run chaos` kills servers far more often.
const rounds = 8
const password = 'a-garden-wall-in-June-42'

it(`keeps every answered registration when killed ${rounds} times while writing`, async ({
  signal,
  onTestFinished,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-killed-'))
  const launched: ServerProcess[] = []
  const launch = () => {
    // A test that timed out is over, but its steps continue.
    signal.throwIfAborted()
    const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' })
    launched.push(server)
    return server
  }
  onTestFinished(async () => {
    for (const { child } of launched) child.kill('SIGKILL')
    await discardDataDir(dataDir)
  })
  const answered: string[] = []
  for (let round = 0; round < rounds; round++) {
    const server = launch()
    const url = await server.ready
    let killed = false
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let count = 0; !killed; count++) {
        const email = `r${round}w${writer}n${count}@example.com`
        const answer = await visitor(url)
          .register(email, password)
          .catch(() => undefined)
        if (answer?.status === 200) answered.push(email)
      }
    })
    const before = answered.length
    const isOver = () => answered.length >= before + 4 || signal.aborted
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 10))
    server.child.kill('SIGKILL')
    killed = true
    await Promise.all([...writers, server.ended])
  }
  const server = launch()
  const url = await server.ready
  const lost: string[] = []
  for (const email of answered) {
    const answer = await visitor(url).logIn(email, password)
    if (answer.status !== 200) lost.push(email)
  }
  expect(answered.length).toBeGreaterThanOrEqual(rounds * 4)
  expect(lost).toEqual([])
  expect(await stopServer(server)).toBe(0)
}, 360_000)
