import { ask } from '../../support/api.ts'
import { localized, localizedExactly } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { clickTool, createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'
import { selectNode } from '../tree-actions.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

/** Drafts a shorter estimate and a later date, one of which no longer fits. */
const whatIf: Scene = {
  name: 'what-if',
  async walk(server, stop) {
    const page = await (await server.createUser('Ida')).open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', { Café: { Permit: {}, Counter: {}, Paint: {} } })
    const setFields = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
    await setFields('Permit', { estimate: 5 })
    await setFields('Counter', { estimate: 3, dueDate: '2030-03-01', addBlockedByIds: [ids.get('Permit')] })
    await openTree(page, projectId)
    await clickTool(page, 'Lens')
    await page.getByRole('menuitem', { name: localized('What if…') }).click()
    const panel = page.getByRole('complementary', { name: localizedExactly('What if') })
    await expect(panel).toBeVisible()
    const setField = async (title: string, field: string, value: string) => {
      await selectNode(page, title)
      await panel.getByLabel(localizedExactly(field)).fill(value)
      await page.keyboard.press('Enter')
    }
    await setField('Paint', 'Estimate', '4')
    await setField('Permit', 'Estimate', '2')
    await setField('Counter', 'Due date', '2030-03-06')
    await expect(panel.getByRole('list', { name: localizedExactly('Changes') }).getByRole('listitem')).toHaveCount(3)
    await ask(page, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: ids.get('Paint') })
    await expect(panel.getByText(localized('No longer fits'))).toBeVisible()
    await stop(page, 'draft')
    await panel.getByRole('button', { name: localizedExactly('Apply') }).click()
    await expect(panel.getByRole('alert')).toBeVisible()
    await panel.getByRole('button', { name: localizedExactly('Apply') }).scrollIntoViewIfNeeded()
    await stop(page, 'refused')
  },
}

export const whatIfScenes: readonly Scene[] = [whatIf]
