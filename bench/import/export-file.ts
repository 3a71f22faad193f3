import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

export interface Exported {
  readonly name: string
  readonly bytes: Buffer
  /** The time from the button to the file. */
  readonly ms: number
  /** The dialog's text about the scale, if it shows one. */
  readonly scaleText: string | null
}

const isCanvasReady = (): boolean => document.querySelector('[data-canvas][data-ready="true"]') !== null

/** Looks in every frame: a locator looks more and more rarely, in the end every half second. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(isCanvasReady, undefined, { polling: 'raf', timeout: 60_000 })
}

/** Exports by the dialog of an open project like a person. */
export async function exportFile(page: Page, format: string): Promise<Exported> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Format').selectOption(format)
  // The whole map is compared with the SVG, so it must not be divided over sheets of paper.
  const paper = dialog.getByLabel('Paper')
  if ((await paper.count()) > 0) await paper.selectOption('single')
  const scaleText = format === 'png' ? await dialog.getByText(/^The picture is/).textContent() : null
  const saving = page.waitForEvent('download', { timeout: 60_000 })
  const asked = performance.now()
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await saving
  const ms = performance.now() - asked
  await dialog.waitFor({ state: 'detached' })
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()), ms, scaleText }
}
