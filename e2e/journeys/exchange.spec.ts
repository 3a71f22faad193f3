import { ask } from '../support/api.ts'
import { dropFile, exportAs, countPixels } from '../support/exchange.ts'
import { expect, register, test } from '../support/test.ts'
import { canvasOf, expectStored, findTreeItem, openTree, outline, createTree, storedNodes } from '../support/tree.ts'

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const idIn = (address: string): string => /tree\/([\w-]+)/.exec(address)?.[1] ?? ''
const contentsOf = (nodes: Awaited<ReturnType<typeof storedNodes>>) =>
  nodes
    .map(({ title, body, status, hideChildren, style }) => ({ title, body, status, hideChildren, style }))
    .toSorted((left, right) => (left.title < right.title ? -1 : 1))

test('exports a project and imports it unchanged from the list, the form and by dropping it', async ({ page }) => {
  const { projectId, ids } = await createTree(page, 'Garden & wall', { Garden: { Beds: { Roses: {} }, Paths: {} } })
  const change = (name: string, changed: object) => ask(page, updateNode, { id: ids.get(name), data: changed })
  await change('Beds', { status: 'done', body: '<p>Raised, <strong>south</strong></p>' })
  await change('Paths', { status: 'progress', style: { backgroundColor: '#bbffd8' }, hideChildren: true })
  await change('Roses', { parentIds: [ids.get('Beds'), ids.get('Paths')] })
  const wanted = 'Garden(Beds(Roses) Paths(Roses))'
  await expectStored(page, projectId, wanted)
  const before = contentsOf(await storedNodes(page, projectId))

  await openTree(page, projectId)
  const { name, bytes } = await exportAs(page, 'espalier')
  expect(name).toBe('Garden wall.json')
  await page.goto('/projects')
  await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer: bytes })
  await page.waitForURL('**/tree/**')
  const again = idIn(page.url())
  expect(again).not.toBe(projectId)
  expect(await outline(page, again)).toBe(wanted)
  expect(contentsOf(await storedNodes(page, again))).toEqual(before)
  await expect(findTreeItem(page, 'Beds')).toBeVisible()

  await page.goto('/projects/add')
  await page.getByLabel('Title').fill('From the form')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByLabel('JSON').fill(bytes.toString('utf8'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/tree/**')
  expect(await outline(page, idIn(page.url()))).toBe(wanted)

  await openTree(page, projectId)
  for (const format of ['markdown', 'opml', 'freemind', 'xmind', 'text', 'mermaid', 'csv']) {
    const made = await exportAs(page, format)
    expect(made.bytes.length, format).toBeGreaterThan(20)
  }
  const markdown = await exportAs(page, 'markdown')
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: 'Import file' })).toBeVisible()
  await dropFile(page, page.locator('main'), { name: markdown.name, text: markdown.bytes.toString('utf8') })
  await page.waitForURL('**/tree/**')
  expect(await outline(page, idIn(page.url()))).toBe(wanted)
})

test('imports a dropped file below a node, shows it to others at once, and undoes it in one step', async ({ page }) => {
  const { projectId } = await createTree(page, 'Open', { Root: { One: {}, Two: {} } })
  const other = await page.context().newPage()
  await openTree(other, projectId)
  await openTree(page, projectId)
  await expect(page.locator('[data-canvas]')).toBeVisible()
  const target = findTreeItem(page, 'One')
  const file = { name: 'beds.md', text: '- Beds\n  - [x] Roses\n  - [ ] Tulips\n' }
  await expect(async () => {
    await dropFile(page, target, file)
    await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const question = page.getByRole('alertdialog', { name: 'Import 3 nodes under One?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'OK' }).click()
  await expectStored(page, projectId, 'Root(One(Beds(Roses Tulips)) Two)')
  await expect(findTreeItem(other, 'Roses')).toHaveAttribute('data-status', 'done')
  await expect(findTreeItem(page, 'Tulips')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectStored(page, projectId, 'Root(One Two)')
  await expect(findTreeItem(other, 'Roses')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expectStored(page, projectId, 'Root(One(Beds(Roses Tulips)) Two)')

  const hostile =
    '<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><map><node TEXT="&a;"/></map>'
  await dropFile(page, target, { name: 'evil.mm', text: hostile })
  const refusal = page.getByRole('alertdialog', { name: 'evil.mm was not imported' })
  await expect(refusal).toContainText('entities, which are not accepted')
  await refusal.getByRole('button', { name: 'OK' }).click()
  expect(await outline(page, projectId)).toBe('Root(One(Beds(Roses Tulips)) Two)')
})

test('exports complete pictures: every node in the SVG and the PDF, in the PNG by its pixels, with large maps scaled', async ({
  page,
}) => {
  const stored = ['#bbffd8', '#bbc0ff', '#ffbbe2', '#aaddee']
  // The map theme has colors of its own for the palette; another color is drawn as it is stored.
  const drawn = ['#d5f0dc', '#dfe2fb', '#fbe0ee', '#aaddee']
  const { projectId, ids } = await createTree(page, 'Picture', { Mitte: { Osten: {}, Westen: {}, 'Süden 庭': {} } })
  for (const [at, id] of [...ids.values()].entries()) {
    await ask(page, updateNode, { id, data: { style: { backgroundColor: stored[at] }, hideChildren: at === 0 } })
  }
  await openTree(page, projectId)
  const svg = (await exportAs(page, 'svg')).bytes.toString('utf8')
  const shown = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    return { name: root.nodeName, texts: [...root.querySelectorAll('text')].map((one) => one.textContent) }
  }, svg)
  expect([shown.name, shown.texts.toSorted()]).toEqual(['svg', ['Mitte', 'Osten', 'Süden 庭', 'Westen'].toSorted()])

  const pdf = (await exportAs(page, 'pdf')).bytes.toString('latin1')
  expect(pdf).toMatch(/^%PDF-1\.6/)
  // A character without a font in any viewer is a picture behind a mask.
  expect(pdf).toMatch(/\/SMask/)

  const png = await countPixels(page, (await exportAs(page, 'png')).bytes, drawn)
  for (const count of png.counts) expect(count).toBeGreaterThan(1_000)
  const { left, top, right, bottom } = png.drawn
  for (const margin of [left, top, png.width - right, png.height - bottom]) expect(margin).toBeGreaterThan(50)

  const nodes = [
    { id: 'r', title: 'root' },
    ...Array.from({ length: 1_500 }, (_, at) => ({ id: `n${at}`, parentIds: ['r'], title: `node ${at}` })),
  ]
  const large = { format: 'espalier', version: 1, project: { title: 'Large' }, nodes }
  const created = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
  const { createProject: made } = await ask<{ createProject: { id: string } }>(page, created, {
    data: { title: 'Large', json: large },
  })
  await openTree(page, made.id)
  await expect(canvasOf(page)).toHaveAttribute('data-nodes', '1501')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByLabel('Format').selectOption('png')
  await expect(page.getByText(/^The picture is [\d,]+ x 16,384 pixels, at a scale of [\d.]+%\./)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const scaled = await countPixels(page, (await exportAs(page, 'png')).bytes, [])
  expect(scaled.height).toBe(16_384)
  expect(scaled.filledStrips).toBe(16)
  expect(scaled.drawn.bottom).toBeLessThan(scaled.height - 2)
  expect(scaled.drawn.top).toBeGreaterThan(2)
})
