import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

export interface Saved {
  readonly name: string
  readonly bytes: Buffer
}

/** Exports by the dialog of the project screen in this format, optionally only the selected branch. */
export async function exportAs(page: Page, format: string, isBranch = false): Promise<Saved> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Format').selectOption(format)
  if (isBranch) await dialog.getByLabel(/^Selected branch/).check()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await saving
  await expect(dialog).toHaveCount(0)
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

export interface GivenFile {
  readonly name: string
  readonly text: string
}

/** Drags a file over an element and drops it there. */
export async function dropFile(page: Page, target: Locator, { name, text }: GivenFile): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([given.text], given.name))
      return transfer
    },
    { name, text },
  )
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer })
}

export interface Pixels {
  readonly width: number
  readonly height: number
  /** The bounding box of everything that differs from the first pixel's color. */
  readonly drawn: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  /** The number of pixels of each requested color. */
  readonly counts: readonly number[]
  /** The number of strips from top to bottom that show something. */
  readonly filledStrips: number
}

/** Reads a picture pixel by pixel in strips, because all at once would fill the memory. */
export function countPixels(page: Page, png: Buffer, colours: readonly string[], strips = 16): Promise<Pixels> {
  return page.evaluate(
    async ({ base64, wanted, count }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = image
      const colourValues = wanted.map((colour) => Number.parseInt(colour.slice(1), 16))
      const counts = wanted.map(() => 0)
      const drawn = { left: width, top: height, right: -1, bottom: -1 }
      let ground = -1
      let filledStrips = 0
      const stripHeight = Math.ceil(height / count)
      for (let from = 0; from < height; from += stripHeight) {
        const high = Math.min(stripHeight, height - from)
        const context = new OffscreenCanvas(width, high).getContext('2d')
        if (context === null) throw new Error('no canvas')
        context.drawImage(image, 0, -from)
        const { data: values } = context.getImageData(0, 0, width, high)
        let isFilled = false
        for (let at = 0; at < values.length; at += 4) {
          const value = ((values[at] ?? 0) << 16) | ((values[at + 1] ?? 0) << 8) | (values[at + 2] ?? 0)
          if (ground < 0) ground = value
          if (value === ground) continue
          isFilled = true
          const x = (at / 4) % width
          const y = from + Math.floor(at / 4 / width)
          if (x < drawn.left) drawn.left = x
          if (x > drawn.right) drawn.right = x
          if (y < drawn.top) drawn.top = y
          if (y > drawn.bottom) drawn.bottom = y
          const known = colourValues.indexOf(value)
          if (known >= 0) counts[known] = (counts[known] ?? 0) + 1
        }
        if (isFilled) filledStrips += 1
      }
      return { width, height, drawn, counts, filledStrips }
    },
    { base64: png.toString('base64'), wanted: colours, count: strips },
  )
}
