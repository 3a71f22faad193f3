import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../support/process.ts'

const folder = join(root, 'docs', 'guide', 'pictures')
const quality = 0.3

type Part = Locator | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Saves the page, or a part of it, as a picture of the guide. */
export async function capturePicture(
  page: Page,
  name: string,
  part?: Part,
  { isHandKept = false } = {},
): Promise<void> {
  if (!isHandKept) await page.mouse.move(1, 1)
  await page.evaluate(() => globalThis.document.fonts.ready.then(() => undefined))
  const png = await (part === undefined
    ? page.screenshot({ animations: 'disabled' })
    : 'screenshot' in part
      ? part.screenshot({ animations: 'disabled' })
      : page.screenshot({ animations: 'disabled', clip: part }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.webp`), await webpOf(page, png))
  const kept = process.env['PICTURES_PNG']
  if (kept !== undefined) await writeFile(join(kept, `${name}.png`), png)
}

/** The browser also compresses the picture to a fifth of its size. */
async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const packed = await page.evaluate(
    async ({ base64, as }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(Math.round(image.width * 0.9), Math.round(image.height * 0.9))
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: as })
      const read = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (const byte of read) text += String.fromCodePoint(byte)
      return btoa(text)
    },
    { base64: png.toString('base64'), as: quality },
  )
  return Buffer.from(packed, 'base64')
}
