/** Passes a file to the browser's downloads. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // If it were revoked at once, the address would be gone before the browser has begun to save.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
