import type { Page } from '@playwright/test'
import { exampleFile } from '../../pictures/example.ts'
import { addSpringMenu, createExample } from '../../pictures/grown.ts'
import { ask } from '../../support/api.ts'
import { dropFile } from '../../support/exchange.ts'
import { expect } from '../../support/test.ts'
import { findTreeItem, openTree } from '../../support/tree.ts'
import { chooseInMenu, goTo } from '../hands.ts'
import type { Scene } from '../scene.ts'

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

const menus: Scene = {
  name: 'tree-menus',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    await openTree(page, example.projectId)
    await goTo(page, 'The menu')
    for (const name of ['Background colour', 'Orientation', 'Visibility', 'Metrics', 'Integrations']) {
      await press(page, name)
      await expect(page.getByRole('menu')).toBeVisible()
      await stop(page, name.toLowerCase().replace(' ', '-'))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await press(page, 'Keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await stop(page, 'keyboard-shortcuts')
    await page.keyboard.press('Escape')
    await press(page, 'Export')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await expect(dialog.getByLabel('Format')).toBeVisible()
    await stop(page, 'export')
    await dialog.getByLabel('Format').selectOption('png')
    await expect(page.getByText(/^The picture is/)).toBeVisible()
    await stop(page, 'export-picture')
    await page.keyboard.press('Escape')
    await press(page, 'Share')
    await expect(page.getByRole('dialog', { name: /^Share / })).toBeVisible()
    await expect(page.getByText('bea@example.com').first()).toBeVisible()
    await stop(page, 'share')
  },
}

const panels: Scene = {
  name: 'tree-panels',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createExample(page, exampleFile(Date.now()))
    const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
    await ask(page, update, { id: ids.get('Paint the walls'), data: { title: 'Paint the walls white' } })
    await ask(page, update, { id: ids.get('Order the counter'), data: { status: 'done' } })
    await openTree(page, projectId)
    await press(page, 'History')
    await expect(page.getByText('“Paint the walls white”').first()).toBeVisible()
    await stop(page, 'history')
    await press(page, 'Close history')
    await press(page, 'Metrics')
    await page.getByRole('menuitemcheckbox', { name: 'Show burn-up' }).click()
    await page.keyboard.press('Escape')
    const chart = page.getByRole('img', { name: 'Burn-up chart' })
    await expect(chart).toBeVisible()
    await stop(page, 'burn-up')
    await page.getByRole('slider', { name: 'Period' }).focus()
    await page.keyboard.press('ArrowLeft')
    await stop(page, 'burn-up-step')
    await press(page, 'Close burn-up')
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByRole('textbox', { name: 'Project title' }).fill(' ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter a title')).toBeVisible()
    await stop(page, 'title')
  },
}

const files: Scene = {
  name: 'tree-files',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createExample(page, exampleFile(Date.now()))
    await openTree(page, projectId)
    const target = findTreeItem(page, 'The menu')
    const file = { name: 'beds.md', text: '- Beds\n  - [x] Roses\n  - [ ] Tulips\n' }
    await expect(async () => {
      await dropFile(page, target, file)
      await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await stop(page, 'import-question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await dropFile(page, target, {
      name: 'evil.mm',
      text: '<!DOCTYPE m [<!ENTITY a "b">]><map><node TEXT="&a;"/></map>',
    })
    await expect(page.getByRole('alertdialog', { name: 'evil.mm was not imported' })).toBeVisible()
    await stop(page, 'import-refused')
  },
}

const tracked: Scene = {
  name: 'tree-jira',
  async walk({ newcomer, jira }, stop) {
    const page = await (await newcomer('Jo')).open()
    await page.goto('/projects')
    const credentials = {
      domain: 'acme.atlassian.net',
      apiUser: jira.email,
      apiKey: jira.token,
      webhookSecret: 'a secret',
    }
    const chosen = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
    const saving = `mutation ($jira: JiraSettingsInput) {
      updateAccount(data: { integrationSettings: { jira: $jira } }) { id } }`
    await ask(page, saving, { jira: { ...credentials, ...chosen } })
    const epicKey = addSpringMenu(jira)
    await page.goto('/projects/import')
    await page.getByLabel('Epic key').fill(epicKey)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL('**/tree/**')
    await expect(page.getByText(/^\d+ issues imported/)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Tools' })).toBeVisible()
    await stop(page, 'imported')
    await press(page, 'Integrations')
    await page.getByRole('menuitemcheckbox', { name: 'Jira sync' }).click()
    await expect(page.getByText('Every node is in sync with its Jira issue.')).toBeVisible()
    await stop(page, 'in-step')
    await page.keyboard.press('Escape')
    jira.freeze(jira.store.ordered().findLast(({ summary }) => summary === 'Print the cards')?.key ?? '')
    await chooseInMenu(page, 'Print the cards', 'Mark as Done')
    await expect(page.locator('[data-tracking="blocked"]')).toBeVisible()
    await stop(page, 'out-of-step')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
    await stop(page, 'out-of-step-panel')
  },
}

export const treeToolsScenes: readonly Scene[] = [menus, panels, files, tracked]
