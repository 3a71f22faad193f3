import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseStartError } from '../start-refused.ts'

/**
 * The passwords of a cluster's two roles. Run by root, PostgreSQL works under an account that other programs use too,
 * so neither `peer` nor a closed socket folder would keep those out: a password does, and only we can read the file.
 */
export interface ClusterSecrets {
  readonly superuser: string
  readonly application: string
}

const getPasswordFile = (home: string): string => join(home, 'password')

const deriveSecrets = (secret: string): ClusterSecrets => ({
  superuser: secret,
  // Another one: whoever gets hold of the application's connection must not become the superuser by it.
  application: createHmac('sha256', secret).update('application').digest('base64url'),
})

export async function createSecrets(home: string): Promise<ClusterSecrets> {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${getPasswordFile(home)}.draft`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, getPasswordFile(home))
  return deriveSecrets(secret)
}

export async function readSecrets(home: string): Promise<ClusterSecrets> {
  try {
    return deriveSecrets((await readFile(getPasswordFile(home), 'utf8')).trim())
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new DatabaseStartError(`The password of the database ${reason}: ${getPasswordFile(home)}`, { cause })
  }
}
