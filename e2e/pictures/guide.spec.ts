import { runAdmin } from '../support/admin.ts'
import { ask } from '../support/api.ts'
import { expect } from '../support/test.ts'
import { middleOf, findTreeItem, openTree, pick, titleEditor } from '../support/tree.ts'
import { exampleFile } from './example.ts'
import { addSpringMenu, createExample, feedbackPosts } from './example-projects.ts'
import { test } from './fixtures.ts'
import { signUpPerson, type SignedUpPerson } from './sign-up.ts'
import { capturePicture } from './capture-picture.ts'

test('takes the pictures of signing up and the first project', async ({ browser, server }) => {
  const { page } = await signUpPerson(browser, server.url, ['Carla', 'Novak'])
  await page.goto('/projects/add')
  await page.getByLabel('Title').fill('A kitchen garden')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/tree/**')
  await expect(page.getByRole('button', { name: 'Use an example' })).toBeVisible()
  await capturePicture(page, 'empty-project')
  await page.getByRole('button', { name: 'Use an example' }).click()
  await expect(findTreeItem(page, 'Let it grow')).toBeVisible()
  await expect(page.getByTitle('Saved')).toBeVisible()
  await capturePicture(page, 'short-example')
  await page.context().close()
})

test('takes the picture of the project list', async ({ ann, example }) => {
  await ann.page.goto('/projects')
  await expect(ann.page.locator(`tr[data-project-id="${example.projectId}"]`)).toBeVisible()
  await ann.page.getByRole('button', { name: /^Actions for Open the garden/ }).click()
  await expect(ann.page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await capturePicture(ann.page, 'projects')
})

const toDay = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('takes the pictures of my work and the calendar', async ({ ann, bea, example }) => {
  const { page } = ann
  const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  const assignments = [
    ['Order the counter', { dueDate: toDay(-2), priority: 'urgent' }],
    ['Paint the walls', { dueDate: toDay(0) }],
    ['Find a coffee roaster', { dueDate: toDay(20), priority: 'high' }],
    ['Herbs beside the door', {}],
  ] as const
  for (const [title, fields] of assignments) {
    const data = { assigneeIds: [ann.id], ...fields }
    await ask(bea.page, update, { id: example.ids.get(title), data })
  }
  await page.goto('/my-work')
  await expect(page.getByRole('list', { name: 'My work' }).locator('[data-node-id]')).toHaveCount(4)
  await page.getByRole('link', { name: 'Paint the walls' }).focus()
  await capturePicture(page, 'my-work')
  await page.goto('/user')
  const section = page.getByRole('region', { name: 'Calendar' })
  await section.getByRole('button', { name: 'New address' }).click()
  await expect(section.getByRole('textbox')).toBeVisible()
  // Nobody should learn to show such an address.
  await section.getByRole('textbox').evaluate((field: HTMLInputElement) => {
    field.value = field.value.replace(/calendar\/.+$/u, 'calendar/…')
  })
  await capturePicture(page, 'calendar', section)
  await section.getByRole('button', { name: 'Revoke address: My work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(section.getByRole('textbox')).toHaveCount(0)
  for (const [title] of assignments) {
    const data = { assigneeIds: [], dueDate: null, priority: 'none' }
    await ask(bea.page, update, { id: example.ids.get(title), data })
  }
})

test('takes the picture of working together', async ({ ann, bea, example }) => {
  await Promise.all([openTree(ann.page, example.projectId), openTree(bea.page, example.projectId)])
  await pick(bea.page, 'Find a coffee roaster')
  await pick(ann.page, 'Lay the gravel paths')
  await expect(ann.page.locator('[data-canvas]').getByText('Bea Sommer')).toBeVisible()
  await ann.page.keyboard.press('Shift+1')
  await capturePicture(ann.page, 'together')
  await bea.page.goto('/projects')
})

test('takes the pictures of writing by keyboard', async ({ ann }) => {
  const { page } = ann
  const { projectId } = await createExample(page, exampleFile(Date.now()))
  await openTree(page, projectId)
  await pick(page, 'The garden')
  await page.keyboard.press('Tab')
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('A bench in the shade')
  await capturePicture(page, 'new-node', await around(page, 'The garden'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await capturePicture(page, 'keyboard', page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
})

test('takes the pictures of the menu and the details of a node', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await pick(page, 'Build the kitchen')
  await findTreeItem(page, 'Build the kitchen').getByRole('button', { name: 'Node menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Mark as Done' })).toBeVisible()
  await capturePicture(page, 'node-menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await capturePicture(page, 'node-details')
})

test('takes the pictures of finding and filtering', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill('wall')
  await expect(page.getByText('1/', { exact: false }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find' }).press('Enter')
  await capturePicture(page, 'find')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Visibility' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show done' }).click()
  await expect(findTreeItem(page, 'Fire inspection')).toHaveCount(0)
  await capturePicture(page, 'visibility')
  await page.getByRole('menuitemcheckbox', { name: 'Show done' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Filter' }).fill('status:open the st')
  await expect(page.getByRole('option')).toHaveCount(3)
  await capturePicture(page, 'filter')
})

test('takes the picture of sharing', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('bea@example.com').first()).toBeVisible()
  await capturePicture(page, 'share')
})

test('takes the picture of the burn-up', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await page.getByRole('button', { name: 'Metrics' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show burn-up' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('img', { name: 'Burn-up chart' })).toBeVisible()
  await page.getByRole('button', { name: 'Metrics' }).blur()
  await capturePicture(page, 'burn-up')
  await page.getByRole('button', { name: 'Close burn-up' }).click()
})

test('takes the picture of the history', async ({ ann, bea, example }) => {
  const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  const change = (who: SignedUpPerson, title: string, changed: object) =>
    ask(who.page, update, { id: example.ids.get(title), data: changed })
  await change(bea, 'Paint the walls', { title: 'Paint the walls white' })
  await change(bea, 'Order the counter', { status: 'done' })
  await change(ann, 'Herbs beside the door', { status: 'progress' })
  await change(bea, 'Ask the brass band', { parentId: example.ids.get('The menu') })
  const { page } = ann
  await openTree(page, example.projectId)
  await page.getByRole('button', { name: 'History' }).click()
  const lines = page.getByRole('complementary', { name: 'History' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Paint the walls white' }).first()).toBeVisible()
  await capturePicture(page, 'history')
  await change(bea, 'Ask the brass band', { parentId: example.ids.get('Opening day') })
})

test('takes the picture of several parents', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await pick(page, 'Herbs beside the door')
  const handle = findTreeItem(page, 'Herbs beside the door').getByRole('button', { name: 'Add a parent link' })
  const [from, to] = [await middleOf(handle), await middleOf(findTreeItem(page, 'The menu'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await capturePicture(page, 'parent-link', undefined, { isHandKept: true })
  await page.mouse.up()
  await expect(page.locator('[data-canvas]')).toHaveAttribute('data-layout', 'dag-right')
  await expect(page.getByTitle('Saved')).toBeVisible()
  await page.keyboard.press('Shift+1')
  await capturePicture(page, 'several-parents')
})

test('takes the picture of the export', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Format').selectOption('markdown')
  await capturePicture(page, 'export', dialog)
})

test('takes the picture of a description that becomes child nodes', async ({ ann, example }) => {
  const { page } = ann
  await openTree(page, example.projectId)
  await ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', {
    id: example.ids.get('Lay the gravel paths'),
    data: {
      body: '<ul><li>Dig out the soil</li><li>Set the edging stones</li><li>Roll the gravel</li></ul>',
    },
  })
  await pick(page, 'Lay the gravel paths')
  await findTreeItem(page, 'Lay the gravel paths').getByRole('button', { name: 'Node menu' }).click()
  await page.getByRole('menuitem', { name: 'Split description into child nodes' }).click()
  await expect(page.getByText('3 child nodes added to Lay the gravel paths')).toBeVisible()
  await capturePicture(page, 'breakdown')
})

test('takes the pictures of Jira', async ({ ann, jira }) => {
  const { page } = ann
  const epicKey = addSpringMenu(jira)
  await page.goto('/account')
  await page.getByLabel('Domain').fill('acme.atlassian.net')
  await page.getByLabel('API user').fill(jira.email)
  await page.getByLabel('API key', { exact: true }).fill(jira.token)
  await expect(page.getByLabel('Link type')).toHaveValue('10200')
  await page.getByLabel('Project', { exact: true }).selectOption('ACME')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Integration settings saved')).toBeVisible()
  await page.evaluate(() => globalThis.scrollTo(0, 0))
  await capturePicture(page, 'jira-account')
  await page.goto('/projects/import')
  await page.getByLabel('Epic key').fill(epicKey)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL('**/tree/**')
  await expect(page.getByText(/^\d+ issues imported/)).toBeVisible()
  await expect(findTreeItem(page, 'Print the cards')).toBeVisible()
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible()
  await page.getByRole('button', { name: 'Orientation' }).click()
  await page.getByRole('menuitem', { name: 'Left to Right' }).click()
  await page.getByRole('button', { name: 'Orientation' }).blur()
  await page.keyboard.press('Shift+1')
  await capturePicture(page, 'jira-project')
})

test('takes the picture of the feedback board', async ({ ann, bea, server }) => {
  await feedbackPosts(ann.page, bea.page)
  await runAdmin(server.env, 'feedback', 'planned', '2', 'We are at it.')
  await ann.page.goto('/feedback')
  await expect(ann.page.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(3)
  await capturePicture(ann.page, 'feedback')
})

test('takes the pictures on a phone', async ({ browser, server }) => {
  const { page } = await signUpPerson(browser, server.url, ['Dora', 'Lind'], {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const { projectId } = await createExample(page, { ...exampleFile(Date.now()) }, 'tree-right')
  await openTree(page, projectId)
  await findTreeItem(page, 'The garden').tap({ position: { x: 40, y: 6 } })
  await capturePicture(page, 'phone')
  await page.context().close()
})

async function around(page: SignedUpPerson['page'], title: string) {
  const { x, y } = await middleOf(findTreeItem(page, title))
  const [width, height] = [760, 300]
  return {
    x: Math.max(0, Math.min(1280 - width, x - 140)),
    y: Math.max(0, Math.min(800 - height, y - height / 2)),
    width,
    height,
  }
}
