import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'

/**
 * The passwords of a cluster's two roles. Run by root, PostgreSQL works under an account that other programs use too,
 * so neither `peer` nor a closed socket folder would keep those out: a password does, and only we can read the file.
 */
export interface ClusterSecrets {
  readonly superuser: string
  readonly application: string
}

const fileOf = (home: string): string => join(home, 'password')

const derive = (secret: string): ClusterSecrets => ({
  superuser: secret,
  // Another one: whoever gets hold of the application's connection must not become the superuser by it.
  application: createHmac('sha256', secret).update('application').digest('base64url'),
})

export async function makeSecrets(home: string): Promise<ClusterSecrets> {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${fileOf(home)}.draft`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, fileOf(home))
  return derive(secret)
}

export async function readSecrets(home: string): Promise<ClusterSecrets> {
  try {
    return derive((await readFile(fileOf(home), 'utf8')).trim())
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new StartRefused(`The password of the database ${reason}: ${fileOf(home)}`, { cause })
  }
}
