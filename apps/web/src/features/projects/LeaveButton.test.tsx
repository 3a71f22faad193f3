import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectList } from '../../data/projects/index.ts'
import { openableDialogs } from '../../testing/dialogs.ts'
import { drawPage } from '../../testing/draw.tsx'
import { openPage, signedInAs, standInNetwork, whoamiPath } from '../../testing/network.ts'
import { ada, type KeptProject, keptProject, projectStore, refusal } from '../../testing/project-store.ts'

const eve = 'b1f5c7d2-0000-4000-8000-000000000002'
const shared = (role: 'editor' | 'viewer') =>
  keptProject({ title: 'Pear', owner: eve, sharing: { generalAccess: 'restricted', users: { [ada]: role } } })

function openList(projects: readonly KeptProject[], answers = {}) {
  const store = projectStore(projects, answers)
  standInNetwork({ [whoamiPath]: signedInAs('active'), '/graphql/': store.reply })
  drawPage('/projects')
  return { store }
}

const names = () => [...document.querySelectorAll('tr[data-project-id] a')].map(({ textContent }) => textContent)
const leave = async () => userEvent.click(await screen.findByRole('button', { name: 'Leave Pear' }))
const answer = async (button: 'OK' | 'Cancel') =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }))

beforeAll(openableDialogs)
beforeEach(() => {
  openPage()
  projectList.forget()
})

describe('leaving a project', () => {
  const removal =
    'You are requesting to remove YOUR OWN access to this document.  Are you sure you want to LOSE ACCESS to this document?'

  it.each(['viewer', 'editor'] as const)('takes a %s out of it after a question, without opening it', async (role) => {
    const { store } = openList([shared(role), keptProject({ title: 'Plum' })])
    await leave()
    expect(within(await screen.findByRole('alertdialog')).getByRole('heading').textContent).toBe(removal)
    await answer('Cancel')
    expect(store.asked('LeaveProject')).toEqual([])
    await leave()
    await answer('OK')
    await screen.findByText('You left the project "Pear"')
    await waitFor(() => expect(names()).toEqual(['Plum']))
    expect(store.asked('Project')).toEqual([])
  })

  it('also takes a project from the list that was not shared with them any more', async () => {
    openList([shared('viewer')], { LeaveProject: () => refusal('NOT_FOUND', 'Project not found') })
    await leave()
    await answer('OK')
    await waitFor(() => expect(names()).toEqual([]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says why it failed, and keeps the row', async () => {
    openList([shared('viewer')], { LeaveProject: () => refusal('BAD_USER_INPUT', 'Not now') })
    await leave()
    await answer('OK')
    await screen.findByText('Not now')
    expect(names()).toEqual(['Pear'])
  })

  it('is not offered to the owner', async () => {
    openList([keptProject({ title: 'Pear' })])
    await screen.findByRole('link', { name: 'Pear' })
    expect(screen.queryByRole('button', { name: 'Leave Pear' })).toBeNull()
  })
})
