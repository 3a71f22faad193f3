import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { auth } from '../../../data/session/index.ts'
import { projectList } from '../../../data/projects/index.ts'
import { openableDialogs } from '../../../testing/dialogs.ts'
import { json, openPage, signedInAs, standInNetwork, whoamiPath } from '../../../testing/network.ts'
import { keptProject, projectStore, refusal } from '../../../testing/project-store.ts'
import { memoryBench } from '../testing/memory-bench.ts'
import { memoryBoard } from '../testing/memory-board.ts'
import { isOffered } from '../workbench/intent.ts'
import { linkIntents, linkToNew, removeProjectLink } from './link-intents.ts'
import { LinkPanel } from './LinkPanel.tsx'

const projects = [
  keptProject({ id: 'pear', title: 'Pear' }),
  keptProject({ id: 'wall', title: 'Südwall' }),
  keptProject({ id: 'gate', title: 'Garden <gate>' }),
]

beforeEach(async () => {
  openableDialogs()
  openPage()
  projectList.forget()
})

async function open(answers: Parameters<typeof projectStore>[1] = {}) {
  const store = projectStore(projects, answers)
  standInNetwork({ [whoamiPath]: signedInAs('active'), '/graphql/': store.reply })
  await auth.check()
  const bench = memoryBench(memoryBoard([{ id: 'a', title: '<p>Beds &amp; paths</p>', projectLink: null }]))
  return { bench, store, link: () => bench.board.node('a')?.projectLink }
}

const offered = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('the link panel', () => {
  it('lists the other projects, and searches them whatever the case', async () => {
    const { bench } = await open()
    render(<LinkPanel bench={bench} nodeId="a" />)
    const search = await screen.findByRole('searchbox', { name: 'Search projects' })
    expect(screen.getByRole('dialog', { name: 'Link to an existing project' })).toBeTruthy()
    expect(offered()).toEqual(['Südwall', 'Garden <gate>'])
    await userEvent.type(search, 'SÜD')
    expect(offered()).toEqual(['Südwall'])
    await userEvent.type(search, 'x')
    expect(screen.getByText('No project fits.')).toBeTruthy()
  })

  it('links by Enter in the search field', async () => {
    const { bench, link } = await open()
    bench.dialog.set({ kind: 'link', nodeId: 'a' })
    render(<LinkPanel bench={bench} nodeId="a" />)
    await userEvent.type(await screen.findByRole('searchbox'), 'garden{Enter}')
    expect(link()).toBe('gate')
    expect(bench.dialog.get()).toBeNull()
    expect(bench.stage.said).toEqual(['Linked Beds & paths to Garden <gate>'])
  })

  it('links by the arrow keys', async () => {
    const { bench, link } = await open()
    render(<LinkPanel bench={bench} nodeId="a" />)
    await screen.findByRole('searchbox')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.tagName).toBe('INPUT')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(link()).toBe('wall')
  })

  it('says why there is no list, and asks again', async () => {
    let isAway = true
    const { bench, store } = await open()
    standInNetwork({ '/graphql/': (call) => (isAway ? json(503, {}) : store.reply(call)) })
    render(<LinkPanel bench={bench} nodeId="a" />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    await userEvent.click(again)
    await waitFor(() => expect(offered()).toHaveLength(2))
  })

  it('stays open and says so where the link is refused', async () => {
    const { bench, link } = await open()
    bench.dialog.set({ kind: 'link', nodeId: 'a' })
    render(<LinkPanel bench={bench} nodeId="a" />)
    await screen.findByRole('searchbox')
    bench.board.allowEditing(false)
    await userEvent.keyboard('{Enter}')
    expect(link()).toBeNull()
    expect(bench.told).toHaveLength(1)
    expect(bench.dialog.get()).not.toBeNull()
  })
})

describe('the menu', () => {
  it('offers to remove a link only where there is one', async () => {
    const { bench, link } = await open()
    const labels = () => linkIntents.filter((one) => isOffered(one, bench, 'a')).map((one) => one.label)
    expect(labels()).toEqual(['Link to an existing project', 'Link to a new project'])
    act(() => void bench.board.edits.change('a', { projectLink: 'wall' }))
    expect(labels()).toEqual(['Remove project link', 'Link to an existing project', 'Link to a new project'])
    removeProjectLink.run(bench, 'a')
    expect(link()).toBeNull()
    bench.board.allowEditing(false)
    expect(labels()).toEqual([])
  })

  it('makes a new project that the node links to, once, and opens it', async () => {
    const { bench, store } = await open()
    linkToNew.run(bench, 'a')
    linkToNew.run(bench, 'a')
    await waitFor(() => expect(bench.opened).toHaveLength(1))
    expect(store.asked('CreateProject')).toEqual([{ data: { title: 'Breakdown for Beds & paths', nodeLinks: ['a'] } }])
    expect(bench.opened).toEqual([`/tree/${store.all().at(-1)?.id}`])
  })

  it('says why no project could be made', async () => {
    const { bench } = await open({ CreateProject: () => refusal('BAD_USER_INPUT', 'Not today') })
    linkToNew.run(bench, 'a')
    await waitFor(() => expect(bench.told).toEqual(['Not today']))
    expect(bench.opened).toEqual([])
  })
})
