import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect } from '../support/test.ts'
import { createTree, findTreeItem, openTree, pick } from '../support/tree.ts'
import { share, test } from '../support/together.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const box = (page: Page) => page.getByRole('searchbox', { name: 'Filter' })
const bar = (page: Page) => page.getByRole('search', { name: 'Filter nodes' })
const options = (page: Page) => page.getByRole('option')

const expectShown = async (page: Page, shown: readonly string[], hidden: readonly string[]): Promise<void> => {
  for (const title of shown) await expect(findTreeItem(page, title)).toBeVisible()
  for (const title of hidden) await expect(findTreeItem(page, title)).toHaveCount(0)
}

/** A project with a tag and one node in the hands of the caller. */
async function createOrchard(page: Page, personId: string) {
  const tree = await createTree(page, 'Orchard', {
    Orchard: { Trees: { Pears: {}, Plums: {} }, Paths: { Gravel: {} } },
  })
  const { updateProject } = await ask<{ updateProject: { tags: readonly { id: string }[] } }>(
    page,
    'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { tags { id } } }',
    { id: tree.projectId, data: { tags: [{ name: 'ripe soon' }] } },
  )
  const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  await ask(page, update, { id: tree.ids.get('Pears'), data: { tagIds: updateProject.tags.map(({ id }) => id) } })
  await ask(page, update, { id: tree.ids.get('Gravel'), data: { assigneeIds: [personId], status: 'done' } })
  return tree
}

test('filters by typed words with suggestions, keeps what is selected, and is in the address', async ({ pair }) => {
  const { id, page } = pair.ann
  const { projectId, ids } = await createOrchard(page, id)
  await openTree(page, projectId)
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('ta')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('tag:"ripe soon" ')
  await expectShown(page, ['Orchard', 'Trees', 'Pears'], ['Plums', 'Paths', 'Gravel'])
  await expect(bar(page)).toContainText('1 of 6')
  await expect(page).toHaveURL(/#(?:.*&)?filter=tag%3A%22ripe%20soon%22$/)

  await test.step('a new node that does not match stays until the selection leaves it', async () => {
    await pick(page, 'Pears')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Stems')
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, 'Stems')).toBeVisible()
    await pick(page, 'Trees')
    await expect(findTreeItem(page, 'Stems')).toHaveCount(0)
  })

  await test.step('Back and Forward move between filters, also beside a node', async () => {
    await box(page).fill('assignee:me')
    await expectShown(page, ['Gravel'], ['Pears'])
    await expect(page).toHaveURL(/filter=assignee%3Ame$/)
    await page.goBack()
    await expect(box(page)).toHaveValue('tag:"ripe soon"')
    await expectShown(page, ['Pears'], ['Gravel'])
    await page.goForward()
    await expectShown(page, ['Gravel'], ['Pears'])
    await page.goto('/healthz')
    await openTree(page, projectId, `#node=${ids.get('Plums')}&filter=tag:%22ripe%20soon%22`)
    await expect(box(page)).toHaveValue('tag:"ripe soon"')
    await expectShown(page, ['Pears', 'Plums'], ['Gravel'])
  })

  await test.step('it combines with the status filter, dims on request, and says what is unknown', async () => {
    await box(page).fill('tag:unripe')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toContainText('There is no tag “unripe”.')
    await box(page).fill('assignee:me')
    await page.getByRole('button', { name: 'Visibility' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show done' }).click()
    await page.keyboard.press('Escape')
    await expect(findTreeItem(page, 'Gravel')).toHaveCount(0)
    await page.getByRole('button', { name: 'Visibility' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show done' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dim others' }).click()
    await expectShown(page, ['Pears', 'Plums', 'Gravel'], [])
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await expect(box(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/filter=/)
  })
})

async function chooseView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name }).click({ timeout: 5_000 })
}

test('saves a filter as a view that a viewer sees live, applies and cannot change', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await createOrchard(ann.page, ann.id)
  await share(ann.page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openTree(ann.page, projectId, '#filter=pears')
  await bea.page.goto(`/tree/${projectId}#filter=`)
  await expect(box(bea.page)).toBeVisible()
  await expect(bar(ann.page)).toContainText('1 of 6')
  await chooseView(ann.page, 'Save this filter…')
  await ann.page.getByLabel('Name').fill('Only pears')
  await ann.page.getByLabel('Visible to').selectOption('Everybody')
  await ann.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ann.page.getByRole('dialog')).toHaveCount(0)
  await chooseView(bea.page, 'Only pears')
  await expectShown(bea.page, ['Pears'], ['Plums', 'Gravel'])
  await chooseView(bea.page, 'Edit views…')
  await expect(bea.page.getByRole('dialog').getByText('Only pears')).toBeVisible()
  await expect(bea.page.getByRole('button', { name: 'Delete Only pears' })).toHaveCount(0)

  await chooseView(ann.page, 'Edit views…')
  await ann.page.getByRole('button', { name: 'Edit Only pears' }).click()
  await ann.page.getByLabel('Name').fill('Pears and more')
  await ann.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(bea.page.getByRole('dialog').getByText('Pears and more')).toBeVisible()
  await ann.page.getByRole('button', { name: 'Delete Pears and more' }).click()
  await ann.page.getByRole('button', { name: 'OK' }).click()
  await expect(bea.page.getByRole('dialog').getByText('No saved views yet')).toBeVisible()
})
