import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { openBoth, test } from '../support/together.ts'
import { findTreeItem } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const findProposals = (page: Page): Locator => page.getByRole('complementary', { name: 'Proposals' })
const proposedOn = (page: Page): Locator => page.locator('[data-proposed="true"]')
const findChange = (page: Page, text: string): Locator =>
  findProposals(page).getByRole('listitem').filter({ hasText: text })

const createToken = `mutation ($projectId: ID) {
  createAccessToken(data: { name: "Gardener", role: proposer, projectId: $projectId }) { secret } }`
const createProposal = `mutation ($projectId: ID!, $changes: [JSON!]!) {
  createProposal(projectId: $projectId, title: "Break down Pears", reason: "Steps of half a day", changes: $changes) { id } }`

test('a program proposes a breakdown; people see it on the map, accept, undo and reject, while the plan moves', async ({
  pair,
  server,
}) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Orchard', { Root: { Pears: {}, Plums: {} } })
  const { createAccessToken } = await ask<{ createAccessToken: { secret: string } }>(ann.page, createToken, {
    projectId,
  })
  const propose = async (changes: readonly object[]): Promise<void> => {
    const answer = await fetch(new URL('/graphql/', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${createAccessToken.secret}` },
      body: JSON.stringify({ query: createProposal, variables: { projectId, changes } }),
    })
    expect(await answer.json()).toHaveProperty('data.createProposal.id')
  }
  const graft = crypto.randomUUID()

  await test.step('the proposal is drawn at once for both, and changes nothing', async () => {
    await propose([
      { op: 'create', id: graft, data: { title: 'Graft', parentId: ids.get('Pears') } },
      { op: 'create', data: { title: 'Order scions', parentId: graft } },
      { op: 'update', id: ids.get('Plums'), data: { status: 'done' } },
      { op: 'create', data: { title: 'Prune', parentId: ids.get('Pears') } },
    ])
    for (const { page } of [ann, bea]) {
      await expect(proposedOn(page)).toHaveCount(3)
      await expect(proposedOn(page).filter({ hasText: 'Graft' })).toContainText('Gardener')
      await expect(findProposals(page).getByRole('listitem')).toHaveCount(4)
      await expect(findTreeItem(page, 'Graft')).toHaveCount(0)
    }
    await expectAccessible(ann.page)
  })

  await test.step('what is accepted appears for both, with what it builds on, and is undone as one', async () => {
    await findChange(ann.page, 'Order scions').getByRole('button', { name: 'Accept' }).click()
    for (const { page } of [ann, bea]) {
      await expect(findTreeItem(page, 'Graft')).toBeVisible()
      await expect(findTreeItem(page, 'Order scions')).toBeVisible()
      await expect(proposedOn(page)).toHaveCount(1)
    }
    await expect(ann.page.getByText('2 changes accepted')).toBeVisible()
    await findTreeItem(ann.page, 'Graft').click()
    await ann.page.keyboard.press('Control+z')
    for (const { page } of [ann, bea]) await expect(findTreeItem(page, 'Graft')).toHaveCount(0)
  })

  await test.step('a change whose node is gone says so, and the rest can be rejected', async () => {
    await ask(bea.page, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: ids.get('Plums') })
    await expect(findChange(ann.page, 'The node has been deleted')).toBeVisible()
    await expect(
      findChange(ann.page, 'The node has been deleted').getByRole('button', { name: 'Accept' }),
    ).toBeDisabled()
    await findProposals(bea.page).getByRole('button', { name: 'Reject all' }).click()
    await expect(findProposals(ann.page).getByText('Nothing is left to decide.')).toBeVisible()
    await expect(proposedOn(ann.page)).toHaveCount(0)
    await findProposals(ann.page).getByRole('button', { name: 'Close proposals' }).click()
    await expect(findProposals(ann.page)).toHaveCount(0)
    await expect(ann.page.locator('[data-tool="proposals"]')).toHaveCount(0)
  })
})
