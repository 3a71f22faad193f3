/** Copies a text; returns false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // The API is missing on plain http outside localhost, where people try the product.
    if (navigator.clipboard === undefined) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  // Outside an open dialog nothing can be selected.
  const container = before?.closest('dialog') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  container.append(field)
  field.focus()
  field.select()
  const isCopied = execCopy()
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

function execCopy(): boolean {
  try {
    return document.execCommand('copy')
  } catch {
    return false
  }
}
