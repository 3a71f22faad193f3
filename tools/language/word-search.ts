interface SearchedFile {
  readonly path: string
  readonly code: string
}

/** Ranks files like a person with a text search does: the name of the file first, then the number of hits. */
export function searchFiles(files: readonly SearchedFile[], word: string): readonly string[] {
  const wanted = word.toLowerCase()
  return files
    .map(({ path, code }) => ({
      path,
      isNamed: (path.split('/').at(-1) ?? '').toLowerCase().includes(wanted),
      hits: code.toLowerCase().split(wanted).length - 1,
    }))
    .filter(({ isNamed, hits }) => isNamed || hits > 0)
    .toSorted((left, right) => Number(right.isNamed) - Number(left.isNamed) || right.hits - left.hits)
    .map(({ path }) => path)
}
