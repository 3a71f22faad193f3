import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { FakeOperation } from '../../testing/fake-api.ts'
import { jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { getTitleSession } from '../editor/title-session.ts'
import type { TitleEdit } from '../workspace/project-workspace.ts'
import { abandonTitleEdit } from './ProjectScreen.tsx'
import { ReadOnlyNotice, type ReadOnlyNoticeProps } from './ReadOnlyNotice.tsx'
import { getReadOnlyReason } from './read-only-reason.ts'

const draw = (props: Partial<ReadOnlyNoticeProps> = {}) => {
  const workspace = props.workspace ?? openTestWorkspace({ root: { a: {} } })
  render(
    <>
      <ReadOnlyNotice workspace={workspace} reason="viewer" takeTypedText={null} canUndelete={false} {...props} />
      <Toasts />
    </>,
  )
  return workspace
}

beforeEach(() => resetPage())
afterEach(() => act(() => toastList.closeAll()))

describe('read-only reason', () => {
  it.each([
    ['owner', 'deleted', 'trash'],
    ['owner', 'active', 'no-access'],
    ['editor', 'archived', 'no-access'],
    ['viewer', 'active', 'viewer'],
    ['link', 'active', 'link'],
  ] as const)('gives the reason for the %s of a project that is %s: %s', (role, status, reason) => {
    expect(getReadOnlyReason(role, status)).toBe(reason)
  })

  it.each(['viewer', 'link', 'no-access'] as const)('shows "View only" without a toast to a %s', (reason) => {
    draw({ reason })
    expect(screen.getByText('View only').title).not.toBe('')
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('project in Trash', () => {
  it('says that a project is in Trash and offers Undelete only to people who may', () => {
    draw({ reason: 'trash' })
    expect(screen.getByRole('status').textContent).toBe('This project is in Trash.')
    expect(screen.queryByRole('button', { name: 'Undelete' })).toBeNull()
  })

  it('restores the project by Undelete and confirms it', async () => {
    const asked: unknown[] = []
    stubNetwork({
      '/graphql/': ({ body }) =>
        jsonResponse(
          200,
          (body as readonly FakeOperation[]).map(({ operationName, variables }) => {
            asked.push([operationName, variables])
            return { data: { updateProject: restored } }
          }),
        ),
    })
    draw({ reason: 'trash', canUndelete: true })
    await userEvent.click(screen.getByRole('button', { name: 'Undelete' }))
    expect(await screen.findByText('Restored project Pear')).toBeTruthy()
    expect(asked).toEqual([['UpdateProject', { id: 'pear', data: { status: 'active' } }]])
  })
})

const restored = {
  id: 'pear',
  title: 'Pear',
  body: '',
  status: 'active',
  owner: 'ada',
  layout: 'tree-left',
  json: null,
  completionStatus: 'todo',
  sharing: { generalAccess: 'restricted', users: {} },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  seq: 2,
  updatedAt: 0,
}

/** Takes the right to edit from an editor with this text in the open title editor. */
const lose = (typed: string | null) => {
  const workspace = openTestWorkspace({ root: { a: {} } })
  const editing: TitleEdit = { nodeId: 'a', isNew: false, typed: null }
  if (typed !== null) {
    workspace.editing.set(editing)
    getTitleSession(workspace, editing).updateDraft(`<p>${typed}</p>`)
  }
  workspace.client.allowEditing(false)
  draw({ workspace, takeTypedText: () => abandonTitleEdit(workspace) })
  return workspace
}

describe('editor who becomes a viewer', () => {
  it('reports the lost right to edit', async () => {
    lose(null)
    expect((await screen.findByRole('status')).textContent).toContain(
      'Your access was changed to viewer. You can only view this project now.',
    )
  })

  it('closes the title editor and shows the unsaved text when the right to edit is lost', async () => {
    const workspace = lose('Quinces')
    await waitFor(() => expect(workspace.editing.get()).toBeNull())
    expect(screen.getByRole('status').textContent).toContain('What you typed was not saved: Quinces')
    expect(screen.getByRole('button', { name: 'Copy my text' })).toBeTruthy()
    expect(workspace.client.node('a')?.title).toBe('a')
    expect(workspace.notices).toEqual([])
  })
})
