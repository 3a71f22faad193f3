import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { visitor } from '../support/identity-client.ts'
import { password, registered } from '../support/person.ts'
import { launchServer, stopServer, type ServerProcess } from '../support/process.ts'

let folder: string
const started: ServerProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-backup-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const server of started.splice(0)) await stopServer(server)
  for (const name of ['data', 'copy']) await discardDataDir(join(folder, name))
  await rm(folder, { recursive: true, force: true })
})

const settings = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: undefined, RATE_LIMITS: 'off' })

const launch = (name: string): ServerProcess => {
  const server = launchServer(settings(name))
  started.push(server)
  return server
}

it('backs up every change answered before, under load, with all invariants intact', async () => {
  const server = launch('data')
  const url = await server.ready
  const ann = await registered(url, 'ann@example.com')
  const projectId = await ann.createProject(url, 'Orchard')
  const answered: string[] = []
  let isOver = false
  const writers = Array.from({ length: 2 }, async () => {
    while (!isOver) answered.push(await ann.createNode(url, { projectId }))
  })
  await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(20)
  const before = [...answered]
  const made = await runAdmin(settings('data'), 'backup', join(folder, 'copy'))
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Copied \d+ MB to /) })
  const during = answered.length
  isOver = true
  await Promise.all(writers)
  expect(during).toBeGreaterThan(before.length)
  expect(await stopServer(server)).toBe(0)

  expect(await runAdmin(settings('copy'), 'check')).toEqual({
    code: 0,
    output: 'Checked 1 project: every rule holds.',
  })
  const restored = launch('copy')
  const origin = await restored.ready
  expect((await visitor(origin).logIn('ann@example.com', password)).status).toBe(200)
  const response = await ann.ask(origin, 'query ($id: ID!) { nodes(projectId: $id) { id } }', { id: projectId })
  const nodes = response.data?.['nodes'] as unknown as readonly { readonly id: string }[]
  const kept = new Set(nodes.map(({ id }) => id))
  expect(before.filter((id) => !kept.has(id))).toEqual([])
  expect(await stopServer(restored)).toBe(0)
}, 240_000)
