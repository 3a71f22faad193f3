import { exampleFile } from '../../pictures/example.ts'
import { createExample } from '../../pictures/example-projects.ts'
import { createProject } from '../../support/api.ts'
import { readDevice } from '../../support/device.ts'
import { expect } from '../../support/test.ts'
import { holdBack } from '../../support/together.ts'
import { createPlannedTree } from '../../support/planned-tree.ts'
import { canvasOf, findTreeItem, openTree, titleEditor } from '../../support/tree.ts'
import { chooseInNodeMenu, selectNode, openNodeMenu } from '../tree-actions.ts'
import type { Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const unknownProjectId = '00000000-0000-4000-8000-000000000000'

const beginnings: Scene = {
  name: 'tree-empty',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const projectId = await createProject(page, 'A kitchen garden')
    await page.goto(`/tree/${projectId}`)
    await expect(page.getByRole('button', { name: localized('Create node') })).toBeVisible()
    await expect(page.getByRole('group', { name: localized('Tools') })).toBeVisible()
    await stop(page, 'empty')
    await page.getByRole('button', { name: localized('Paste an outline') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await stop(page, 'paste-an-outline')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: localized('Create node') }).click()
    await expect(titleEditor(page)).toBeFocused()
    await stop(page, 'first-node')
  },
}

const trouble: Scene = {
  name: 'tree-trouble',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto(`/tree/${unknownProjectId}`)
    await expect(page.getByRole('heading', { name: localized('Project not found') })).toBeVisible()
    await stop(page, 'not-found')
    // The nodes must not come with the page either.
    await page.route('**/page-data/**', (route) => route.abort())
    // A project that this browser has never opened: it would be shown from the device otherwise.
    const projectId = await createProject(page, 'A kitchen garden')
    await page.route('**/graphql/', (route) => void (isAboutNodes(route.request().postData()) || route.continue()))
    await page.goto(`/tree/${projectId}`)
    await expect(page.locator('[aria-busy=true]').first()).toBeAttached()
    await stop(page, 'loading')
    await page.unroute('**/graphql/')
    await page.route('**/graphql/', (route) =>
      isAboutNodes(route.request().postData()) ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.goto('/projects')
    await page.goto(`/tree/${projectId}`)
    await expect(page.getByRole('heading', { name: localized('The server cannot be reached') })).toBeVisible()
    await stop(page, 'failed')
  },
}

const fromDevice: Scene = {
  name: 'tree-local-copy',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    await openTree(page, example.projectId)
    await expect.poll(() => readDevice(page)).toContain(`:${example.projectId}:base:`)
    // The server can be reached, but it does not answer.
    await page.route('**/graphql/', () => undefined)
    await page.route('**/page-data/**', () => undefined)
    await page.routeWebSocket(/./, () => undefined)
    await page.reload()
    await expect(page.getByText(localized('Local copy')).first()).toBeAttached()
    await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
    await stop(page, 'not-answered')
  },
}

const isAboutNodes = (body: string | null): boolean => /nodes/i.test(body ?? '')

const working: Scene = {
  name: 'tree-work',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createExample(page, exampleFile(Date.now()))
    await openTree(page, projectId)
    await stop(page, 'open')
    await selectNode(page, 'Build the kitchen')
    await stop(page, 'selected')
    await page.keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Build ')
    await stop(page, 'editing')
    await page.keyboard.press('Escape')
    await selectNode(page, 'Opening day')
    await page.keyboard.press('Tab')
    await expect(titleEditor(page)).toBeFocused()
    await stop(page, 'new-node')
    await page.keyboard.press('Escape')
    const held = await holdBack(page, 'UpdateNode')
    await selectNode(page, 'Paint the walls')
    await page.keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Now! ')
    await page.keyboard.press('Enter')
    await held.caught
    await expect(page.getByTitle(localized('Saving'))).toBeVisible()
    await stop(page, 'unsaved')
    await held.release()
    await selectNode(page, 'Permits')
    await page.keyboard.press('Space')
    await expect(findTreeItem(page, 'Food licence')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await stop(page, 'folded-and-several')
    await page.route('**/graphql/', (route) => route.abort())
    await selectNode(page, 'The garden')
    // A phone shows the whole map, where nodes have no buttons.
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: localized('Offline') })).toBeVisible()
    await stop(page, 'offline')
  },
}

const details: Scene = {
  name: 'tree-details',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createExample(page, exampleFile(Date.now()))
    await openTree(page, projectId)
    await openNodeMenu(page, 'Build the kitchen')
    await stop(page, 'menu')
    await page.getByRole('menuitem', { name: localized('Move to…') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await stop(page, 'move-to')
    await page.keyboard.press('Escape')
    await chooseInNodeMenu(page, 'Build the kitchen', 'Link to an existing project')
    await expect(page.getByRole('list', { name: localized('Projects') })).toBeVisible()
    await stop(page, 'link-panel')
    await page.keyboard.press('Escape')
    await selectNode(page, 'Build the kitchen')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: localized('Description') })).toBeFocused()
    // From the top: a control that is half scrolled away counts as too small.
    await page.getByRole('complementary').getByLabel(localizedExactly('Status')).focus()
    await stop(page, 'panel')
    await page.keyboard.press('Escape')
    await chooseInNodeMenu(page, 'Herbs beside the door', 'Split description into child nodes')
    await expect(page.getByRole('status').filter({ hasText: localized('added to Herbs') })).toBeVisible()
    await stop(page, 'breakdown')
  },
}

const finding: Scene = {
  name: 'tree-find',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    await openTree(page, example.projectId)
    await page.getByRole('button', { name: localizedExactly('Find') }).click()
    const field = page.getByRole('searchbox', { name: localized('Find') })
    await field.fill('wall')
    await expect(page.getByText('1/3')).toBeVisible()
    await stop(page, 'hits')
    await field.fill('zeppelin')
    await expect(page.getByText('0/0')).toBeVisible()
    await stop(page, 'none')
    await page.keyboard.press('Escape')
    for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: localized('Zoom out') }).click()
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', '0.25')
    await stop(page, 'zoom-25', { checksTargetSize: false })
    await selectNode(page, 'The garden')
    for (let step = 0; step < 9; step += 1) await page.getByRole('button', { name: localized('Zoom in') }).click()
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', '5')
    await stop(page, 'zoom-500')
  },
}

const fields: Scene = {
  name: 'tree-fields',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createPlannedTree(page)
    await openTree(page, projectId)
    await page.getByRole('button', { name: localized('Reset zoom') }).click()
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', '1')
    await expect(findTreeItem(page, 'Pears')).toHaveAccessibleDescription(/./u)
    await stop(page, 'chips')
  },
}

export const treeScenes: readonly Scene[] = [beginnings, trouble, fromDevice, working, details, finding, fields]
