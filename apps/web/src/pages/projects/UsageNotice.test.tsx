import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { createFakeProject, createFakeApi, graphqlError } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  projectList.clear()
})

function openList(answer: object) {
  const store = createFakeApi({
    projects: [createFakeProject({ title: 'Apple' })],
    answers: { AccountUsage: () => answer },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  renderApp('/projects')
  return store
}

const usageLine = (kind: string, used: number, limit: number, projectTitle: string | null = null) => ({
  kind,
  used,
  limit,
  projectTitle,
  projectId: projectTitle === null ? null : 'project-1',
})

it('shows how much of a limit is used from 80 percent on', async () => {
  const usage = [
    usageLine('projects', 3_999, 5_000),
    usageLine('account_bytes', 3_200_000_000, 4_000_000_000),
    usageLine('project_nodes', 190_000, 200_000, 'Apple'),
    usageLine('project_bytes', 10, 250_000_000, 'Apple'),
  ]
  openList({ data: { account: { id: 'account-1', usage } } })
  expect(await screen.findByText('“Apple” has 190,000 of at most 200,000 nodes.')).toBeTruthy()
  expect(screen.getByText('Your projects and their history take 3,200 of at most 4,000 MB.')).toBeTruthy()
  expect(screen.queryByText(/at most 5,000 projects/)).toBeNull()
  expect(screen.queryByText(/250 MB/)).toBeNull()
})

it('shows nothing when the usage cannot be loaded', async () => {
  const store = openList(graphqlError('INTERNAL', 'Something went wrong on our side'))
  await waitFor(() => expect(store.asked('AccountUsage')).toHaveLength(1))
  await screen.findByText('Apple', { selector: 'tr a' })
  expect(screen.queryByText(/of at most/)).toBeNull()
  expect(screen.queryByText(/went wrong/)).toBeNull()
})
