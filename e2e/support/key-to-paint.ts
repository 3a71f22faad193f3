import type { Page } from '@playwright/test'

type Screen = Pick<Page, 'evaluateHandle' | 'keyboard' | 'locator' | 'getByRole'>

/**
 * Renames a node in one page repeatedly: measures the milliseconds from each committing key to the paint in the other
 * page.
 */
export async function keyToPaint(from: Screen, to: Screen, nodeId: string, edits: number): Promise<number[]> {
  const times: number[] = []
  await from.locator(`[data-node-id="${nodeId}"]`).click({ position: { x: 100, y: 8 } })
  for (let turn = 0; turn < edits; turn += 1) {
    const title = `Edit ${turn} of ${edits}`
    await from.keyboard.press('F2')
    await from.getByRole('textbox', { name: 'Node title' }).waitFor()
    await from.keyboard.press('ControlOrMeta+a')
    await from.keyboard.insertText(title)
    const pressed = await whenPressed(from)
    const painted = await whenPainted(to, nodeId, title)
    await from.keyboard.press('Enter')
    const start = await pressed.evaluate(({ at }) => at)
    times.push((await painted.evaluate(({ at }) => at)) - start)
  }
  return times
}

// The promises are wrapped in objects, because bare ones would be awaited where they are created. The functions are
// anonymous, because the compiler would add a helper for named ones that the page does not have.
const whenPressed = (page: Screen) =>
  page.evaluateHandle(() => ({
    at: new Promise<number>((resolve) => {
      window.addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter') resolve(performance.timeOrigin + event.timeStamp)
        },
        { capture: true, once: true },
      )
    }),
  }))

const whenPainted = (page: Screen, nodeId: string, title: string) =>
  page.evaluateHandle(
    (wanted) => ({
      at: new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          const node = document.querySelector(`[data-node-id="${wanted.nodeId}"]`)
          if (node?.getAttribute('aria-label') !== wanted.title) return
          watch.disconnect()
          // In a task after the next frame has begun, the frame has been painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0))
        })
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
    }),
    { nodeId, title },
  )
