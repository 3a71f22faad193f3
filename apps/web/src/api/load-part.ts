const arrivedFiles = new Set<string>()

/**
 * Loads a part of the page; the build lets every `import()` call it (`vite/load-again.ts`). Some browsers (Chromium
 * before 156) never ask again for a module that could not be loaded, neither for one that another file imports. A
 * request is never remembered as failed, so the file is requested first, and the import takes it from the browser's
 * cache. A file that the document itself names is on its way already.
 */
async function loadPart(file: string): Promise<unknown> {
  if (!arrivedFiles.has(file) && document.querySelector(`link[href$="${file.slice(1)}"]`) === null) {
    const response = await fetch(new URL(file, import.meta.url))
    if (!response.ok) throw new Error(file)
    await response.blob()
  }
  arrivedFiles.add(file)
  return import(/* @vite-ignore */ file)
}

Object.assign(globalThis, { loadPart$: loadPart })
