const focusable = 'input:not(:disabled), button:not(:disabled), select:not(:disabled), textarea'
const openers = new WeakMap<HTMLDialogElement, Element | null>()

function showModal(this: HTMLDialogElement) {
  openers.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>(focusable)?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
  const opener = openers.get(this)
  if (opener instanceof HTMLElement) opener.focus()
}

/** The test document knows the element, but not how to open it. */
export function polyfillDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, { showModal, close })
}

/** jsdom measures no ranges, but an editor measures its caret: everything is at one point here. */
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
