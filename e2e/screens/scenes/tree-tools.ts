import { exampleFile } from '../../pictures/example.ts'
import { addSpringMenu, createExample } from '../../pictures/example-projects.ts'
import { ask } from '../../support/api.ts'
import { dropFile } from '../../support/exchange.ts'
import { expect } from '../../support/test.ts'
import { clickTool, closeToolMenu, findTreeItem, openTree } from '../../support/tree.ts'
import { chooseInNodeMenu, selectNode } from '../tree-actions.ts'
import type { Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const menus: Scene = {
  name: 'tree-menus',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    await openTree(page, example.projectId)
    await selectNode(page, 'The menu')
    const more = page.getByRole('button', { name: localizedExactly('More') })
    if (await more.isVisible()) {
      await more.click()
      await stop(page, 'more')
      await closeToolMenu(page)
    }
    for (const name of ['Background colour', 'Orientation', 'Visibility', 'Metrics', 'Integrations']) {
      await clickTool(page, name)
      await expect(page.getByRole('menu')).toBeVisible()
      await stop(page, name.toLowerCase().replace(' ', '-'))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await closeToolMenu(page)
    await clickTool(page, 'Keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: localized('Keyboard shortcuts') })).toBeVisible()
    await stop(page, 'keyboard-shortcuts')
    await page.keyboard.press('Escape')
    await clickTool(page, 'Export')
    const dialog = page.getByRole('dialog', { name: localized('Export') })
    await expect(dialog.getByLabel(localized('Format'))).toBeVisible()
    await stop(page, 'export')
    await dialog.getByLabel(localized('Format')).selectOption('png')
    await expect(page.getByText(localized('The picture is'))).toBeVisible()
    await stop(page, 'export-picture')
    await page.keyboard.press('Escape')
    await clickTool(page, 'Share')
    await expect(page.getByRole('dialog', { name: localized('Share ') })).toBeVisible()
    await expect(page.getByText('bea@example.com').first()).toBeVisible()
    await stop(page, 'share')
    await page.keyboard.press('Escape')
    const feedback = page.getByRole('link', { name: localizedExactly('Feedback') })
    if (!(await feedback.isVisible())) await more.click()
    await feedback.click()
    await expect(page.getByRole('dialog', { name: localized('Send feedback') })).toBeVisible()
    await stop(page, 'feedback')
  },
}

const filter: Scene = {
  name: 'tree-filter',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createExample(page, exampleFile(Date.now()))
    const view = { name: 'Still open', kind: 'map', filter: 'status:open', isShared: true }
    await ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
      id: projectId,
      data: { viewChanges: { put: [view] } },
    })
    await openTree(page, projectId)
    await clickTool(page, 'Filter')
    const box = page.getByRole('searchbox', { name: localizedExactly('Filter') })
    await expect(box).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await stop(page, 'suggestions')
    await box.fill('tag:gone the')
    await page.keyboard.press('Enter')
    await expect(page.getByText(localized('There is no tag'))).toBeVisible()
    await stop(page, 'notice')
    await box.fill('the')
    await page.keyboard.press('Enter')
    await clickTool(page, 'Dim others')
    // In another width the mouse would be on another button, and show its tooltip.
    await page.mouse.move(160, 400)
    await stop(page, 'dimmed')
    await clickTool(page, 'Saved views')
    await expect(page.getByRole('menu')).toBeVisible()
    await stop(page, 'views')
    await page.getByRole('menuitem', { name: localized('Save this filter') }).click()
    await expect(page.getByRole('dialog', { name: localized('Save this filter') })).toBeVisible()
    await stop(page, 'save')
    await page.keyboard.press('Escape')
    await clickTool(page, 'Saved views')
    await page.getByRole('menuitem', { name: localized('Edit views') }).click()
    await expect(page.getByRole('dialog', { name: localized('Saved views') })).toBeVisible()
    await stop(page, 'edit-views')
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
    await clickTool(page, 'History')
    await expect(page.getByText(localized('“Paint the walls white”')).first()).toBeVisible()
    await stop(page, 'history')
    await clickTool(page, 'Close history')
    await clickTool(page, 'Metrics')
    await page.getByRole('menuitemcheckbox', { name: localized('Show burn-up') }).click()
    await page.keyboard.press('Escape')
    await closeToolMenu(page)
    const chart = page.getByRole('img', { name: localized('Burn-up chart') })
    await expect(chart).toBeVisible()
    await expect(page.getByRole('region', { name: localizedExactly('When') })).toBeVisible()
    await expect(page.getByText(localized('Simulating…'))).toBeHidden()
    await stop(page, 'burn-up')
    await page.getByRole('slider', { name: localized('Period') }).focus()
    await page.keyboard.press('ArrowLeft')
    await stop(page, 'burn-up-step')
    await clickTool(page, 'Close burn-up')
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByRole('textbox', { name: localized('Project title') }).fill(' ')
    await page.keyboard.press('Enter')
    await expect(page.getByText(localized('Please enter a title'))).toBeVisible()
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
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: localized('Cancel') })
      .click()
    await dropFile(page, target, {
      name: 'evil.mm',
      text: '<!DOCTYPE m [<!ENTITY a "b">]><map><node TEXT="&a;"/></map>',
    })
    await expect(page.getByRole('alertdialog', { name: localized('evil.mm was not imported') })).toBeVisible()
    await stop(page, 'import-refused')
  },
}

const tracked: Scene = {
  name: 'tree-jira',
  async walk({ createUser, jira }, stop) {
    const page = await (await createUser('Jo')).open()
    await page.goto('/projects')
    const credentials = {
      domain: 'acme.atlassian.net',
      apiUser: jira.email,
      apiKey: jira.token,
      webhookSecret: 'a secret',
    }
    const choices = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
    const mutation = `mutation ($jira: JiraSettingsInput) {
      updateAccount(data: { integrationSettings: { jira: $jira } }) { id } }`
    await ask(page, mutation, { jira: { ...credentials, ...choices } })
    const epicKey = addSpringMenu(jira)
    await page.goto('/projects/import')
    await page.getByLabel(localized('Epic key')).fill(epicKey)
    await page.getByRole('button', { name: localizedExactly('Import') }).click()
    await page.waitForURL('**/tree/**')
    await expect(page.getByText(localized('issues imported'))).toBeVisible()
    await expect(page.getByRole('group', { name: localized('Tools') })).toBeVisible()
    await stop(page, 'imported')
    await clickTool(page, 'Integrations')
    await page.getByRole('menuitemcheckbox', { name: localized('Jira sync') }).click()
    await expect(page.getByText(localized('Every node is in sync with its Jira issue.'))).toBeVisible()
    await stop(page, 'in-step')
    await page.keyboard.press('Escape')
    await closeToolMenu(page)
    // A phone opens the outline, and only the map marks nodes that are out of step.
    await page.getByRole('tab', { name: localized('Map') }).click()
    jira.freeze(jira.store.ordered().findLast(({ summary }) => summary === 'Print the cards')?.key ?? '')
    await chooseInNodeMenu(page, 'Print the cards', 'Mark as Done')
    await expect(page.locator('[data-tracking="blocked"]')).toBeVisible()
    await stop(page, 'out-of-step')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: localized('Description') })).toBeFocused()
    await stop(page, 'out-of-step-panel')
  },
}

const planSetup = {
  estimateUnit: 'days',
  tagChanges: { put: [{ name: 'Kitchen', colour: '#bbc0ff' }, { name: 'Before the opening' }] },
  stageChanges: {
    put: [
      { name: 'Next', category: 'todo' },
      { name: 'Dropped', category: 'done', counts: false },
    ],
  },
  fieldDefinitionChanges: {
    put: [
      { name: 'Supplier', type: 'person' },
      { name: 'Size', type: 'choice', options: ['Small', 'Large'] },
    ],
  },
}

const quickEntry: Scene = {
  name: 'tree-quick-entry',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createExample(page, exampleFile(Date.now()))
    const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    await ask(page, update, { id: projectId, data: planSetup })
    await openTree(page, projectId)
    await selectNode(page, 'Paint the walls')
    await page.keyboard.press('F2')
    await page.keyboard.type(' #kitchen #new !high ~2d due:2099-12-01')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('toolbar', { name: localized('Fields in') })
    await expect(bar).toBeVisible()
    await stop(page, 'quick-entry')
    await bar.getByRole('button', { name: localizedExactly('Set all') }).click()
    await expect(bar).toHaveCount(0)
    await clickTool(page, 'Lists…')
    const dialog = page.getByRole('dialog', { name: localized('Lists') })
    await stop(page, 'tags')
    await dialog
      .getByRole('button', { name: localized('Delete') })
      .first()
      .click()
    await stop(page, 'delete-tag')
    for (const name of ['Stages', 'Fields', 'Estimates']) {
      await dialog.getByRole('tab', { name: localized(name) }).click()
      await stop(page, name.toLowerCase())
    }
    await page.keyboard.press('Escape')
    await closeToolMenu(page)
    await chooseInNodeMenu(page, 'Open the garden café by May', 'Open panel')
    await expect(page.getByRole('region', { name: localized('Below this node') })).toBeVisible()
    // The focused description scrolls the panel, whose heading then lies over half of a field.
    await page.getByRole('complementary').evaluate((panel) => panel.scrollTo(0, 0))
    // A tooltip would cover a part of the panel.
    await page.mouse.move(0, 0)
    await stop(page, 'below-this-node')
  },
}

export const treeToolsScenes: readonly Scene[] = [menus, filter, panels, files, tracked, quickEntry]
