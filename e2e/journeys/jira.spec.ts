import { addDemoEpic } from '@espalier/stand-ins/jira/demo-epic.ts'
import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { expect, register, test as base } from '../support/test.ts'

const domain = 'acme.atlassian.net'

const test = base.extend<object, { jira: JiraSite }>({
  jira: [
    async ({}, use) => {
      const jira = await startJiraSite({ longestPage: 20 })
      await use(jira)
      await jira.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ jira }, use) => use({ JIRA_HOST_MAP: `${domain}=${jira.url}` }), { scope: 'worker' }],
})

test('connects a Jira site, imports an epic, updates it, and reports a lost key', async ({
  page,
  jira,
  context,
  freshEmail,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const epic = addDemoEpic(jira, 'Launch', { stories: 15, subtasksEach: 2 })
  await register(page, freshEmail)
  await page.waitForURL('**/projects')

  await page.goto('/projects/import')
  await page.getByLabel('Epic key').fill(epic.key)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('No issue tracker is connected to your account').first()).toBeVisible()

  await page.goto('/account')
  await page.getByLabel('Domain').fill(domain)
  await page.getByLabel('API user').fill(jira.email)
  await page.getByLabel('API key', { exact: true }).fill('wrong')
  await expect(page.getByText('does not accept the API key').first()).toBeVisible()
  await expect(page.getByLabel('Project', { exact: true })).toBeHidden()
  await page.getByLabel('API key', { exact: true }).fill(jira.token)
  await expect(page.getByLabel('Link type')).toHaveValue('10200')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please make a selection').first()).toBeVisible()
  await page.getByLabel('Project', { exact: true }).selectOption('ACME')
  await expect(page.getByLabel('Issue type')).toHaveValue('10101')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Integration settings saved')).toBeVisible()
  await page.getByRole('button', { name: 'Copy webhook URL' }).click()
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/jira\/[0-9a-f]{32}$/)
  await page.reload()
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^\u2022+1234$/)
  await expect(page.getByLabel('Project', { exact: true })).toHaveValue('ACME')

  await page.goto('/projects/import')
  await page.getByLabel('Epic key').fill(epic.key)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL('**/tree/**')
  const canvas = page.locator('[data-canvas]')
  await expect(canvas).toHaveAttribute('data-nodes', '46')
  await expect(page.getByRole('treeitem', { name: 'Launch', exact: true })).toBeVisible()
  await expect(page.getByText('46 issues imported.')).toBeVisible()
  const address = new URL(page.url()).pathname

  jira.add({ summary: 'One more', parentKey: epic.key })
  jira.edit(epic.key, { summary: 'Launched' })
  await page.goto('/projects/import')
  await page.getByLabel('Epic key').fill(epic.key)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL(`**${address}*`)
  await expect(canvas).toHaveAttribute('data-nodes', '47')
  await expect(page.getByRole('treeitem', { name: 'Launched', exact: true })).toBeVisible()

  jira.revoke()
  await page.goto('/account')
  await expect(page.getByText('does not accept the API key').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('no longer accepts the API key').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove integration' }).click()
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Integration removed')).toBeVisible()
  await expect(page.getByLabel('Domain')).toHaveValue('')
})
