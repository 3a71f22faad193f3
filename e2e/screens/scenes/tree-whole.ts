import { localized, localizedExactly } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'
import { selectNode } from '../tree-actions.ts'

const whole: Scene = {
  name: 'tree-whole',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const plan = {
      'A café at the harbor': {
        'Find a place that has room for forty people': { Permit: {}, Counter: { Wood: {}, Build: {} } },
        Walls: { Paint: {} },
      },
    }
    const { projectId } = await createTree(page, 'Café', plan)
    await openTree(page, projectId)
    await selectNode(page, 'Counter')
    await page.keyboard.press('ControlOrMeta+.')
    await expect(page.getByRole('navigation', { name: localized('Focused branch') })).toBeVisible()
    // On a phone its button is hidden, and the palette has it.
    const button = page.getByRole('button', { name: localizedExactly('Minimap') })
    if (await button.isVisible()) {
      await button.click()
      await expect(page.getByRole('img', { name: localized('Overview') })).toBeVisible()
    }
    await page.mouse.move(160, 400)
    await stop(page, 'focused')
  },
}

export const wholeScenes: readonly Scene[] = [whole]
