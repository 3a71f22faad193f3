import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { adaId, createFakeProject, createFakeApi, type FakeProject, graphqlError } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const eve = 'b1f5c7d2-0000-4000-8000-000000000002'
const shared = (role: 'editor' | 'viewer') =>
  createFakeProject({ title: 'Pear', owner: eve, sharing: { generalAccess: 'restricted', users: { [adaId]: role } } })

function openList(projects: readonly FakeProject[], answers = {}) {
  const store = createFakeApi({ projects, answers })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  renderApp('/projects')
  return { store }
}

const names = () => [...document.querySelectorAll('tr[data-project-id] a')].map(({ textContent }) => textContent)
const leave = async () => userEvent.click(await screen.findByRole('button', { name: 'Leave Pear' }))
const answer = async (button: 'OK' | 'Cancel') =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }))

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  projectList.clear()
})

describe('leaving a project', () => {
  const removal =
    'You are requesting to remove YOUR OWN access to this document.  Are you sure you want to LOSE ACCESS to this document?'

  it.each(['viewer', 'editor'] as const)(
    'removes a %s after a confirmation without opening the project',
    async (role) => {
      const { store } = openList([shared(role), createFakeProject({ title: 'Plum' })])
      await leave()
      expect(within(await screen.findByRole('alertdialog')).getByRole('heading').textContent).toBe(removal)
      await answer('Cancel')
      expect(store.asked('LeaveProject')).toEqual([])
      await leave()
      await answer('OK')
      await screen.findByText('You left the project "Pear"')
      await waitFor(() => expect(names()).toEqual(['Plum']))
      expect(store.asked('Project')).toEqual([])
    },
  )

  it('removes a project from the list that is no longer shared with the person', async () => {
    openList([shared('viewer')], { LeaveProject: () => graphqlError('NOT_FOUND', 'Project not found') })
    await leave()
    await answer('OK')
    await waitFor(() => expect(names()).toEqual([]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows why leaving failed and keeps the row', async () => {
    openList([shared('viewer')], { LeaveProject: () => graphqlError('BAD_USER_INPUT', 'Not now') })
    await leave()
    await answer('OK')
    await screen.findByText('Not now')
    expect(names()).toEqual(['Pear'])
  })

  it('offers no Leave to the owner', async () => {
    openList([createFakeProject({ title: 'Pear' })])
    await screen.findByRole('link', { name: 'Pear' })
    expect(screen.queryByRole('button', { name: 'Leave Pear' })).toBeNull()
  })
})
