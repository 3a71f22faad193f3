import { randomUUID } from 'node:crypto'
import { aRecord } from '@espalier/sync/testing'
import { describe, expect, it } from 'vitest'
import { createRandom, pickFrom, type Random, RandomEditors } from '../testing/random-edits.ts'
import { createSyncWorld, Kill, type SyncWorld } from '../testing/sync-world.ts'
import { getPlainTitle, isSamePlan, toPlan } from './plan-document.ts'
import { readFile, toShownPlan } from './read-plan.ts'
import { syncFile } from './sync-file.ts'
import { splitFile } from './sync-state.ts'

const sync = (world: SyncWorld) =>
  syncFile({
    target: { projectId: world.projectId, nodeId: null },
    storage: world.storage,
    remote: world.remote,
    newId: randomUUID,
  })

/** Runs the program, which may be killed at any step. Returns whether it got to its end. */
async function syncUntilKilled(world: SyncWorld, steps: number): Promise<boolean> {
  world.stepsLeft = steps
  try {
    await sync(world)
    return true
  } catch (error) {
    if (!(error instanceof Kill)) throw error
    return false
  } finally {
    world.stepsLeft = Number.POSITIVE_INFINITY
  }
}

function expectEqualSides(world: SyncWorld): void {
  const { markdown } = splitFile(world.text ?? '')
  const { plan } = toShownPlan({ project: world.project, nodes: world.server.living() }, null)
  const names = Array.from(plan.values(), (node) => [getPlainTitle(node), node.id] as const)
  const read = readFile(markdown, { lists: world.project, names, hasHeading: true })
  expect(isSamePlan(toPlan(read.project), plan)).toBe(true)
}

describe('1,000 random edits of a file and a project, with kills in between', () => {
  it.each([2, 4])('keep file and project equal, with nothing lost and nothing doubled (seed %i)', async (seed) => {
    const random = createRandom(seed)
    const rootId = randomUUID()
    const world = createSyncWorld([aRecord(rootId, [], { title: 'root' })])
    const editors = new RandomEditors(world, random)
    await sync(world)
    let kills = 0
    for (let edit = 0; edit < 1_000; edit += 1) {
      if (random() < 0.5) editors.editFile()
      else editors.editProject()
      if (random() > 0.4) continue
      const isKilled = !(await syncUntilKilled(
        world,
        random() < 0.6 ? Math.floor(random() * 25) : Number.POSITIVE_INFINITY,
      ))
      if (isKilled) kills += 1
    }
    await sync(world)
    expectEqualSides(world)
    const text = world.text ?? ''
    expect(await sync(world)).toMatchObject({ sent: 0, isFileWritten: false })
    expect(world.text).toBe(text)
    const titles = world.server.living().map(({ title }) => title)
    const everything = [text, ...world.server.living().map(({ title, body }) => `${title} ${body}`)].join('\n')
    expect([...editors.words].filter((word) => !everything.includes(word))).toEqual([])
    expect(titles.filter((title, index) => title.includes('w') && titles.indexOf(title) !== index)).toEqual([])
    expect(kills).toBeGreaterThan(50)
    expect(editors.words.size).toBeGreaterThan(10)
  })
})

const vocabulary =
  'plant prune water graft pears apples plums soil ladder fence market boxes labels paint test review'.split(' ')

function createTitle(random: Random): string {
  const words = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pickFrom(random, vocabulary) ?? '')
  return words.join(' ')
}

function createLargeWorld(random: Random): SyncWorld {
  const ids: string[] = []
  const nodes = Array.from({ length: 300 }, (_, index) => {
    const id = randomUUID()
    const parentId = pickFrom(random, ids.slice(-40))
    ids.push(id)
    return aRecord(id, parentId === undefined ? [] : [parentId], { title: createTitle(random), position: index * 10 })
  })
  return createSyncWorld(nodes)
}

const idNote = / <!-- ([0-9a-f-]{36}) -->$/u

/** Retitles, ticks, moves, adds and deletes lines. Returns the id of the node that each line is. */
function editLines(world: SyncWorld, random: Random): readonly (string | null)[] {
  const lines = (world.text ?? '').split('\n').filter((line) => idNote.test(line))
  const made = lines.flatMap((line, index): { line: string; id: string | null }[] => {
    const id = idNote.exec(line)?.[1] ?? null
    const isLeaf = !(lines[index + 1] ?? '').startsWith(`${/^ */u.exec(line)?.[0] ?? ''}  `)
    const kind = random()
    if (index === 0 || kind > 0.1) return [{ line, id }]
    if (kind < 0.02 && isLeaf) return []
    if (kind < 0.04)
      return [
        { line, id },
        { line: `${/^ */u.exec(line)?.[0] ?? ''}- [ ] ${createTitle(random)} new`, id: null },
      ]
    if (kind < 0.06) return [{ line: line.replace('[ ]', '[x]'), id }]
    return [{ line: line.replace(idNote, ` ${pickFrom(random, vocabulary) ?? ''}$&`), id }]
  })
  const marker = (world.text ?? '').split('\n').find((line) => line.startsWith('<!-- espalier-sync')) ?? ''
  world.text = ['# Orchard', '', ...made.map(({ line }) => line), '', marker, ''].join('\n')
  return made.map(({ id }) => id)
}

async function measureIdentity(random: Random, isStripped: boolean): Promise<{ kept: number; all: number }> {
  const world = createLargeWorld(random)
  await sync(world)
  const ids = editLines(world, random)
  if (isStripped) world.text = (world.text ?? '').replaceAll(/ <!-- [0-9a-f-]{36} -->/gu, '')
  await sync(world)
  const found = (world.text ?? '').split('\n').flatMap((line) => idNote.exec(line)?.[1] ?? [])
  expect(found).toHaveLength(ids.length)
  const known = ids.flatMap((id, index) => (id === null ? [] : [found[index] === id]))
  return { kept: known.filter(Boolean).length, all: known.length }
}

describe('the identity of nodes in an edited file of 300 lines', () => {
  it.each([
    ['with ids', false, 1],
    ['without ids', true, 0.99],
  ])('%s is kept', async (_name, isStripped, least) => {
    let [kept, all] = [0, 0]
    for (let seed = 1; seed <= 4; seed += 1) {
      const measured = await measureIdentity(createRandom(seed), isStripped)
      kept += measured.kept
      all += measured.all
    }
    expect(kept / all, `${kept} of ${all}`).toBeGreaterThanOrEqual(least)
    process.stdout.write(`identity ${isStripped ? 'without' : 'with'} ids: ${kept} of ${all}\n`)
  })
})
