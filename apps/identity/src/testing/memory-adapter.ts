import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Where a test's provider keeps one kind of record, for as long as it runs. */
export const createMemoryAdapter = (): Adapter => {
  const records = new Map<string, AdapterPayload>()
  const findBy = async (isWanted: (record: AdapterPayload) => boolean) => [...records.values()].find(isWanted)
  return {
    upsert: async (id, record) => void records.set(id, record),
    find: async (id) => records.get(id),
    findByUid: (uid) => findBy((record) => record.uid === uid),
    findByUserCode: (userCode) => findBy((record) => record.userCode === userCode),
    destroy: async (id) => void records.delete(id),
    async consume(id) {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(Date.now() / 1000)
    },
    async revokeByGrantId(grantId) {
      for (const [id, record] of records) if (record.grantId === grantId) records.delete(id)
    },
  }
}
