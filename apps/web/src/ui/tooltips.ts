import styles from './Tooltip.module.css'

const waitMs = 300
const gapPx = 8

/** The attribute of an element that has a tooltip. It does not replace the accessible name, which tooltips repeat. */
const tooltipSelector = '[data-tooltip]'

const findOwner = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(tooltipSelector) : null

/**
 * Shows tooltips for every element with `data-tooltip`: after a moment under the mouse, and at once for the keyboard's
 * focus. The browser's own tooltips come late, cannot be styled and never appear on focus. Returns a function that ends
 * it.
 */
export function showTooltips(): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const bubble = document.createElement('div')
  bubble.setAttribute('role', 'tooltip')
  bubble.className = styles.tooltip ?? ''
  let owner: HTMLElement | null = null
  let timer: number | undefined

  const hide = (): void => {
    window.clearTimeout(timer)
    owner = null
    bubble.remove()
  }
  const show = (element: HTMLElement): void => {
    const text = element.dataset['tooltip'] ?? ''
    // An open menu says more than the tooltip of its button, and would be covered by it.
    if (!element.isConnected || text === '' || element.getAttribute('aria-expanded') === 'true') return
    bubble.textContent = text
    // Every text belongs to a landmark, so that screen readers know where it is.
    const landmark = element.closest('main, header') ?? document.body
    landmark.append(bubble)
    placeBubble(bubble, element.getBoundingClientRect())
  }
  const showSoon = (element: HTMLElement, delayMs: number): void => {
    hide()
    owner = element
    timer = window.setTimeout(() => show(element), delayMs)
  }

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      const found = findOwner(target)
      if (pointerType !== 'mouse' || found === owner || target === bubble) return
      if (found === null) hide()
      else showSoon(found, waitMs)
    },
    { signal },
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const found = findOwner(target)
      if (found?.matches(':focus-visible') === true) showSoon(found, 0)
    },
    { signal },
  )
  for (const name of ['focusout', 'pointerdown', 'scroll'] as const)
    document.addEventListener(name, hide, { signal, capture: true })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hide()
    },
    { signal, capture: true },
  )
  return () => {
    listeners.abort()
    hide()
  }
}

/** Below its element, or above it where there is no room, and always inside the window. */
function placeBubble(bubble: HTMLElement, anchor: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect()
  const left = anchor.left + anchor.width / 2 - width / 2
  const isRoomBelow = anchor.bottom + gapPx + height <= window.innerHeight
  const top = isRoomBelow ? anchor.bottom + gapPx : anchor.top - gapPx - height
  bubble.style.left = `${Math.max(gapPx, Math.min(left, window.innerWidth - width - gapPx))}px`
  bubble.style.top = `${Math.max(gapPx, top)}px`
}
