import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'

const stepMs = 150
/** A clock tick of the system, in seconds: less cannot be distinguished from nothing. */
const tick = 0.01
const longestMs = 8_000

/**
 * Waits until no process of the browser works. A new window loads parts of the browser itself, such as the list below
 * its address bar, which takes 0.4 s of CPU. A person's window is open before they press Enter.
 */
export async function waitForRest(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  try {
    const end = performance.now() + longestMs
    let before = await readCpuSeconds(session)
    while (performance.now() < end) {
      await sleep(stepMs)
      const now = await readCpuSeconds(session)
      if (Math.abs(now - before) <= tick) return
      before = now
    }
  } finally {
    await session.detach()
  }
}

async function readCpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
