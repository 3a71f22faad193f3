import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { auth } from '../../api/session/session.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { createFakeApi, createFakeProject, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { jsonResponse, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { isActionAvailable } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import {
  linkToNewProjectAction,
  projectLinkActions,
  removeProjectLinkAction,
} from '../breakdown/project-link-actions.ts'
import { LinkProjectDialog } from './LinkProjectDialog.tsx'

const projects = [
  createFakeProject({ id: 'pear', title: 'Pear' }),
  createFakeProject({ id: 'wall', title: 'Südwall' }),
  createFakeProject({ id: 'gate', title: 'Garden <gate>' }),
]

beforeEach(async () => {
  polyfillDialogs()
  resetPage()
  projectList.clear()
})

async function open(answers: OperationHandlers = {}) {
  const store = createFakeApi({ projects, answers })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  await auth.check()
  const workspace = openTestWorkspace(
    openTestProject([{ id: 'a', title: '<p>Beds &amp; paths</p>', projectLink: null }]),
  )
  return { workspace, store, link: () => workspace.client.node('a')?.projectLink }
}

const offered = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('link dialog', () => {
  it('lists the other projects and searches them case-insensitively', async () => {
    const { workspace } = await open()
    render(<LinkProjectDialog workspace={workspace} nodeId="a" />)
    const search = await screen.findByRole('searchbox', { name: 'Search projects' })
    expect(screen.getByRole('dialog', { name: 'Link to an existing project' })).toBeTruthy()
    expect(offered()).toEqual(['Südwall', 'Garden <gate>'])
    await userEvent.type(search, 'SÜD')
    expect(offered()).toEqual(['Südwall'])
    await userEvent.type(search, 'x')
    expect(screen.getByText('No matching projects')).toBeTruthy()
  })

  it('links a project by Enter in the search field', async () => {
    const { workspace, link } = await open()
    workspace.dialog.set({ kind: 'link', nodeId: 'a' })
    render(<LinkProjectDialog workspace={workspace} nodeId="a" />)
    await userEvent.type(await screen.findByRole('searchbox'), 'garden{Enter}')
    expect(link()).toBe('gate')
    expect(workspace.dialog.get()).toBeNull()
    expect(workspace.map.announcements).toEqual(['Linked Beds & paths to Garden <gate>'])
  })

  it('links a project by the arrow keys', async () => {
    const { workspace, link } = await open()
    render(<LinkProjectDialog workspace={workspace} nodeId="a" />)
    await screen.findByRole('searchbox')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.tagName).toBe('INPUT')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(link()).toBe('wall')
  })

  it('shows why there is no list and retries', async () => {
    let isAway = true
    const { workspace, store } = await open()
    stubNetwork({ '/graphql/': (call) => (isAway ? jsonResponse(503, {}) : store.reply(call)) })
    render(<LinkProjectDialog workspace={workspace} nodeId="a" />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    await userEvent.click(again)
    await waitFor(() => expect(offered()).toHaveLength(2))
  })

  it('keeps the link dialog open and shows why a link is rejected', async () => {
    const { workspace, link } = await open()
    workspace.dialog.set({ kind: 'link', nodeId: 'a' })
    render(<LinkProjectDialog workspace={workspace} nodeId="a" />)
    await screen.findByRole('searchbox')
    workspace.client.allowEditing(false)
    await userEvent.keyboard('{Enter}')
    expect(link()).toBeNull()
    expect(workspace.notices).toHaveLength(1)
    expect(workspace.dialog.get()).not.toBeNull()
  })
})

describe('project link actions', () => {
  it('offers to remove a link only when there is one', async () => {
    const { workspace, link } = await open()
    const labels = () =>
      projectLinkActions
        .filter((one) => isActionAvailable(one, workspace, 'a'))
        .map((one) => getActionLabel(one, workspace, 'a'))
    expect(labels()).toEqual(['Link to an existing project', 'Link to a new project'])
    act(() => void workspace.client.edits.change('a', { projectLink: 'wall' }))
    expect(labels()).toEqual(['Remove project link', 'Link to an existing project', 'Link to a new project'])
    removeProjectLinkAction.run(workspace, 'a')
    expect(link()).toBeNull()
    workspace.client.allowEditing(false)
    expect(labels()).toEqual([])
  })

  it('creates and opens one new project that the node links to', async () => {
    const { workspace, store } = await open()
    linkToNewProjectAction.run(workspace, 'a')
    linkToNewProjectAction.run(workspace, 'a')
    await waitFor(() => expect(workspace.opened).toHaveLength(1))
    expect(store.asked('CreateProject')).toEqual([{ data: { title: 'Breakdown for Beds & paths', nodeLinks: ['a'] } }])
    expect(workspace.opened).toEqual([`/tree/${store.all().at(-1)?.id}`])
  })

  it('shows why no project could be created', async () => {
    const { workspace } = await open({ CreateProject: () => graphqlError('BAD_USER_INPUT', 'Not today') })
    linkToNewProjectAction.run(workspace, 'a')
    await waitFor(() => expect(workspace.notices).toEqual(['Not today']))
    expect(workspace.opened).toEqual([])
  })
})
