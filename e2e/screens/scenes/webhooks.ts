import { createNode, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { clickTool, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'

const address = `http://127.0.0.1:9/${'a-long-path/'.repeat(8)}`

/** Adds a webhook whose receiver cannot be reached, sends a test and opens the log. */
const webhooks: Scene = {
  name: 'webhooks',
  async walk(server, stop) {
    const page = await (await server.createUser('Wes')).open()
    await page.goto('/projects')
    const projectId = await createProject(page, 'Harvest')
    await createNode(page, { projectId, title: 'Harvest' })
    await openTree(page, projectId)
    await clickTool(page, 'Integrations')
    await page.getByRole('menuitem', { name: localized('Webhooks…') }).click()
    const dialog = page.getByRole('dialog', { name: localized('Webhooks') })
    await expect(dialog.getByText(localized('This project has no webhooks yet.'))).toBeVisible()
    await dialog.getByRole('button', { name: localized('New webhook') }).click()
    await dialog.getByRole('checkbox').click()
    await dialog.getByRole('button', { name: localized('Create webhook') }).click()
    await expect(dialog.getByText(localized('Please choose at least one event'))).toBeVisible()
    await stop(page, 'form')
    await dialog.getByRole('textbox').fill(address)
    await dialog.getByRole('checkbox').nth(1).click()
    await dialog.getByRole('button', { name: localized('Create webhook') }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue(/^whsec_/u)
    await stop(page, 'secret')
    await dialog.getByRole('button', { name: localized('Done') }).click()
    await dialog.getByRole('button', { name: localized('Send test') }).click()
    await expect(dialog.getByText(localized('No answer '))).toBeVisible()
    await dialog.getByRole('button', { name: localized('Log of ') }).click()
    await expect(dialog.getByText('webhook.test')).toBeVisible()
    await stop(page, 'log')
  },
}

export const webhooksScenes: readonly Scene[] = [webhooks]
