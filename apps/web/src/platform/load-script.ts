const loadedScripts = new Map<string, Promise<boolean>>()

/** Another host's script, once. False where it cannot be had: blocked, away, or not allowed on this page. */
export function loadScript(url: string): Promise<boolean> {
  const known = loadedScripts.get(url)
  if (known !== undefined) return known
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.referrerPolicy = 'no-referrer'
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      // Otherwise a second try would be answered by the first one's failure.
      loadedScripts.delete(url)
      script.remove()
      resolve(false)
    })
    document.head.append(script)
  })
  loadedScripts.set(url, loaded)
  return loaded
}
