import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secrets that sign and encrypt: the operator's, or one of our own that is made once and kept in DATA_DIR. */
export async function loadSecretKeys(given: readonly string[], dataDir: string): Promise<readonly string[]> {
  if (given.length > 0) return given
  const file = join(dataDir, 'secret-key')
  const kept = await readStoredKey(file)
  if (kept !== null) return [kept]
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // Two servers may start at once: only one link succeeds, and both then read the same key.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const made = await readStoredKey(file)
  if (made === null) throw new Error(`${file} cannot be read`)
  return [made]
}

async function readStoredKey(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() === '' ? null : text.trim()
}
