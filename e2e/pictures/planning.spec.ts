import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect } from '../support/test.ts'
import { introducePeople, share } from '../support/together.ts'
import { findTreeItem, openTree, pick } from '../support/tree.ts'
import { capturePicture } from './capture-picture.ts'
import { exampleFile } from './example.ts'
import { createExample, type Example } from './example-projects.ts'
import { test as base } from './fixtures.ts'

interface Planned {
  /** The example with people, dates, estimates, tags and dependencies. */
  readonly planned: Example
}

const toDay = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) {
  updateProject(id: $id, data: $data) { tags { id name } } }`
const createProposal = `mutation ($projectId: ID!, $changes: [JSON!]!) {
  createProposal(projectId: $projectId, title: "Steps for the opening", reason: "Each takes about a day", changes: $changes) { id } }`
const createToken = `mutation ($projectId: ID) {
  createAccessToken(data: { name: "Planner", role: proposer, projectId: $projectId }) { secret } }`

const test = base.extend<object, Planned>({
  planned: [
    async ({ ann, bea }, use) => {
      await introducePeople({ page: ann.page, email: 'ann@example.com' }, { page: bea.page, email: 'bea@example.com' })
      const example = await createExample(ann.page, exampleFile(Date.now()))
      await share(ann.page, example.projectId, { changes: { [bea.id]: 'editor' } })
      await addPlan(ann.page, example, [ann.id, bea.id])
      await use(example)
    },
    { scope: 'worker' },
  ],
})

async function addPlan(page: Page, { projectId, ids }: Example, [ann, bea]: readonly [string, string]): Promise<void> {
  const { updateProject: project } = await ask<{ updateProject: { tags: { id: string; name: string }[] } }>(
    page,
    updateProject,
    {
      id: projectId,
      data: {
        tags: [
          { name: 'outdoors', colour: '#2f9e44' },
          { name: 'buy', colour: '#e8590c' },
        ],
      },
    },
  )
  const tags = (...names: readonly string[]) =>
    project.tags.flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
  const after = (...titles: readonly string[]) => titles.map((title) => ids.get(title))
  const changes: Readonly<Record<string, object>> = {
    'Water and drain': { startDate: toDay(-20), dueDate: toDay(-12), estimate: 5, assigneeIds: [bea] },
    'Order the counter': {
      startDate: toDay(-6),
      dueDate: toDay(3),
      estimate: 3,
      assigneeIds: [ann],
      tagIds: tags('buy'),
    },
    'Paint the walls': {
      startDate: toDay(4),
      dueDate: toDay(9),
      estimate: 5,
      priority: 'high',
      assigneeIds: [bea],
      blockedByIds: after('Order the counter'),
    },
    'Lay the gravel paths': {
      startDate: toDay(-4),
      dueDate: toDay(6),
      estimate: 8,
      assigneeIds: [ann],
      tagIds: tags('outdoors', 'buy'),
    },
    'Herbs beside the door': {
      startDate: toDay(7),
      dueDate: toDay(8),
      estimate: 2,
      tagIds: tags('outdoors'),
      blockedByIds: after('Lay the gravel paths'),
    },
    'Taste them with friends': { startDate: toDay(1), dueDate: toDay(1), estimate: 1, assigneeIds: [ann, bea] },
    'Find a coffee roaster': { dueDate: toDay(-1), estimate: 2, priority: 'urgent', assigneeIds: [ann] },
    'Invite the street': {
      startDate: toDay(10),
      dueDate: toDay(12),
      estimate: 2,
      blockedByIds: after('Paint the walls', 'Herbs beside the door'),
    },
    'Opening day': { dueDate: toDay(16), priority: 'high' },
  }
  for (const [title, data] of Object.entries(changes)) await ask(page, updateNode, { id: ids.get(title), data })
}

async function openView(page: Page, projectId: string, view: string): Promise<void> {
  await page.goto(`/tree/${projectId}/${view}`)
  await expect(page.locator(`[data-view="${view}"]`)).toHaveAttribute('data-ready', 'true')
  await expect(page.locator('[data-view-controls]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
}

test('takes a picture of each view', async ({ ann, planned }) => {
  const { page } = ann
  for (const view of ['outline', 'board', 'table', 'timeline']) {
    await openView(page, planned.projectId, view)
    await capturePicture(page, view)
  }
  await openView(page, planned.projectId, 'calendar')
  await capturePicture(page, 'calendar-view')
})

test('takes the pictures of fields, dependencies and lenses', async ({ ann, planned }) => {
  const { page } = ann
  await openTree(page, planned.projectId)
  await pick(page, 'Paint the walls')
  await page.keyboard.press('Shift+1')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('complementary', { name: 'Node details' }).getByLabel('Due date')).toBeVisible()
  await capturePicture(page, 'fields')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Visibility' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show all dependencies' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Lens' }).click()
  await page.getByRole('menuitemradio', { name: 'Critical path' }).click()
  await expect(page.locator('[data-lens]')).toBeVisible()
  await page.keyboard.press('Shift+1')
  await capturePicture(page, 'critical-path')
  await page.getByRole('button', { name: 'Visibility' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show all dependencies' }).click()
  await page.keyboard.press('Escape')
})

test('takes the pictures of the palette and the minimap', async ({ ann, planned }) => {
  const { page } = ann
  await openTree(page, planned.projectId)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('walls')
  await expect(page.getByRole('option').filter({ hasText: 'Paint the walls' }).first()).toBeVisible()
  await capturePicture(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await pick(page, 'The house')
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.getByRole('navigation', { name: 'Focused branch' })).toBeVisible()
  await page.getByRole('button', { name: 'Minimap' }).click()
  await expect(page.getByRole('img', { name: 'Overview' })).toBeVisible()
  await capturePicture(page, 'focus')
  await page.getByRole('button', { name: 'Minimap' }).click()
})

test('takes the picture of a draft that nobody else sees', async ({ ann, planned }) => {
  const { page } = ann
  await openTree(page, planned.projectId)
  await pick(page, 'Lay the gravel paths')
  await runCommand(page, 'What if…')
  const panel = page.getByRole('complementary', { name: 'What if' })
  await panel.getByLabel('Estimate', { exact: true }).fill('3')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await capturePicture(page, 'what-if')
})

test('takes the pictures of presenting and of two views side by side', async ({ ann, planned }) => {
  const { page } = ann
  await openTree(page, planned.projectId)
  await page.keyboard.press('Alt+p')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^3 of \d+$/)).toBeVisible()
  await capturePicture(page, 'present')
  await page.keyboard.press('Escape')
  await runCommand(page, 'Split view: Table')
  await expect(page.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await capturePicture(page, 'split-view')
  await runCommand(page, 'Close second view')
})

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill(name)
  await expect(palette.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

test('takes the pictures of comments and the inbox', async ({ ann, bea, planned }) => {
  const nodeId = planned.ids.get('Order the counter')
  const addComment =
    'mutation ($nodeId: ID!, $parentId: ID, $body: String!) { addComment(nodeId: $nodeId, parentId: $parentId, body: $body) { id } }'
  const { addComment: first } = await ask<{ addComment: { id: string } }>(bea.page, addComment, {
    nodeId,
    parentId: null,
    body: `<p><a data-user-id="${ann.id}">@ann@example.com</a> oak or beech?</p>`,
  })
  await ask(ann.page, addComment, { nodeId, parentId: first.id, body: '<p>Oak. It stands the steam.</p>' })
  const { page } = ann
  await openTree(page, planned.projectId)
  await pick(page, 'Order the counter')
  await page.keyboard.press('ControlOrMeta+Enter')
  const feed = page.getByRole('feed', { name: 'Comments' })
  await expect(feed.getByText('It stands the steam')).toBeVisible()
  await page.getByRole('textbox', { name: 'Write a comment' }).scrollIntoViewIfNeeded()
  await capturePicture(page, 'comments')
  await page.goto('/inbox')
  await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem').first()).toBeVisible()
  await capturePicture(page, 'inbox')
})

test('takes the picture of a proposal', async ({ ann, planned, server }) => {
  const { page } = ann
  const { createAccessToken: token } = await ask<{ createAccessToken: { secret: string } }>(page, createToken, {
    projectId: planned.projectId,
  })
  const day = planned.ids.get('Opening day')
  await fetch(new URL('/graphql/', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.secret}` },
    body: JSON.stringify({
      query: createProposal,
      variables: {
        projectId: planned.projectId,
        changes: [
          { op: 'create', data: { title: 'Borrow forty chairs', parentId: day } },
          { op: 'create', data: { title: 'Write the prices on the board', parentId: day } },
          { op: 'update', id: planned.ids.get('Invite the street'), data: { dueDate: toDay(14) } },
        ],
      },
    }),
  })
  await openTree(page, planned.projectId)
  const panel = page.getByRole('complementary', { name: 'Proposals' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(findTreeItem(page, 'Opening day')).toBeVisible()
  await page.keyboard.press('Shift+1')
  await capturePicture(page, 'proposals')
})

test('takes the picture of two-step sign-in', async ({ ann }) => {
  const { page } = ann
  await page.goto('/user')
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await section.getByRole('button', { name: 'Set up an app' }).click()
  await expect(section.getByRole('img')).toBeVisible()
  await capturePicture(page, 'two-step', section)
})
