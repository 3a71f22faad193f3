import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { forgetSignUp, rememberSignUp } from '../../api/session/pending-sign-in.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

beforeEach(() => {
  resetPage()
  projectList.clear()
})

function openEmptyList(traits: object): void {
  const { reply } = createFakeApi({ projects: [] })
  stubNetwork({ [whoamiPath]: signedInReply('active', traits), '/graphql/': reply })
  renderApp('/projects')
}

it('asks a new person without a name for one, beside the one thing to do', async () => {
  rememberSignUp()
  openEmptyList({ firstname: '', lastname: '' })
  await userEvent.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(screen.queryByLabelText('Your name')).toBeNull()
  expect(await screen.findByRole('link', { name: 'Create my first project' })).toBeTruthy()
})

it('does not ask a new person whose name is known', async () => {
  rememberSignUp()
  openEmptyList({})
  await screen.findByRole('link', { name: 'Create my first project' })
  expect(screen.queryByLabelText('Your name')).toBeNull()
  forgetSignUp()
})
