// Draws the icons of the installed page from apps/web/public/favicon.svg. Run it when the logo changes: npm run icons
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { browserArgs, findBrowser } from '../../e2e/support/browser.ts'

const folder = join(import.meta.dirname, '../../apps/web/public')

interface Icon {
  readonly file: string
  readonly size: number
  /** True if a device cuts its own shape out of the picture: the ground reaches every edge. */
  readonly isCut: boolean
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, isCut: false },
  { file: 'icon-512.png', size: 512, isCut: false },
  { file: 'icon-maskable-192.png', size: 192, isCut: true },
  { file: 'icon-maskable-512.png', size: 512, isCut: true },
  { file: 'apple-touch-icon.png', size: 180, isCut: true },
]

/** Only a circle of 80 % of its width is safe in a picture that is cut: the tree must lie within it. */
const safeScale = 0.72

const fillEdges = (svg: string): string => {
  const tree = svg.replace(/<svg[^>]*>|<\/svg>|<rect[^>]*\/>/g, '')
  const ground = /<rect[^>]*fill="([^"]+)"/.exec(svg)?.[1]
  if (ground === undefined) throw new Error('The logo has no ground')
  const move = (32 * (1 - safeScale)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(${move} ${move}) scale(${safeScale})">${tree}</g></svg>`
}

async function drawIcon(page: Page, svg: string, { file, size, isCut }: Icon): Promise<void> {
  const source = Buffer.from(isCut ? fillEdges(svg) : svg).toString('base64')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}img{display:block}</style><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${source}">`,
  )
  await page.evaluate('document.images[0].decode()')
  await writeFile(join(folder, file), await page.screenshot({ omitBackground: true }))
  process.stdout.write(`${file}\n`)
}

const executablePath = findBrowser()
if (executablePath === null) throw new Error("There is no Chromium: install it with the system's package manager.")
const browser = await chromium.launch({ executablePath, args: browserArgs })
try {
  const page = await browser.newPage()
  const svg = await readFile(join(folder, 'favicon.svg'), 'utf8')
  for (const icon of icons) await drawIcon(page, svg, icon)
} finally {
  await browser.close()
}
