import type { ProjectFilter } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { adaId, createFakeProject } from '../testing/fake-api.ts'
import { type ApiResult, createApiFailure } from './graphql/api-result.ts'
import type { ListedProject } from './listed-project.ts'
import { createProjectList } from './project-list.ts'

type Listed = ApiResult<readonly ListedProject[]>

const found = (...projects: ListedProject[]): Listed => ({ ok: true, value: projects })
const failed: Listed = { ...createApiFailure('INTERNAL', 'Gone wrong'), isReported: true }

/** Opens a list whose requests the test answers by hand, in any order. */
function openList() {
  const asked: { filter: ProjectFilter; answer: (listed: Listed) => void }[] = []
  const list = createProjectList(
    (filter) => new Promise((answer) => void asked.push({ filter, answer })),
    () => adaId,
  )
  const titles = (filter: ProjectFilter) => {
    const state = list.get(filter)
    return state.kind === 'loaded' ? state.projects.map(({ title }) => title) : state.kind
  }
  return { list, asked, titles }
}

const pear = createFakeProject({ title: 'Pear' })
const plum = createFakeProject({ title: 'Plum' })

describe('project list', () => {
  it('shows loading, then the projects, and keeps them while refetching', async () => {
    const { list, asked, titles } = openList()
    const first = list.load('inbox')
    expect(titles('inbox')).toBe('loading')
    asked[0]?.answer(found(pear))
    await first
    expect(titles('inbox')).toEqual(['Pear'])
    const second = list.load('inbox')
    expect(titles('inbox')).toEqual(['Pear'])
    asked[1]?.answer(failed)
    await second
    expect(titles('inbox')).toEqual(['Pear'])
  })

  it('reports a failure when nothing is loaded, and can be retried', async () => {
    const { list, asked } = openList()
    const first = list.load('inbox')
    asked[0]?.answer(failed)
    await first
    expect(list.get('inbox')).toEqual({ kind: 'failed', text: 'Gone wrong' })
    void list.load('inbox')
    expect(list.get('inbox').kind).toBe('loading')
  })

  it('drops an answer that a later request has overtaken', async () => {
    const { list, asked, titles } = openList()
    const [first, second] = [list.load('inbox'), list.load('inbox')]
    asked[1]?.answer(found(plum))
    await second
    asked[0]?.answer(found(pear))
    await first
    expect(titles('inbox')).toEqual(['Plum'])
  })

  it('refetches when a change happened before the answer arrived', async () => {
    const { list, asked, titles } = openList()
    const loading = list.load('inbox')
    list.put({ ...pear, status: 'deleted', seq: 2 })
    asked[0]?.answer(found(pear, plum))
    await Promise.resolve()
    expect(titles('inbox')).toBe('loading')
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(found(plum))
    await loading
    expect(titles('inbox')).toEqual(['Plum'])
  })

  it("forgets the previous person's projects, also those being loaded", async () => {
    const { list, asked, titles } = openList()
    const loading = list.load('inbox')
    list.clear()
    asked[0]?.answer(found(pear))
    await loading
    expect(titles('inbox')).toBe('loading')
    expect(list.clearCount()).toBe(1)
  })
})

async function openBoth() {
  const opened = openList()
  const loads = [opened.list.load('inbox'), opened.list.load('trash')]
  opened.asked[0]?.answer(found(pear, plum))
  opened.asked[1]?.answer(found())
  await Promise.all(loads)
  return opened
}

describe('project from an answer', () => {
  it('moves a changed project from one list to another', async () => {
    const { list, titles } = await openBoth()
    list.put({ ...pear, status: 'deleted', seq: 2 })
    expect(titles('inbox')).toEqual(['Plum'])
    expect(titles('trash')).toEqual(['Pear'])
    list.clearTrash()
    expect(titles('trash')).toEqual([])
  })

  it('replaces a project unless a later version is listed already', async () => {
    const { list, titles } = await openBoth()
    list.put({ ...pear, title: 'New', seq: 3 })
    list.put({ ...pear, title: 'Old', seq: 2 })
    expect(titles('inbox')).toEqual(['New', 'Plum'])
  })
})
