import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '@espalier/stand-ins/redis-server.ts'
import type { Page } from '@playwright/test'
import { localized, localizedExactly } from '../../support/localized.ts'
import { root } from '../../support/process.ts'
import { expect } from '../../support/test.ts'
import type { Scene, Stop } from '../scene.ts'

/** Starts the development server of the page, which alone has /dev/scenes. */
async function startDevelopmentServer() {
  const port = await findFreePort()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, '--port', String(port), '--strictPort', '--logLevel', 'error']
  const child = spawn(process.execPath, args, {
    cwd: join(root, 'apps', 'web'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const isAnswering = () =>
    fetch(`${url}/dev/scenes`).then(
      ({ ok }) => ok,
      () => false,
    )
  const stop = async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
  await expect.poll(isAnswering, { timeout: 60_000 }).toBe(true)
  return { url, stop }
}

const buildingBlocks: Scene = {
  name: 'building-blocks',
  async walk(demo, stop) {
    const server = await startDevelopmentServer()
    try {
      const page = await demo.openAsVisitor()
      await page.goto(`${server.url}/dev/scenes`)
      // The editor is loaded last.
      await expect(page.getByRole('toolbar', { name: localized('Description formatting') })).toBeVisible({
        timeout: 60_000,
      })
      await stop(page, 'at-rest')
      await showOpened(page, stop)
      await page.getByRole('radio', { name: localized('Dark') }).check()
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
      await stop(page, 'dark-by-choice')
    } finally {
      await server.stop()
    }
  },
}

async function showOpened(page: Page, stop: Stop): Promise<void> {
  await page.getByRole('button', { name: localizedExactly('More actions') }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await stop(page, 'menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: localized('Open a dialog') }).click()
  await stop(page, 'dialog')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: localizedExactly('Close') })
    .click()
  await page.getByRole('button', { name: localized('Open a question') }).click()
  await stop(page, 'question')
  await page.getByRole('button', { name: localized('Cancel') }).click()
  await page.getByRole('button', { name: localized('Show a warning') }).click()
  await page.getByRole('button', { name: localized('Offer a new version') }).click()
  await page.getByRole('button', { name: localized('Show an error') }).click()
  await expect(page.getByRole('alert').last()).toBeVisible()
  await stop(page, 'toasts')
}

export const buildingBlockScenes: readonly Scene[] = [buildingBlocks]
