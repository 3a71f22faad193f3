import { ask, createNode, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { clickTool, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'

const createProposal = `mutation ($projectId: ID!, $title: String!, $reason: String!, $changes: [JSON!]!) {
  createProposal(projectId: $projectId, title: $title, reason: $reason, changes: $changes) { id } }`

const proposals: Scene = {
  name: 'proposals',
  async walk(server, stop) {
    const owner = await server.createUser('Prue')
    const page = await owner.open()
    await page.goto('/projects')
    const projectId = await createProject(page, 'The orchard')
    const root = await createNode(page, { projectId, title: 'Pears' })
    const old = await createNode(page, { projectId, parentId: root, title: 'Old ladder' })
    const step = crypto.randomUUID()
    await ask(page, createProposal, {
      projectId,
      title: 'Break down the pears',
      reason: 'Each step takes half a day.\nThe ladder is broken.',
      changes: [
        {
          op: 'create',
          id: step,
          data: { parentId: root, title: 'Graft the six old trees', body: 'With a sharp knife' },
        },
        { op: 'create', data: { parentId: step, title: 'Order scions' } },
        { op: 'update', id: root, data: { status: 'progress', dueDate: '2030-03-01' } },
        { op: 'delete', id: old },
        { op: 'update', id: old, data: { title: 'New ladder' } },
      ],
    })
    await openTree(page, projectId)
    const panel = page.getByRole('complementary', { name: localized('Proposals') })
    const isPhone = (page.viewportSize()?.width ?? 0) < 768
    if (isPhone) await clickTool(page, '1 proposal')
    await expect(panel.getByRole('listitem')).toHaveCount(5)
    await stop(page, 'open', { hasBrokenWords: true })
    await panel.getByRole('button', { name: localized('Reject all') }).click()
    await expect(panel.getByText(localized('Nothing is left to decide.'))).toBeVisible()
    await stop(page, 'none')
  },
}

export const proposalsScenes: readonly Scene[] = [proposals]
