import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { root } from '../support/process.ts'
import { expect, register, test } from '../support/test.ts'
import { share } from '../support/together.ts'
import { clickTool, closeToolMenu, findTreeItem, openTree } from '../support/tree.ts'
import { compressPicture } from './capture-picture.ts'
import { exampleFile } from './example.ts'
import { createExample, createSharedExample } from './example-projects.ts'
import { largePlanFile } from './large-plan.ts'
import { signUpPerson, type SignedUpPerson } from './sign-up.ts'

/** The address of a server that runs the first version, with an empty database. */
const firstVersion = process.env['FIRST_VERSION_URL']
const folder = join(root, 'docs', 'before-after')

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const schemes = ['light', 'dark'] as const
type Width = (typeof widths)[number]['width']
type Scheme = (typeof schemes)[number]

/** What the screens show: a person with projects, and one who has just signed up. */
interface Cast {
  readonly ann: SignedUpPerson
  readonly newcomer: Page
  readonly visitor: Page
  readonly exampleId: string
  readonly emptyId: string
  readonly publicId: string
  readonly largeId: string
}

const screens: Readonly<Record<string, (cast: Cast) => Promise<Page>>> = {
  '01-log-in': async ({ visitor }) => {
    await visitor.goto('/login')
    await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible()
    return visitor
  },
  '02-sign-up': async ({ visitor }) => {
    await visitor.goto('/register')
    await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible()
    return visitor
  },
  '03-first-screen': async ({ newcomer }) => {
    await newcomer.goto('/projects')
    await expect(newcomer.getByRole('heading', { level: 1 })).toBeVisible()
    return newcomer
  },
  '04-projects': async ({ ann: { page }, exampleId }) => {
    await page.goto('/projects')
    await expect(page.locator(`tr[data-project-id="${exampleId}"]`)).toBeVisible()
    return page
  },
  '05-new-project': async ({ ann: { page } }) => {
    await page.goto('/projects/add')
    await expect(page.getByLabel('Title')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const draft = page.getByRole('button', { name: 'Discard draft' })
    if (await draft.isVisible()) await draft.click()
    await page.getByLabel('Title').fill('A kitchen garden')
    return page
  },
  '06-empty-map': async ({ ann: { page }, emptyId }) => {
    await page.goto(`/tree/${emptyId}`)
    await expect(page.getByRole('button', { name: /^(Start with|Create node)/ }).first()).toBeVisible()
    return page
  },
  '07-map': async ({ ann: { page }, exampleId }) => {
    await openTree(page, exampleId)
    return page
  },
  '08-node-menu': async ({ ann: { page }, exampleId }) => {
    await openTree(page, exampleId)
    await selectKitchen(page)
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Mark as Done' })).toBeVisible()
    return page
  },
  '09-details': async ({ ann: { page }, exampleId }) => {
    await openTree(page, exampleId)
    await selectKitchen(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    return page
  },
  '10-share': async ({ ann: { page }, exampleId }) => {
    await openTree(page, exampleId)
    await page.waitForLoadState('networkidle')
    await clickTool(page, 'Share')
    const people = page.getByRole('dialog').getByLabel('Add people by email')
    await people.fill('tom@example.com')
    await people.press('Enter')
    await expect(page.getByText('User with email tom@example.com not found').first()).toBeVisible()
    return page
  },
  '11-guest': async ({ visitor, publicId }) => {
    await openTree(visitor, publicId)
    return visitor
  },
  '12-large-plan': async ({ ann: { page }, largeId }) => {
    await openTree(page, largeId)
    await page.keyboard.press('Shift+1')
    return page
  },
}

/** On a phone the map may begin beside this node. */
async function selectKitchen(page: Page): Promise<void> {
  if (page.viewportSize()?.width === 390) await page.keyboard.press('Shift+1')
  await findTreeItem(page, 'Build the kitchen').focus()
  await expect(findTreeItem(page, 'Build the kitchen')).toHaveAttribute('aria-selected', 'true')
}

async function prepareCast(browser: Browser, url: string, viewport: (typeof widths)[number]): Promise<Cast> {
  const { width } = viewport
  const device = { viewport, deviceScaleFactor: 1, isMobile: width === 390, hasTouch: width === 390 }
  const site = width === 390 ? 'example.org' : 'example.com'
  const enter = (firstname: string, lastname: string): Promise<SignedUpPerson> =>
    signUpPerson(browser, url, [firstname, lastname], device, `${firstname.toLowerCase()}@${site}`)
  const ann = await enter('Ann', 'Gardner')
  const bea = await enter('Bea', 'Sommer')
  const newcomer = await (await browser.newContext({ ...device, baseURL: url, locale: 'en-GB' })).newPage()
  await register(newcomer, `carla@${site}`)
  await newcomer.waitForURL('**/projects')
  const context = await browser.newContext({ ...device, baseURL: url, reducedMotion: 'reduce', locale: 'en-GB' })
  const { projectId: exampleId } = await createSharedExample(ann, bea)
  const { projectId: publicId } = await createExample(bea.page, exampleFile(Date.now()))
  await share(bea.page, publicId, { generalAccess: 'anyone' })
  const { projectId: largeId } = await createExample(ann.page, largePlanFile())
  const { createProject: empty } = await ask<{ createProject: { id: string } }>(
    ann.page,
    'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }',
    { data: { title: 'A kitchen garden' } },
  )
  return { ann, newcomer, visitor: await context.newPage(), exampleId, emptyId: empty.id, publicId, largeId }
}

async function takeScreen(cast: Cast, name: string, scheme: Scheme): Promise<Buffer> {
  for (const page of [cast.ann.page, cast.newcomer, cast.visitor])
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  const page = (await screens[name]?.(cast)) as Page
  await closeToolMenu(page)
  await page.mouse.move(1, 1)
  // Parts that load when nobody waits for them belong into the picture.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  return page.screenshot({ animations: 'disabled' })
}

/** Puts the four pictures of a screen on one sheet: before and after in light, then in dark. */
async function composeSheet(browser: Browser, width: Width, pictures: readonly Buffer[]): Promise<Buffer> {
  const shown = width === 390 ? 390 : 1080
  const figures = pictures.map((png, at) => {
    const caption = `${at % 2 === 0 ? 'Before' : 'After'}, ${schemes[Math.floor(at / 2)] ?? ''}`
    const source = `data:image/png;base64,${png.toString('base64')}`
    return `<figure><figcaption>${caption}</figcaption><img width="${shown}" src="${source}"></figure>`
  })
  const columns = width === 390 ? 4 : 2
  const page = await browser.newPage()
  await page.setContent(
    `<style>
      body { margin: 0; font: 600 18px system-ui, sans-serif; color: #222; background: #fff }
      main { display: inline-grid; grid-template-columns: repeat(${columns}, auto); gap: 16px; padding: 16px }
      figure { margin: 0 } figcaption { padding-block: 6px } img { display: block; outline: 1px solid #bbb }
    </style><main>${figures.join('')}</main>`,
  )
  const sheet = await compressPicture(page, await page.locator('main').screenshot(), { scale: 1, quality: 0.55 })
  await page.close()
  return sheet
}

test('takes the pictures before and after, for every screen, width and appearance', async ({ browser, server }) => {
  test.skip(firstVersion === undefined, 'FIRST_VERSION_URL names no server of the first version')
  test.setTimeout(900_000)
  for (const viewport of widths) {
    const { width } = viewport
    const before = await prepareCast(browser, firstVersion ?? '', viewport)
    const after = await prepareCast(browser, server.url, viewport)
    for (const name of Object.keys(screens)) {
      const pictures: Buffer[] = []
      for (const scheme of schemes)
        for (const cast of [before, after]) pictures.push(await takeScreen(cast, name, scheme))
      const sheet = await composeSheet(browser, width, pictures)
      await writeFile(join(folder, `${name}-${width}.webp`), sheet)
      const kept = process.env['PICTURES_PNG']
      if (kept === undefined) continue
      for (const [at, png] of pictures.entries()) await writeFile(join(kept, `${name}-${width}-${at}.png`), png)
    }
  }
})
