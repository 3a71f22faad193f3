import { createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const longName = `Gardener ${'of everything that grows, '.repeat(2)}`.slice(0, 60)

/** Lets a program in, sees its secret once, and takes the token back. */
const accessTokens: Scene = {
  name: 'access-tokens',
  async walk(server, stop) {
    const page = await (await server.createUser('Tam')).open()
    await page.goto('/projects')
    await createProject(page, 'Harvest')
    await page.goto('/user')
    const section = page.getByRole('region', { name: localized('Access tokens') })
    await section.getByRole('button', { name: localized('New token') }).click()
    await section.getByRole('button', { name: localized('Create token') }).click()
    await expect(section.getByText(localized('Please enter a name'))).toBeVisible()
    await section.getByRole('combobox').nth(1).selectOption({ label: 'Harvest' })
    await stop(page, 'form')
    await section.getByRole('textbox').first().fill(longName)
    await section.getByRole('button', { name: localized('Create token') }).click()
    // Until the answer is there, the fields of the form are.
    await expect(section.getByRole('textbox').last()).toHaveValue(/^esp_/u)
    await stop(page, 'secret')
    await section.getByRole('button', { name: localized('Done') }).click()
    await stop(page, 'list')
    await section.getByRole('button', { name: localized('Revoke') }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'revoke')
  },
}

export const accessTokensScenes: readonly Scene[] = [accessTokens]
