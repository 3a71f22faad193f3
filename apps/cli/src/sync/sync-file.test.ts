import { randomUUID } from 'node:crypto'
import { aRecord } from '@espalier/sync/testing'
import { describe, expect, it } from 'vitest'
import { createSyncWorld, type SyncWorld } from '../testing/sync-world.ts'
import { syncFile } from './sync-file.ts'

const [rootId, pearId, appleId] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
]

const sync = (world: SyncWorld) =>
  syncFile({
    target: { projectId: world.projectId, nodeId: null },
    storage: world.storage,
    remote: world.remote,
    newId: randomUUID,
  })

async function openOrchard(): Promise<SyncWorld> {
  const world = createSyncWorld([
    aRecord(rootId, [], { title: 'Orchard', position: 1_000 }),
    aRecord(pearId, [rootId], { title: 'Pears', position: 1_000 }),
    aRecord(appleId, [rootId], { title: 'Apples', position: 2_000 }),
  ])
  await sync(world)
  return world
}

const edit = (world: SyncWorld, from: string | RegExp, to: string): void => {
  const before = world.text ?? ''
  world.text = before.replace(from, to)
  expect(world.text).not.toBe(before)
}
const change = (world: SyncWorld, id: string, values: object): void => {
  const node = world.server.nodes.get(id)
  if (node !== undefined) world.server.store('somebody', [{ ...node, ...values }])
}
const outline = (world: SyncWorld): readonly string[] =>
  (world.text ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('- '))
    .map((line) => line.replace(/ <!-- .* -->$/u, ''))
const titles = (world: SyncWorld): readonly string[] =>
  world.server
    .living()
    .map(({ title }) => title)
    .sort()

describe('a Markdown file and a project', () => {
  it('writes a missing file with the ids of the nodes in comments', async () => {
    const world = await openOrchard()
    expect(world.text).toBe(
      [
        '# Orchard',
        '',
        `- [ ] Orchard <!-- ${rootId} -->`,
        `  - [ ] Pears <!-- ${pearId} -->`,
        `  - [ ] Apples <!-- ${appleId} -->`,
        '',
        `<!-- espalier-sync project=${world.projectId} revision=1 -->`,
        '',
      ].join('\n'),
    )
  })

  it('leaves an unchanged file as it is, byte by byte, however it is formatted', async () => {
    const world = await openOrchard()
    edit(world, /^ {2}- \[ \]/gmu, '    * [ ]')
    const own = world.text
    await sync(world)
    expect(world.text).toBe(own)
    expect(await sync(world)).toEqual({ sent: 0, isFileWritten: false, conflicts: 0 })
    expect(world.text).toBe(own)
  })

  it('carries fields, new nodes and moves from the file to the project', async () => {
    const world = await openOrchard()
    edit(
      world,
      `  - [ ] Pears <!-- ${pearId} -->`,
      `  - [x] Sweet pears #fruit !high ~3d <!-- ${pearId} -->\n    - [/] Dig`,
    )
    await sync(world)
    const [fruit] = world.project.tags
    expect(fruit?.name).toBe('fruit')
    expect(world.server.nodes.get(pearId)).toMatchObject({
      title: 'Sweet pears',
      status: 'done',
      priority: 'high',
      tagIds: [fruit?.id],
    })
    const dig = world.server.living().find(({ title }) => title === 'Dig')
    expect(dig).toMatchObject({ parentIds: [pearId], status: 'progress' })
    expect(world.text).toContain(`    - [/] Dig <!-- ${dig?.id} -->`)
    edit(world, /^ {4}- \[\/\] Dig/mu, '  - [/] Dig')
    await sync(world)
    expect(world.server.nodes.get(dig?.id ?? '')?.parentIds).toEqual([rootId])
  })

  it('moves nodes beside the only root below it', async () => {
    const world = await openOrchard()
    edit(world, '\n<!-- espalier-sync', '- Plums\n\n<!-- espalier-sync')
    await sync(world)
    expect(outline(world)).toEqual(['- [ ] Orchard', '  - [ ] Pears', '  - [ ] Apples', '  - [ ] Plums'])
  })

  it('carries changes of the project to the file, and merges changes of different values', async () => {
    const world = await openOrchard()
    change(world, pearId, { title: 'Quinces' })
    edit(world, '[ ] Pears', '[x] Pears')
    await sync(world)
    expect(outline(world)).toEqual(['- [ ] Orchard', '  - [x] Quinces', '  - [ ] Apples'])
    expect(world.server.nodes.get(pearId)).toMatchObject({ title: 'Quinces', status: 'done' })
  })

  it('keeps the value of the project and marks that of the file if both have changed', async () => {
    const world = await openOrchard()
    change(world, pearId, { title: 'Quinces' })
    edit(world, 'Pears', 'Plums -->')
    expect(await sync(world)).toMatchObject({ conflicts: 1 })
    expect(world.text).toContain('\n    <!-- conflict title: "Plums --\\u003e" -->\n')
    expect(titles(world)).toEqual(['Apples', 'Orchard', 'Quinces'])
    const marked = world.text
    expect(await sync(world)).toEqual({ sent: 0, isFileWritten: false, conflicts: 1 })
    expect(world.text).toBe(marked)
    edit(world, /\n {4}<!-- conflict.*/u, '')
    expect(await sync(world)).toMatchObject({ conflicts: 0, isFileWritten: false })
  })

  it('deletes on both sides, unless the other side has changed the node', async () => {
    const world = await openOrchard()
    edit(world, /^.*Apples.*\n/mu, '')
    change(world, pearId, { isDeleted: true })
    await sync(world)
    expect(outline(world)).toEqual(['- [ ] Orchard'])
    expect(titles(world)).toEqual(['Orchard'])

    const other = await openOrchard()
    edit(other, /^.*Apples.*\n/mu, '')
    edit(other, '[ ] Pears', '[x] Pears')
    change(other, pearId, { isDeleted: true })
    change(other, appleId, { title: 'Red apples' })
    await sync(other)
    expect(outline(other)).toEqual(['- [ ] Orchard', '  - [x] Pears', '  - [ ] Red apples'])
    expect(other.server.nodes.get(pearId)).toMatchObject({ isDeleted: false, status: 'done' })
  })

  it('keeps the parts of the file that are no nodes', async () => {
    const world = await openOrchard()
    world.text = `---\ntags: [a]\n---\n${(world.text ?? '').replace('# Orchard\n', '# Orchard\n\nMy own words.\n')}`
    change(world, pearId, { title: 'Quinces' })
    await sync(world)
    expect(world.text).toMatch(/^---\ntags: \[a\]\n---\n# Orchard\n\nMy own words\.\n\n- \[ \] Orchard/u)
  })

  it('keeps a dependency whose blocker is renamed in the file', async () => {
    const world = await openOrchard()
    edit(world, 'Apples <', 'Apples after:Pears <')
    await sync(world)
    expect(world.server.nodes.get(appleId)?.blockedByIds).toEqual([pearId])
    edit(world, '] Pears', '] Green pears')
    await sync(world)
    expect(world.server.nodes.get(appleId)).toMatchObject({ blockedByIds: [pearId], body: '' })
    expect(world.text).toContain('after:"Green pears"')
  })

  it('renames the project with the heading, and writes Windows line ends where the file has them', async () => {
    const world = await openOrchard()
    world.text = (world.text ?? '').replace('# Orchard', '# Garden').replaceAll('\n', '\r\n')
    await sync(world)
    expect(world.project.title).toBe('Garden')
    change(world, pearId, { title: 'Quinces' })
    await sync(world)
    expect(world.text).toContain('# Garden\r\n\r\n- [ ] Orchard')
  })

  it('starts again from the project if the file is missing or empty, and deletes nothing', async () => {
    const world = await openOrchard()
    const before = outline(world)
    for (const lost of [null, ' \n']) {
      world.text = lost
      await sync(world)
      expect(outline(world)).toEqual(before)
    }
    expect(titles(world)).toHaveLength(3)
  })
})
