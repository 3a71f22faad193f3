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
import { IssueNote, pollTrackerSync } from './issue-sync.tsx'

const inStep: TrackerSync = { problem: null, waiting: 0, issueUrl: 'https://acme.atlassian.net/browse/', nodes: [] }

/** Fakes the API of one project's sync. Its answers may change during a test. */
function trackingApi(tracking: TrackerSync, switched: object = { data: { updateProject: { id: 'pear' } } }) {
  const asked: FakeOperation[] = []
  const answer = (operation: FakeOperation): object => {
    asked.push(operation)
    return operation.operationName === 'SwitchTrackerSync' ? switched : { data: { trackerSync: tracking } }
  }
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answer)),
  })
  return asked
}

const openSyncedProject = (jiraSync: boolean) =>
  openTestProject(nodesFromOutline({ root: { one: {} } }), { project: { jiraSync } })

async function openMenu(jiraSync: boolean): Promise<void> {
  render(
    <MemoryRouter>
      <IntegrationsMenu client={openSyncedProject(jiraSync)} />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Integrations' }))
}

const toggle = () => screen.findByRole('menuitemcheckbox', { name: 'Jira sync' })

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
