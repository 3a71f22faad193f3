import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { discardDataDir } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, registered } from '../support/person.ts'
import { launchServer, root, type ServerProcess, stopServer } from '../support/process.ts'

const program = join(root, 'apps/cli/espalier.mjs')

let dataDir: string
let server: ServerProcess
let url: string
let ada: Person
let projectId: string
let rootId: string
let token: string
let folder: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'espalier-cli-'))
  folder = await mkdtemp(join(tmpdir(), 'espalier-cli-files-'))
  server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' })
  url = await server.ready
  ada = await registered(url, 'ada@example.com')
  projectId = await ada.createProject(url, 'Orchard')
  rootId = await ada.createNode(url, { projectId, title: 'Trees' })
  token = await createToken('editor', { projectId })
})

afterAll(async () => {
  await stopServer(server)
  await discardDataDir(dataDir)
})

async function createToken(role: string, scope: object): Promise<string> {
  const query = 'mutation ($data: AccessTokenInput!) { createAccessToken(data: $data) { secret } }'
  const { data } = await ada.ask(url, query, { data: { name: 'Gardener', role, ...scope } })
  return String(data?.['createAccessToken']?.['secret'])
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly errors: string
}

/** Runs the program as a person would, and checks that it never prints its token. */
async function run(words: readonly string[], settings: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ESPALIER_URL: url, ESPALIER_TOKEN: token, ...settings }
  const ended = await new Promise<Ended>((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: folder, env }, (error, out, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, errors })
    })
  })
  expect(`${ended.out}${ended.errors}`).not.toContain(env.ESPALIER_TOKEN)
  return ended
}

async function readTitles(): Promise<readonly string[]> {
  const { data } = await ada.ask(url, 'query ($id: ID!) { nodes(projectId: $id) { title } }', { id: projectId })
  const nodes = (data?.['nodes'] ?? []) as unknown as readonly { title: string }[]
  return nodes.map(({ title }) => title).sort()
}

describe('the command line program', () => {
  it('lists, adds, shows, claims and finishes nodes, for people and for programs', async () => {
    const added = await run(['add', 'Prune <b>', '--json'])
    const { node } = JSON.parse(added.out) as { node: { id: string; title: string } }
    expect(node.title).toBe('Prune <b>')
    expect(await run(['ls'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Orchard\n.*\[ \] Trees\n.*\[ \] Prune <b>\n/u),
    })
    expect((await run(['show', node.id.slice(0, 8)])).out).toContain(node.id)
    expect((await run(['ready'])).out).toContain('[ ] Prune <b>')
    expect((await run(['claim'])).out).toContain('[/] Prune <b>')
    expect(await run(['claim', node.id])).toMatchObject({ code: 3, errors: expect.stringMatching(/^espalier: .+\n$/u) })
    expect((await run(['done', node.id.slice(0, 8)])).out).toContain('[x] Prune <b>')
    const listed = JSON.parse((await run(['ls', 'Orchard', '--json'])).out) as {
      nodes: { id: string; status: string }[]
    }
    expect(listed.nodes.find(({ id }) => id === node.id)?.status).toBe('done')
  })

  it.each([
    ['an unknown command', ['prune'], {}, 2],
    ['a missing argument', ['show'], {}, 2],
    ['an unknown option', ['ls', '--all'], {}, 2],
    ['an id that no node has', ['show', 'ffffffff'], {}, 1],
    ['a project that the token does not see', ['ls', 'Secrets'], {}, 1],
    ['a wrong token', ['ls'], { ESPALIER_TOKEN: 'esp_wrong' }, 1],
    ['a token that is none', ['ls'], { ESPALIER_TOKEN: 'esp_\u00e4' }, 2],
    ['a server that is away', ['ls'], { ESPALIER_URL: 'http://127.0.0.1:9' }, 1],
  ])('answers %s with one clear line', async (_name, words, settings, code) => {
    const ended = await run(words, settings)
    expect(ended).toEqual({ code, out: '', errors: expect.stringMatching(/^espalier: \S.+\n$/u) })
  })

  it('prints changes while they happen', async () => {
    const env = { ...process.env, ESPALIER_URL: url, ESPALIER_TOKEN: token }
    const child = spawn(process.execPath, [program, 'watch'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (bytes) => (out += String(bytes)))
    await expect.poll(() => out).toContain('Watching Orchard')
    const id = await ada.createNode(url, { projectId, parentId: rootId, title: 'Figs' })
    await expect.poll(() => out).toContain(`added   ${id}  [ ] Figs`)
    await ada.ask(url, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id })
    await expect.poll(() => out).toContain(`deleted ${id}  Figs`)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })
})

describe('a file that is synced with a real server', () => {
  it('creates a synced file, carries changes both ways, and survives kills', async () => {
    const path = join(folder, 'plan.md')
    expect(await run(['sync', 'plan.md'])).toMatchObject({ code: 0, errors: '' })
    const first = await readFile(path, 'utf8')
    expect(first).toContain(`- [ ] Trees <!-- ${rootId} -->`)
    expect((await run(['sync', 'plan.md'])).out).toContain('are equal')
    expect(await readFile(path, 'utf8')).toBe(first)

    const made: string[] = []
    const lock = join(folder, '.plan.md.espalier.lock')
    for (let round = 0; round < 6; round += 1) {
      const lines = (await readFile(path, 'utf8')).split('\n')
      const names = [`Quince ${round}`, `Medlar ${round}`]
      made.push(...names)
      const at = lines.findIndex((line) => line.includes('Trees'))
      lines.splice(at + 1, 0, `  - [x] ${names[0]} #fruit due:2027-01-0${round + 1}`, `  - [ ] ${names[1]}`)
      await writeFile(path, lines.join('\n'))
      await ada.createNode(url, { projectId, parentId: rootId, title: `Plum ${round}` })
      made.push(`Plum ${round}`)
      const env = { ...process.env, ESPALIER_URL: url, ESPALIER_TOKEN: token }
      const child = spawn(process.execPath, [program, 'sync', 'plan.md'], { cwd: folder, env, stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      // It holds a lock from its first step to its last; the kills hit it at different moments in between.
      await expect.poll(() => readFile(lock, 'utf8').catch(() => '')).toBe(String(child.pid))
      await pause(round * 60)
      child.kill('SIGKILL')
      await ended
    }
    expect(await run(['sync', 'plan.md'])).toMatchObject({ code: 0, errors: '' })
    const titles = await readTitles()
    expect(titles.filter((title) => /Quince|Medlar|Plum/u.test(title))).toEqual([...made].sort())
    const text = await readFile(path, 'utf8')
    for (const title of made) expect(text.split(`] ${title} `)).toHaveLength(2)
    expect((await run(['sync', 'plan.md'])).out).toContain('are equal')
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('marks a conflict and says so with its exit code', async () => {
    const path = join(folder, 'conflict.md')
    await run(['sync', 'conflict.md', '--node', rootId])
    await writeFile(path, (await readFile(path, 'utf8')).replace('] Trees', '] Bushes'))
    await ada.ask(url, 'mutation ($id: ID!) { updateNode(id: $id, data: { title: "Shrubs" }) { id } }', { id: rootId })
    expect(await run(['sync', 'conflict.md'])).toMatchObject({ code: 3 })
    const text = await readFile(path, 'utf8')
    expect(text).toContain('- [ ] Shrubs <!--')
    expect(text).toContain('<!-- conflict title: "Bushes" -->')
  })

  it('leaves the edits of a reader in the file', async () => {
    const path = join(folder, 'reader.md')
    const settings = { ESPALIER_TOKEN: await createToken('reader', { projectId }) }
    expect(await run(['sync', 'reader.md'], settings)).toMatchObject({ code: 0 })
    const edited = (await readFile(path, 'utf8')).replace('] Shrubs', '] Hedges')
    await writeFile(path, edited)
    expect(await run(['sync', 'reader.md'], settings)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^espalier: /u),
    })
    expect(await readFile(path, 'utf8')).toBe(edited)
    await ada.createNode(url, { projectId, parentId: rootId, title: 'Later' })
    await writeFile(path, edited.replace('] Hedges', '] Shrubs'))
    expect(await run(['sync', 'reader.md'], settings)).toMatchObject({ code: 0 })
    expect(await readFile(path, 'utf8')).toContain('] Later <!--')
  })
})
