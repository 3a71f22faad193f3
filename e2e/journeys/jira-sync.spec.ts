import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { ask } from '../support/api.ts'
import { expect, register, test as base } from '../support/test.ts'
import { findTreeItem, openTree, pick, createTree } from '../support/tree.ts'

const domain = 'acme.atlassian.net'
const secret = 'a secret between the two'

const test = base.extend<object, { jira: JiraSite }>({
  jira: [
    async ({}, use) => {
      const jira = await startJiraSite({ hookRetryMs: 200 })
      await use(jira)
      await jira.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ jira }, use) => use({ JIRA_HOST_MAP: `${domain}=${jira.url}` }), { scope: 'worker' }],
})

interface PlannedNode {
  readonly id: string
  readonly title: string
  readonly dueDate: string | null
  readonly assigneeIds: readonly string[]
  readonly tagIds: readonly string[]
}

test('syncs a project with Jira in both directions and says what cannot be synced', async ({
  page,
  jira,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { account } = await ask<{ account: { id: string } }>(page, '{ account { id } }', {})
  const saving = `mutation ($jira: JiraSettingsInput) {
    updateAccount(data: { integrationSettings: { jira: $jira } }) { id } }`
  const chosen = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
  const credentials = { domain, apiUser: jira.email, apiKey: jira.token, webhookSecret: secret }
  await ask(page, saving, { jira: { ...credentials, ...chosen } })
  jira.webhook(`${server.url}/jira/${account.id}`, secret)
  const summaries = () => jira.store.ordered().map(({ summary }) => summary)
  const issueNamed = (name: string) => jira.store.ordered().find(({ summary }) => summary === name)

  const { projectId } = await createTree(page, 'Launch', { Launch: { Press: {}, Party: {} } })
  await openTree(page, projectId)
  await page.getByRole('button', { name: 'Integrations' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Jira sync' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Jira sync' })).toBeChecked()
  await expect(page.getByText('Every node is in sync with its Jira issue.')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(summaries().toSorted()).toEqual(['Launch', 'Party', 'Press'])

  await pick(page, 'Press')
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Press release')
  await page.keyboard.press('Enter')
  await expect.poll(summaries).toContain('Press release')

  const key = issueNamed('Press release')?.key ?? ''
  jira.edit(key, { summary: 'Written in Jira' })
  await expect(findTreeItem(page, 'Written in Jira')).toBeVisible()
  jira.move(key, 'Done')
  await expect(findTreeItem(page, 'Written in Jira')).toHaveAttribute('data-status', 'done')
  jira.create({ summary: 'Born in Jira', parentKey: issueNamed('Launch')?.key ?? '' })
  await expect(findTreeItem(page, 'Born in Jira')).toBeVisible()

  const there = jira.store.addUser(freshEmail)
  jira.edit(key, { dueDate: '2026-12-24', assignee: there, labels: ['from_jira'] })
  const readNode = async (title: string) => {
    const { nodes } = await ask<{ nodes: readonly PlannedNode[] }>(
      page,
      'query ($projectId: ID!) { nodes(projectId: $projectId) { id title dueDate assigneeIds tagIds priority } }',
      { projectId },
    )
    return nodes.find((node) => node.title === title)
  }
  await expect.poll(async () => (await readNode('Written in Jira'))?.dueDate).toBe('2026-12-24')
  const planned = await readNode('Written in Jira')
  expect(planned?.assigneeIds).toHaveLength(1)
  expect(planned?.tagIds).toHaveLength(1)
  await page.getByRole('button', { name: 'Integrations' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Due date' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Due date' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  const change = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  await ask(page, change, { id: planned?.id, data: { dueDate: '2026-12-31', priority: 'urgent', estimate: 3 } })
  await expect.poll(() => issueNamed('Written in Jira')?.priority.name).toBe('Highest')
  expect(issueNamed('Written in Jira')).toMatchObject({ dueDate: '2026-12-24', points: { customfield_10016: 3 } })

  const partyKey = issueNamed('Party')?.key ?? ''
  jira.freeze(partyKey)
  await findTreeItem(page, 'Party')
    .getByRole('button', { name: /status/i })
    .click()
  await expect(page.locator('[data-tracking="blocked"]')).toHaveAttribute('title', /offers no transition/)
  await ask(
    page,
    `mutation ($id: ID!) { updateProject(id: $id, data: { integrationSettings: { jiraSync: false } }) { id } }`,
    { id: projectId },
  )
  await expect(page.locator('[data-tracking]')).toHaveCount(0)
})
