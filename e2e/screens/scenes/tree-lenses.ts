import { ask } from '../../support/api.ts'
import { localized, localizedExactly } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { canvasOf, clickTool, closeToolMenu, createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'
import { selectNode } from '../tree-actions.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

const lenses: Scene = {
  name: 'tree-lenses',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const plan = { Café: { Permit: {}, Counter: { Wood: {}, Build: {} }, Walls: { Paint: {} } } }
    const { projectId, ids } = await createTree(page, 'Café', plan)
    const idByTitle = (title: string) => ids.get(title) ?? ''
    const setFields = (title: string, data: object) => ask(page, updateNode, { id: idByTitle(title), data })
    await setFields('Permit', { estimate: 5, status: 'progress' })
    await setFields('Wood', { estimate: 2, status: 'done' })
    await setFields('Build', { estimate: 3, addBlockedByIds: [idByTitle('Wood')] })
    await setFields('Counter', { addBlockedByIds: [idByTitle('Permit')] })
    await setFields('Paint', { estimate: 1, dueDate: '2026-01-20' })
    await openTree(page, projectId)
    await clickTool(page, 'Lens')
    await expect(page.getByRole('menu')).toBeVisible()
    // In another width the mouse would be on another button, and show its tooltip.
    await page.mouse.move(160, 400)
    await stop(page, 'menu')
    await page.getByRole('menuitemradio', { name: localizedExactly('Critical path') }).click()
    await closeToolMenu(page)
    await expect(page.locator('[data-lens="critical"]')).toContainText(/\d/u)
    await selectNode(page, 'Build')
    await expect(canvasOf(page).locator('[data-dependencies]')).toHaveAttribute('data-dependencies', '1')
    await stop(page, 'critical-path')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { name: localized('This node is blocked') })).toBeVisible()
    await page.getByRole('complementary').getByLabel(localizedExactly('Status')).focus()
    await stop(page, 'blocked')
  },
}

export const treeLensesScenes: readonly Scene[] = [lenses]
