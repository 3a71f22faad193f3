import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { openBoth, test } from '../support/together.ts'
import { canvasOf, findTreeItem } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const findArrows = (page: Page) => canvasOf(page).locator('[data-dependencies]')
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Node details' })

/** Opens the lens menu and chooses with the keyboard alone. */
async function chooseLens(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Lens', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

async function readBlockers(page: Page, projectId: string, id: string): Promise<readonly string[] | undefined> {
  const { nodes } = await ask<{ readonly nodes: readonly { id: string; blockedByIds: readonly string[] }[] }>(
    page,
    'query ($id: ID!) { nodes(projectId: $id) { id blockedByIds } }',
    { id: projectId },
  )
  return nodes.find((node) => node.id === id)?.blockedByIds
}

test('lets one person order the work with the keyboard while another sees what is ready', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Waiting', { Orchard: { Dig: {}, Plant: { Hole: {} }, Press: {} } })
  const { keyboard } = ann.page
  const dialog = ann.page.getByRole('dialog')
  const idByTitle = (title: string) => ids.get(title) ?? ''
  const blockBy = async (title: string, blocker: string) => {
    await findTreeItem(ann.page, title).focus()
    await keyboard.press('/')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await keyboard.press('b')
    await expect(ann.page.getByRole('dialog', { name: 'Blocked by' })).toBeVisible()
    await keyboard.type(blocker)
    await keyboard.press('Enter')
  }

  await test.step('a node waits for another, and an arrow shows it', async () => {
    await blockBy('Plant', 'dig')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => readBlockers(ann.page, projectId, idByTitle('Plant'))).toEqual([idByTitle('Dig')])
    await findTreeItem(ann.page, 'Plant').focus()
    await expect(findArrows(ann.page)).toHaveAttribute('data-dependencies', '1')
  })

  await test.step('what would wait for itself is refused where it was typed', async () => {
    await blockBy('Dig', 'plant')
    await expect(dialog.getByRole('alert')).toHaveText('A node cannot wait for itself')
    await expectAccessible(ann.page)
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(await readBlockers(ann.page, projectId, idByTitle('Dig'))).toEqual([])
  })

  await test.step('the other person sees what is ready, and why the rest is not', async () => {
    await chooseLens(bea.page, 'Ready now')
    await expect(bea.page.locator('[data-lens="ready"]')).toContainText('2 nodes')
    await findTreeItem(bea.page, 'Hole').focus()
    await bea.page.keyboard.press('ControlOrMeta+Enter')
    const panel = findPanel(bea.page)
    await expect(panel.getByRole('heading', { name: 'This node is blocked' })).toBeVisible()
    await expect(panel.getByText('blocks “Plant”')).toBeVisible()
    await expectAccessible(bea.page)
  })

  await test.step('done work sets the next free on the other screen', async () => {
    await findTreeItem(ann.page, 'Dig').focus()
    await keyboard.press('Shift+Space')
    await keyboard.press('Shift+Space')
    await expect(findTreeItem(ann.page, 'Dig')).toHaveAttribute('data-status', 'done')
    await expect(findPanel(bea.page).getByRole('heading', { name: 'This node is blocked' })).toHaveCount(0)
    await expect(findTreeItem(bea.page, 'Hole')).not.toHaveClass(/dimmed/u)
    await expect(findTreeItem(bea.page, 'Dig')).toHaveClass(/dimmed/u)
  })

  await test.step('a lens is removed, and nothing is dimmed', async () => {
    await bea.page.getByRole('button', { name: 'Remove lens' }).press('Enter')
    await expect(findTreeItem(bea.page, 'Dig')).not.toHaveClass(/dimmed/u)
  })
})
