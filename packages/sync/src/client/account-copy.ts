import type { DeviceRecords, RecordWriter } from './device-records.ts'

/** Exists as long as a person may have a copy on this device: nothing of a copy is written without it. */
export interface AccountRecord {
  /** Open what the person has sealed. They go with the copy, so that only the server can give them again. */
  readonly keys: readonly string[]
  /** Counts how often projects were used. */
  readonly uses: number
}

/** Begin the names of everything that belongs to a copy. Unsent edits are not part of it. */
const copyPrefixes = ['account', 'project', 'nodes', 'list', 'comments'] as const

export const accountName = (accountId: string): string => `account:${accountId}`

/** Returns the keys of a person who has a copy on this device; null if there is none. */
export const readAccountKeys = (records: DeviceRecords, accountId: string): Promise<readonly string[] | null> =>
  records.read(async ({ get }) => ((await get(accountName(accountId))) as AccountRecord | undefined)?.keys ?? null)

/** From now on this person has a copy; everybody else has none. */
export const startAccountCopy = (records: DeviceRecords, accountId: string, keys: readonly string[]): Promise<void> =>
  records.write(async (writer) => {
    await removeCopies(writer, accountId)
    const known = (await writer.get(accountName(accountId))) as AccountRecord | undefined
    writer.put(accountName(accountId), { keys, uses: known?.uses ?? 0 } satisfies AccountRecord)
  })

/** Removes every copy, except that of one account. Unsent edits stay, but without the keys nobody can read them. */
export const removeAccountCopies = (records: DeviceRecords, exceptId: string | null): Promise<void> =>
  records.write((writer) => removeCopies(writer, exceptId))

async function removeCopies(writer: RecordWriter, exceptId: string | null): Promise<void> {
  for (const prefix of copyPrefixes) {
    for (const name of await writer.names(`${prefix}:`)) {
      const [, accountId] = name.split(':')
      if (accountId !== exceptId) writer.remove(name)
    }
  }
}
