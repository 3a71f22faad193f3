import { ask } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { share, visitAndLeave } from '../../support/together.ts'
import { createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

const away: Scene = {
  name: 'since-you-were-away',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const plan = { Café: { Counter: { Wood: {} }, Walls: { Paint: {} } } }
    const { projectId, ids } = await createTree(page, 'Café', plan)
    await share(page, projectId, { changes: { [bea.id]: 'editor' } })
    const returning = await bea.open()
    await visitAndLeave(returning, projectId)
    await ask(page, updateNode, { id: ids.get('Wood'), data: { status: 'done', dueDate: '2026-12-01' } })
    await ask(page, updateNode, { id: ids.get('Paint'), data: { title: 'Paint and wallpaper' } })
    await openTree(returning, projectId)
    const line = returning.locator('[data-away]')
    await expect(line).toBeVisible()
    await stop(returning, 'line')
    await line.getByRole('button', { name: localized('Replay') }).click()
    await expect(line.getByRole('listitem')).toHaveCount(2)
    await stop(returning, 'replay')
  },
}

export const awayScenes: readonly Scene[] = [away]
