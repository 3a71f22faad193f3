import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, signedOutReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { openTourProject } from './tour-project.ts'
import { followTourProgress } from './tour-steps.ts'

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())

function arrive(who = signedOutReply) {
  const network = stubNetwork({ [whoamiPath]: who })
  return { network, page: renderApp('/hello') }
}

const findNode = (name: string) => screen.findByRole('treeitem', { name })

describe('the tour at /hello', () => {
  it('shows a plan to a stranger and asks the server for nothing but the session', async () => {
    const { network } = arrive()
    await screen.findByRole('heading', { level: 1, name: 'Try Espalier' })
    await findNode('Open a garden café')
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(document.title).toBe('Try Espalier - Espalier')
    expect(network.calls.filter(({ url }) => url.pathname.startsWith('/graphql'))).toEqual([])
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register')
  })

  it('leads a signed-in person to a project of their own', async () => {
    arrive(signedInReply('active'))
    const link = await screen.findByRole('link', { name: 'Start your own project' })
    expect(link.getAttribute('href')).toBe('/projects/add')
  })

  it('adds, renames and undoes nodes, ticks off what was tried, and starts over', async () => {
    arrive()
    const opening = await findNode('Opening day')
    act(() => opening.focus())
    await userEvent.keyboard('{Tab}')
    await screen.findByRole('textbox', { name: 'Node title' })
    await userEvent.keyboard('Hang the sign{Enter}')
    await findNode('Hang the sign')
    const steps = within(screen.getByRole('list', { name: 'Things to try' }))
    await waitFor(() => expect(steps.getAllByText(/\(done\)/)).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'Hang the sign' })).toBeNull())
    await waitFor(() => expect(steps.getAllByText(/\(done\)/)).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    await findNode('Opening day')
    await waitFor(() => expect(screen.queryByText(/\(done\)/)).toBeNull())
  })
})

describe('progress of the tour', () => {
  it('notices each thing that was tried, and forgets none when it is undone', async () => {
    const { client } = await openTourProject()
    const progress = followTourProgress(client)
    expect(progress.done.get().size).toBe(0)
    client.edits.create({ kind: 'before', siblingId: 'opening' })
    expect([...progress.done.get()]).toEqual(['add'])
    client.edits.change('oven', { title: 'Rent an oven' })
    client.edits.change('oven', { status: 'done' })
    expect([...progress.done.get()]).toEqual(['add', 'rename', 'status'])
    client.edits.undo()
    client.edits.undo()
    expect([...progress.done.get()]).toEqual(['add', 'rename', 'status', 'undo'])
    progress.stop()
    client.edits.change('bake', { title: 'Bake for ninety' })
    expect(progress.done.get().size).toBe(4)
    client.close()
  })
})
