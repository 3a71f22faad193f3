const loading = new Map<string, Promise<void>>()

/**
 * Loads a part of the page once its styles are there. The build lets every `import()` of a part with styles call it
 * (`vite/small-preload.ts`). A file of styles that could not be loaded is requested again at the next attempt.
 */
export async function loadWithStyles<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  await Promise.all(files.map(loadStyles))
  return load()
}

const loadStyles = (file: string): Promise<void> | undefined => {
  const known = loading.get(file)
  if (known !== undefined || document.querySelector(`link[rel="stylesheet"][href="/${file}"]`) !== null) return known
  const link = document.createElement('link')
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(file))
    })
  }).finally(() => loading.delete(file))
  loading.set(file, loaded)
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
  return loaded
}
