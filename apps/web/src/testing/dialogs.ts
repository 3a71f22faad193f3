const reachable = 'input:not(:disabled), button:not(:disabled), select:not(:disabled), textarea'
const before = new WeakMap<HTMLDialogElement, Element | null>()

function showModal(this: HTMLDialogElement) {
  before.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>(reachable)?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
  const opener = before.get(this)
  if (opener instanceof HTMLElement) opener.focus()
}

/** The test document knows the element, but not how to open it. */
export function openableDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, { showModal, close })
}
