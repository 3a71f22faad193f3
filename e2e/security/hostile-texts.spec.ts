import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import type { Page } from '@playwright/test'
import { startAiService, type AiService } from '../support/ai-service.ts'
import { ask, createNode, createProject } from '../support/api.ts'
import { exportAs } from '../support/exchange.ts'
import { expect, register, test as base } from '../support/test.ts'
import { canvasOf, openTree, storedNodes } from '../support/tree.ts'
import { harmIn, listenOn } from './harm.ts'
import { groups, storablePayloads, storePayloads, serveRaw } from './hostile-data.ts'

const domain = 'acme.atlassian.net'

const test = base.extend<object, { jira: JiraSite; writer: AiService }>({
  jira: [
    async ({}, use) => {
      const jira = await startJiraSite()
      await use(jira)
      await jira.stop()
    },
    { scope: 'worker' },
  ],
  writer: [
    async ({}, use) => {
      const writer = await startAiService()
      await use(writer)
      await writer.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ jira, writer }, use) =>
      use({
        JIRA_HOST_MAP: `${domain}=${jira.url}`,
        AI_PROVIDER: 'openai',
        AI_BASE_URL: writer.url,
        AI_MODEL: 'stand-in',
      }),
    { scope: 'worker' },
  ],
})

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Node details' })
const settled = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** Only nodes near the view are drawn, so this visits one view after the other. */
async function lookAtTree(page: Page, projectId: string, nodes: number): Promise<void> {
  await openTree(page, projectId)
  await expect(canvasOf(page)).toHaveAttribute('data-nodes', String(nodes))
  await page.keyboard.press('Shift+1')
  await settled(page)
}

/** A long list draws only what is near the view, so this scrolls screen by screen. */
async function lookThrough(page: Page): Promise<void> {
  await expect(page.getByRole('row').nth(5)).toBeAttached()
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / window.innerHeight))
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate((at) => window.scrollTo(0, at * window.innerHeight), screen)
    await settled(page)
  }
}

/** Opens the panel with its editor and the title editor of some nodes. */
async function lookAtPanels(page: Page, count: number): Promise<void> {
  await page.getByRole('treeitem').first().focus()
  await page.keyboard.press('ArrowDown')
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(panelOf(page).getByRole('textbox', { name: 'Description' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    await page.keyboard.press('Escape')
  }
}

const paragraph = (text: string, href?: string): unknown => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }) }],
})

async function importFromJira(page: Page, jira: JiraSite): Promise<string> {
  const content = storablePayloads.map((payload) => paragraph(payload, /href="([^"]*)"/.exec(payload)?.[1]))
  const epic = jira.add({
    type: 'Epic',
    summary: '<img src=x onerror=xss()>',
    description: { version: 1, type: 'doc', content },
  })
  for (const payload of storablePayloads.slice(0, 20)) {
    jira.add({
      summary: payload.replaceAll(/\s/g, ' '),
      description: { version: 1, type: 'doc', content: [paragraph(payload)] },
      parentKey: epic.key,
    })
  }
  const settings = {
    domain,
    apiUser: jira.email,
    apiKey: jira.token,
    projectKey: 'ACME',
    issueTypeId: '10101',
    epicTypeId: '10100',
    linkTypeId: '10200',
  }
  await ask(
    page,
    'mutation ($jira: JiraSettingsInput) { updateAccount(data: { integrationSettings: { jira: $jira } }) { id } }',
    { jira: settings },
  )
  const imported = await ask<{ importProject: { id: string } }>(
    page,
    'mutation ($key: String!) { importProject(externalProjectKey: $key) { id } }',
    { key: epic.key },
  )
  return imported.importProject.id
}

async function ideasOfService(page: Page, writer: AiService): Promise<string> {
  const projectId = await createProject(page, 'Ideas')
  const id = await createNode(page, { projectId, title: 'Root' })
  const asked = ask(page, 'mutation ($id: ID!) { aiBreakdownNode(id: $id) { id } }', { id })
  for (const at of [0, 20, 50, 88, 100, 130, 150, 170])
    await writer.sendIdea(`Idea ${at} ${storablePayloads[at] ?? ''}`)
  await writer.finish()
  await asked
  return projectId
}

test('runs, loads and breaks nothing by any text that anybody can write, wherever it is shown', async ({
  page,
  jira,
  writer,
  freshEmail,
}) => {
  test.setTimeout(120_000)
  const ran = await listenOn(page)
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const stored = await storePayloads(page)
  expect(stored.projects).toBe(storablePayloads.length)
  expect(stored.slugs.length).toBe(storablePayloads.length)

  await page.goto('/projects')
  await lookThrough(page)
  await lookAtTree(page, stored.projectId, storablePayloads.length)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('complementary', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  const svg = (await exportAs(page, 'svg')).bytes
  await page.route('**/picture.svg', (route) => route.fulfill({ body: svg, contentType: 'image/svg+xml' }))
  await page.goto('/picture.svg')
  expect(await page.evaluate(() => document.querySelectorAll('text').length)).toBeGreaterThan(200)

  await page.goto('/feedback?sort=newest')
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first()).toBeVisible()
  await page.goto(`/feedback/p/${stored.slugs[0] ?? ''}`)
  await expect(page.getByText('<img src=x onerror=xss()>').first()).toBeVisible()

  await page.goto('/user')
  await page.getByLabel('First name').fill('<img src=x onerror=xss()>')
  await page.getByLabel('Last name').fill('<svg onload=xss()>')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated' })).toBeVisible()

  await page.goto('/projects')
  const lines = storablePayloads.map((payload) => `- ${payload}`).join('\n')
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'hostile.md', mimeType: 'text/markdown', buffer: Buffer.from(lines) })
  await page.waitForURL('**/tree/**')
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await lookAtTree(page, await importFromJira(page, jira), 21)
  await lookAtPanels(page, 1)
  expect(await harmIn(page)).toEqual([])
  const ideas = await ideasOfService(page, writer)
  await openTree(page, ideas)
  expect((await storedNodes(page, ideas)).length).toBeGreaterThan(4)

  // A separate page is needed, because this browser reports even reading a handler that can never run as a violation.
  const other = await page.context().newPage()
  const ranThere = await listenOn(other)
  await serveRaw(other)
  await lookAtTree(other, stored.projectId, storablePayloads.length)
  expect(await harmIn(other)).toEqual([])
  await lookAtPanels(other, groups)
  expect(await harmIn(other)).toEqual([])
  expect([...ran, ...ranThere], 'nothing ran').toEqual([])

  // An unguarded page is detected, which shows that the check works.
  const unguarded = { body: '<body onload=xss()>', contentType: 'text/html' }
  await page.route('**/unguarded', (route) => route.fulfill(unguarded))
  await page.goto('/unguarded')
  await expect.poll(() => ran.length).toBeGreaterThan(0)
})
