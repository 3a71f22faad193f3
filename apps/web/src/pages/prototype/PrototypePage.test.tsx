import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, createFakeProject, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { prototypeTexts } from '../../texts/prototypes.ts'

const node = (id: string, parentIds: readonly string[], status = 'todo', title = id) => ({
  id,
  parentIds,
  status,
  title,
  position: 0,
})
const nodes = [
  node('root', []),
  node('pears', ['root'], 'done', '<b>Pears</b>'),
  node('figs', ['root'], 'progress', 'Figs'),
]
const orchard = createFakeProject({ id: 'orchard', title: 'Orchard' })
const meadow = createFakeProject({ id: 'meadow', title: 'Meadow' })

function arrive(address: string, answers: OperationHandlers = {}) {
  const api = createFakeApi({ projects: [orchard, meadow], nodes, answers })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  return { api, page: renderApp(address) }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const unfoldedNodes = () => Number.parseInt(screen.getByText(/of 240 nodes are unfolded/).textContent ?? '', 10)
const missing = () => graphqlError('NOT_FOUND', 'Project not found')

beforeEach(() => resetPage())

describe.each(Object.entries(prototypeTexts.views))('/%s', (path, { title }) => {
  it('marks a prototype and links the nodes of a project to their place in it', async () => {
    arrive(`/${path}?project=orchard`)
    await heading(title)
    expect(screen.getByText('Prototype')).toBeTruthy()
    await screen.findByText('As a list (3 nodes)')
    const [link] = screen.getAllByText('Figs', { selector: 'a' })
    expect(link?.getAttribute('href')).toBe('/tree/orchard#node=figs')
    expect(document.title).toBe(`${title} - Espalier`)
    expect(screen.getByRole('combobox', { name: 'Project' })).toHaveProperty('value', 'orchard')
  })
})

describe('prototype frame', () => {
  it('shows another project or the sample when it is picked', async () => {
    const { page, api } = arrive('/d3-tidytree')
    const picker = await screen.findByRole('combobox', { name: 'Project' })
    await within(picker).findByRole('option', { name: 'Meadow' })
    await userEvent.selectOptions(picker, 'Meadow')
    expect(await screen.findByRole('img', { name: 'Tidy tree of Meadow: 3 nodes, listed below' })).toBeTruthy()
    expect(page.here()).toBe('/d3-tidytree?project=meadow')
    expect(api.asked('Nodes')).toEqual([{ projectId: 'meadow' }])
    await userEvent.selectOptions(picker, 'A generated sample')
    expect(await screen.findByRole('img', { name: /^Tidy tree of A sample plan: 60 nodes/ })).toBeTruthy()
  })

  it('explains what to do when a project may not be seen', async () => {
    arrive('/dag?project=hidden', { Project: missing, Nodes: missing })
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
    expect(screen.getByText(/Choose another one/)).toBeTruthy()
    expect(screen.getByRole('option', { name: 'The project in the address' })).toHaveProperty('selected', true)
  })

  it('offers a retry when a project cannot be read', async () => {
    let isBroken = true
    arrive('/bubble?project=orchard', {
      Nodes: () => (isBroken ? graphqlError('INTERNAL', 'It broke') : { data: { nodes } }),
    })
    expect(await screen.findByRole('heading', { name: 'The project could not be loaded' })).toBeTruthy()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: /^Bubble view of Orchard/ })).toBeTruthy()
  })

  it('links to an empty project to begin it', async () => {
    arrive('/flare?project=orchard', { Nodes: () => ({ data: { nodes: [] } }) })
    expect((await screen.findByRole('link', { name: 'Open the project' })).getAttribute('href')).toBe('/tree/orchard')
  })

  it('shows how many nodes of a large project are drawn', async () => {
    const many = [node('root', []), ...Array.from({ length: 600 }, (_, at) => node(`n${at}`, ['root']))]
    arrive('/execute?project=orchard', { Nodes: () => ({ data: { nodes: many } }) })
    expect(await screen.findByText(/first 500 of 601 nodes/)).toBeTruthy()
  })

  it('refetches the plan when the person returns to the tab', async () => {
    let drawn = nodes
    arrive('/execute?project=orchard', { Nodes: () => ({ data: { nodes: drawn } }) })
    await screen.findByText('As a list (3 nodes)')
    drawn = [...nodes, node('plums', ['root'])]
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('As a list (4 nodes)')).toBeTruthy()
  })
})

describe('a prototype that a real view replaces', () => {
  it.each([
    ['roadmap', 'Timeline', '/tree/orchard/timeline'],
    ['execute', 'Board', '/tree/orchard/board'],
    ['daygrid', 'Calendar', '/tree/orchard/calendar'],
    ['dag', 'Map', '/tree/orchard'],
  ])('says so at /%s and links to the %s of the project, or to the projects', async (path, view, address) => {
    arrive(`/${path}?project=orchard`)
    expect((await screen.findByRole('link', { name: view })).getAttribute('href')).toBe(address)
    expect(screen.getByText(/replaces this prototype/)).toBeTruthy()
    cleanup()
    arrive(`/${path}`)
    expect((await screen.findByRole('link', { name: view })).getAttribute('href')).toBe('/projects')
  })

  it('is not said of the others', async () => {
    arrive('/bubble')
    await heading('Bubble view')
    expect(screen.queryByText(/replaces this prototype/)).toBeNull()
  })
})

describe('prototype views', () => {
  it('opens a node clicked in a drawing', async () => {
    const { page } = arrive('/d3-basic?project=orchard')
    const drawing = await screen.findByRole('img', { name: /^Basic tree of Orchard/ })
    const figs = drawing.querySelector('[data-node=figs]')
    if (figs === null) throw new Error('not drawn')
    expect(figs.getAttribute('data-status')).toBe('progress')
    await userEvent.click(figs)
    await waitFor(() => expect(page.here()).toBe('/tree/orchard#node=figs'))
  })

  it('folds the branches of the flare and unfolds them level by level', async () => {
    arrive('/flare')
    const more = await screen.findByRole('button', { name: 'One level more' })
    await userEvent.click(screen.getByRole('button', { name: 'Fold all' }))
    expect(unfoldedNodes()).toBe(1)
    await userEvent.click(more)
    expect(unfoldedNodes()).toBe(6)
    await userEvent.click(screen.getByRole('button', { name: 'Unfold all' }))
    expect(unfoldedNodes()).toBe(240)
    expect(more).toHaveProperty('disabled', true)
  })

  it('stops the random tree at 500 nodes, and at once with reduced motion', async () => {
    const { page } = arrive('/d3-randomtree')
    expect(await screen.findByText('Fully grown with 500 nodes')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Another tree' }))
    expect(page.here()).toBe('/d3-randomtree?seed=2')
  })

  it('counts the nodes that came, stayed and left', async () => {
    arrive('/enter?project=orchard')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done' }))
    expect(screen.getByText('1 came, 2 stayed, 0 left')).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'To do' }))
    expect(screen.getByText('0 came, 2 stayed, 1 left')).toBeTruthy()
  })

  it('spreads a plan over four quarters and twelve months', async () => {
    arrive('/roadmap?project=orchard')
    expect(await screen.findByRole('columnheader', { name: 'Q4' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader')).toHaveLength(1 + 4 + 12)
    expect(screen.getByRole('rowheader', { name: 'Pears' })).toBeTruthy()
  })
})

describe('/tree2', () => {
  it('shows the breakdown of a project with a way back', async () => {
    const { page } = arrive('/tree2/orchard')
    await heading('Breakdown / Mindmap')
    expect((await screen.findByRole('link', { name: 'Pears' })).getAttribute('href')).toBe('/tree/orchard#node=pears')
    expect(document.title).toBe('Breakdown / Mindmap - Espalier')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(page.here()).toBe('/projects'))
  })

  it('shows an alert when the breakdown fails', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
    arrive('/tree2/hidden', { Project: missing, Nodes: missing })
    await waitFor(() => expect(alert).toHaveBeenCalledExactlyOnceWith('Error Project not found'))
    expect(screen.getByRole('heading', { name: 'Project not found' })).toBeTruthy()
  })
})
