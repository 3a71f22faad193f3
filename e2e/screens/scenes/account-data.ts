import { ask, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const longTitle = `Orchard ${'of everything that grows, '.repeat(4)}`

/** Chooses what happens to a shared project, asks for the deletion of the account, and sees when it is. */
const accountData: Scene = {
  name: 'account-data',
  async walk(server, stop) {
    const owner = await server.createUser('Dora')
    const friend = await server.createUser('Emil')
    const [page, other] = [await owner.open(), await friend.open()]
    await Promise.all([page.goto('/projects'), other.goto('/projects')])
    const { me } = await other.evaluate(async () => {
      const answer = await fetch('/identity/sessions/whoami')
      return { me: ((await answer.json()) as { identity: { traits: { email: string } } }).identity.traits.email }
    })
    const id = await createProject(page, longTitle)
    await ask(page, 'query ($email: String!) { publicUserByEmail(email: $email) { id } }', { email: me })
    await ask(page, updateProject, { id, data: { sharing: { changes: { [friend.id]: 'editor' } } } })
    await ask(other, 'query ($id: ID!) { project(id: $id) { id } }', { id })
    await page.goto('/user')
    const section = page.getByRole('region', { name: localized('Delete my account') })
    await section.getByRole('button', { name: localized('Delete my account') }).click()
    await section.getByRole('button', { name: localized('Delete in 7 days') }).click()
    await expect(section.getByText(localized('Please choose what happens to this project'))).toBeVisible()
    await stop(page, 'choices')
    await section.getByRole('combobox').selectOption({ index: 1 })
    await section.getByRole('button', { name: localized('Delete in 7 days') }).click()
    await expect(section.getByRole('button', { name: localized('Cancel deletion') })).toBeVisible()
    await stop(page, 'requested')
    await page.goto('/projects')
    await expect(page.getByRole('link', { name: localized('Keep it') })).toBeVisible()
    await stop(page, 'notice')
  },
}

export const accountDataScenes: readonly Scene[] = [accountData]
