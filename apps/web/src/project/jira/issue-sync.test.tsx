import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TrackerSync } from '../../api/tracker-sync.ts'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { type FakeOperation, graphqlError } from '../../testing/fake-api.ts'
import {
  jsonResponse,
  type RecordedCall,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { toast } from '../../ui/Toasts.tsx'
import { IntegrationsMenu } from '../toolbar/DocumentTools.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { IssueNote, pollTrackerSync } from './issue-sync.tsx'

const inStep: TrackerSync = { problem: null, waiting: 0, issueUrl: 'https://acme.atlassian.net/browse/', nodes: [] }

const allFields = { assignee: true, dueDate: true, estimate: true, priority: true, labels: true }
const jiraFieldsAnswer = {
  integrationSettings: { jiraFields: { ...allFields, labels: false, estimateAs: 'points', linksAs: 'parents' } },
}

/** Fakes the API of one project's sync. Its answers may change during a test. */
function trackingApi(tracking: TrackerSync, switched: object = { data: { updateProject: { id: 'pear' } } }) {
  const asked: FakeOperation[] = []
  const answer = (operation: FakeOperation): object => {
    asked.push(operation)
    switch (operation.operationName) {
      case 'SwitchTrackerSync':
      case 'SwitchJiraFields':
        return switched
      case 'JiraFields':
        return { data: { project: jiraFieldsAnswer } }
      default:
        return { data: { trackerSync: tracking } }
    }
  }
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answer)),
  })
  return asked
}

const openSyncedProject = (jiraSync: boolean) =>
  openTestProject(nodesFromOutline({ root: { one: {} } }), { project: { jiraSync } })

async function openMenu(jiraSync: boolean): Promise<ProjectWorkspace> {
  const workspace = openTestWorkspace(openSyncedProject(jiraSync))
  render(
    <MemoryRouter>
      <IntegrationsMenu workspace={workspace} />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Integrations' }))
  return workspace
}

const toggle = () => screen.findByRole('menuitemcheckbox', { name: 'Jira sync' })

const isOn = (name: string | RegExp): boolean =>
  screen.getByRole('menuitemcheckbox', { name }).getAttribute('aria-checked') === 'true'

beforeEach(() => resetPage())
afterEach(() => vi.restoreAllMocks())

describe('integrations menu', () => {
  it('switches the tracker sync on', async () => {
    const asked = trackingApi(inStep)
    await openMenu(false)
    expect((await toggle()).getAttribute('aria-checked')).toBe('false')
    await userEvent.click(await toggle())
    await waitFor(() => expect(asked.map(({ variables }) => variables)).toContainEqual({ id: 'pear', isOn: true }))
  })

  it('changes which fields are synced, how estimates are stored in Jira and what its links become here', async () => {
    const saved = { ...allFields, labels: true, dueDate: false, estimateAs: 'points', linksAs: 'parents' }
    const asked = trackingApi(inStep, { data: { updateProject: { integrationSettings: { jiraFields: saved } } } })
    await openMenu(false)
    const dueDate = await screen.findByRole('menuitemcheckbox', { name: 'Due date' })
    expect([/Assignee/, 'Due date', 'Estimate', 'Priority', 'Tags as labels'].map(isOn)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    await userEvent.click(dueDate)
    const sent = () => asked.map(({ variables }) => variables)
    await waitFor(() => expect(sent()).toContainEqual({ id: 'pear', jiraFields: { dueDate: false } }))
    await waitFor(() => expect(isOn('Tags as labels')).toBe(true))
    expect(isOn('Due date')).toBe(false)
    expect(screen.getByRole('menuitemradio', { name: 'Story points' }).getAttribute('aria-checked')).toBe('true')
    await userEvent.click(screen.getByRole('menuitemradio', { name: /time/ }))
    await waitFor(() => expect(sent()).toContainEqual({ id: 'pear', jiraFields: { estimateAs: 'time' } }))
    await userEvent.click(screen.getByRole('button', { name: 'Integrations' }))
    const parents = await screen.findByRole('menuitemradio', { name: 'Extra parents' })
    expect(parents.getAttribute('aria-checked')).toBe('true')
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Blocked by' }))
    await waitFor(() => expect(sent()).toContainEqual({ id: 'pear', jiraFields: { linksAs: 'blockers' } }))
  })

  it('opens the webhooks', async () => {
    trackingApi(inStep)
    const workspace = await openMenu(false)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Webhooks…' }))
    expect(workspace.dialog.get()).toEqual({ kind: 'webhooks' })
  })

  it('sets a field back and says why it could not be switched', async () => {
    trackingApi(inStep, graphqlError('FORBIDDEN', 'You may not edit this project'))
    const showError = vi.spyOn(toast, 'error')
    await openMenu(true)
    const priority = await screen.findByRole('menuitemcheckbox', { name: 'Priority' })
    await userEvent.click(priority)
    await waitFor(() => expect(showError).toHaveBeenCalledWith('You may not edit this project', { isPersistent: true }))
    expect(priority.getAttribute('aria-checked')).toBe('true')
  })

  it.each<[string, Partial<TrackerSync>]>([
    ['Every node is in sync with its Jira issue.', {}],
    ['3 nodes waiting to sync.', { waiting: 3 }],
    ['Jira is away.', { problem: 'Jira is away.', waiting: 3 }],
    [
      'In sync except for 1 node. Open a node with a red mark to see why.',
      { nodes: [{ nodeId: 'one', state: 'blocked', reason: 'No way.' }] },
    ],
  ])('shows the sync state: %s', async (text, more) => {
    trackingApi({ ...inStep, ...more })
    await openMenu(true)
    expect((await toggle()).getAttribute('aria-checked')).toBe('true')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('says why the sync could not be switched', async () => {
    trackingApi(inStep, graphqlError('FORBIDDEN', 'You may not edit this project'))
    const showError = vi.spyOn(toast, 'error')
    await openMenu(true)
    await userEvent.click(await toggle())
    await waitFor(() => expect(showError).toHaveBeenCalledWith('You may not edit this project', { isPersistent: true }))
    expect((await toggle()).getAttribute('aria-checked')).toBe('true')
  })
})

it('links a node’s panel to its issue and says why they differ', async () => {
  trackingApi({ ...inStep, nodes: [{ nodeId: 'one', state: 'blocked', reason: 'There is no transition.' }] })
  const workspace = openTestWorkspace(openSyncedProject(true))
  const stop = pollTrackerSync(workspace.client)
  const node = workspace.client.node('one')
  if (node === undefined) throw new Error('there is no such node')
  render(<IssueNote workspace={workspace} node={{ ...node, externalKey: 'ACME-7' }} />)
  const link = await screen.findByRole('link', { name: 'ACME-7 in Jira' })
  expect(link.getAttribute('href')).toBe('https://acme.atlassian.net/browse/ACME-7')
  expect((await screen.findByRole('status')).textContent).toContain('There is no transition.')
  stop()
})
