import type { Locator, Page } from '@playwright/test'
import { type AiService, startAiService } from '../support/ai-service.ts'
import { ask } from '../support/api.ts'
import { startServer } from '../support/server.ts'
import { expect, register, test } from '../support/test.ts'
import { findTreeItem, openTree, outline, pick, createTree, storedNodes, titleEditor } from '../support/tree.ts'

const withService = test.extend<object, { service: AiService }>({
  service: [
    async ({}, use) => {
      const service = await startAiService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, use) => {
      const server = await startServer({ AI_PROVIDER: 'openai', AI_BASE_URL: service.url, AI_MODEL: 'stand-in' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

async function choose(page: Page, title: string, item: string): Promise<void> {
  await pick(page, title)
  await findTreeItem(page, title).getByRole('button', { name: 'Node menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const findProposals = (page: Page): Locator => page.getByRole('complementary', { name: 'Proposals' })
const findIdea = (page: Page, title: string): Locator =>
  findProposals(page).getByRole('listitem').filter({ hasText: title })
const proposedOn = (page: Page): Locator => page.locator('[data-proposed="true"]')

test('splits a description into children and undoes them in one step', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createTree(page, 'Garden', { Root: { Pears: {}, Plums: {} } })
  await openTree(page, projectId)
  await choose(page, 'Pears', 'Split description into child nodes')
  const alert = page.getByRole('alert').filter({ hasText: 'Write a description first: it is split into child nodes' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', {
    id: ids.get('Pears'),
    data: { body: '<p>- [x] Buy trees</p><p>- [ ] Dig holes</p><p>- Plant &lt;deep&gt;</p>' },
  })
  await choose(page, 'Pears', 'Split description into child nodes')
  await expect(page.getByText('3 child nodes added to Pears')).toBeVisible()
  await expect(findTreeItem(page, 'Buy trees')).toHaveAttribute('data-status', 'done')
  await expect(findTreeItem(page, 'Plant <deep>')).toBeVisible()
  await expect.poll(() => outline(page, projectId)).toBe('Root(Pears(Buy trees Dig holes Plant &lt;deep&gt;) Plums)')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => outline(page, projectId)).toBe('Root(Pears Plums)')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(() => outline(page, projectId)).toBe('Root(Pears(Buy trees Dig holes Plant &lt;deep&gt;) Plums)')
})

withService(
  'ideas are proposed while one goes on, accepted and rejected one by one, undone in one step; a service that is down says so',
  async ({ page, freshEmail, service }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId } = await createTree(page, 'Garden', { Root: { Pears: {}, Plums: {} } })
    await openTree(page, projectId)
    await choose(page, 'Pears', 'AI Breakdown')
    await expect(findTreeItem(page, 'Pears')).toHaveAttribute('aria-busy', 'true')
    await service.sendIdea('Soil')
    await expect(proposedOn(page).filter({ hasText: 'Soil' })).toContainText('AI')
    await expect(findProposals(page).getByRole('heading', { name: 'Ideas for Pears' })).toBeVisible()
    // The project stays usable meanwhile.
    await pick(page, 'Plums')
    await page.keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Cherries')
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, 'Cherries')).toBeVisible()
    await service.sendIdea('Trees')
    await service.sendIdea('Water')
    await expect(proposedOn(page)).toHaveCount(3)
    await service.finish()
    await expect(findTreeItem(page, 'Pears')).not.toHaveAttribute('aria-busy')
    expect(await outline(page, projectId)).toBe('Root(Pears Cherries)')

    await findIdea(page, 'Trees').getByRole('button', { name: 'Reject' }).click()
    await expect(proposedOn(page)).toHaveCount(2)
    await findProposals(page).getByRole('button', { name: 'Accept all' }).click()
    await expect.poll(() => outline(page, projectId)).toBe('Root(Pears(Soil Water) Cherries)')
    await expect(findTreeItem(page, 'Water')).toBeVisible()
    await expect(findProposals(page).getByText('Nothing is left to decide.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(() => outline(page, projectId)).toBe('Root(Pears Cherries)')

    service.fail(500, 'The oven is cold')
    await choose(page, 'Cherries', 'AI Breakdown')
    await expect(page.getByRole('alert').filter({ hasText: 'It reported: The oven is cold' })).toBeVisible()
    await expect(findTreeItem(page, 'Cherries')).not.toHaveAttribute('aria-busy')
    expect(await storedNodes(page, projectId)).toHaveLength(3)
  },
)
