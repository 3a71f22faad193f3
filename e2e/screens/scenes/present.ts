import { ask } from '../../support/api.ts'
import { localized, localizedExactly } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'
import { selectNode } from '../tree-actions.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

const present: Scene = {
  name: 'present',
  async walk({ ann }, stop) {
    const page = await ann.open()
    // The state is checked in windows of several sizes, and a full screen has only one. Browsers of phones refuse it, too.
    await page.addInitScript(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Full screen is refused here.'))
    })
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', {
      'A café at the harbor': {
        'Find a place that has room for forty people': { Permit: {}, Counter: { Wood: {}, Build: {} } },
        Walls: { Paint: {} },
      },
    })
    const body = '<p>Six places were seen. The two at the quay have a terrace, and the rent of one is fair.</p>'
    await ask(page, updateNode, { id: ids.get('Find a place that has room for forty people'), data: { body } })
    await openTree(page, projectId)
    await selectNode(page, 'Permit')
    const dialog = page.getByRole('dialog', { name: localized('Presentation') })
    // Its key works once the tools are loaded.
    await expect(async () => {
      await page.keyboard.press('Alt+p')
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(dialog.getByText(localizedExactly('2 of 4'))).toBeVisible()
    await stop(page, 'presentation')
  },
}

const split: Scene = {
  name: 'split-view',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createTree(page, 'Café', {
      Café: { Counter: { Wood: {}, 'Sand and oil the boards before the machine arrives': {} }, Walls: { Paint: {} } },
    })
    await openTree(page, projectId, '#split=table')
    // A narrow screen shows the open view alone.
    if ((page.viewportSize()?.width ?? 0) >= 1_024)
      await expect(page.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
    await stop(page, 'split-view')
  },
}

export const presentScenes: readonly Scene[] = [present, split]
