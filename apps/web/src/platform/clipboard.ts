/** Copies a text; false where the browser will not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing on plain http away from localhost, where people try the product out.
    if (navigator.clipboard === undefined) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  // Outside of an open dialog nothing can be selected.
  const place = before?.closest('dialog') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  place.append(field)
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
