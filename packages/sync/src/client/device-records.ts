/** Reads records of this device inside one transaction. */
export interface RecordReader {
  get(name: string): Promise<unknown>
  /** Returns the records whose names begin with the prefix, in the order of their names. */
  all(prefix: string): Promise<readonly (readonly [name: string, value: unknown])[]>
  names(prefix: string): Promise<readonly string[]>
}

export interface RecordWriter extends RecordReader {
  put(name: string, value: unknown): void
  remove(name: string): void
}

/**
 * Records on this device that all tabs share. A write happens completely or not at all, and no two of them at the same
 * time. The work may wait only for the methods it is given. Every method rejects if the storage is blocked or full.
 */
export interface DeviceRecords {
  read<Value>(work: (records: RecordReader) => Promise<Value>): Promise<Value>
  write<Value>(work: (records: RecordWriter) => Promise<Value>): Promise<Value>
}

/** Names that one tab at a time can hold. A tab that is closed or crashes holds nothing any more. */
export interface TabLocks {
  /** Holds a name that nobody else uses. Returns a function that releases it. */
  hold(name: string): () => void
  /** Runs the work while holding the name. Resolves to false, without running it, if another tab holds the name. */
  tryHold(name: string, work: () => Promise<void>): Promise<boolean>
  /** Runs the work while holding the name, once it is free. Returns a function that stops waiting. */
  whenFree(name: string, work: () => Promise<void>): () => void
}

/** Without locks every other client counts as gone. */
export const noLocks: TabLocks = {
  hold: () => () => {},
  async tryHold(_name, work) {
    await work()
    return true
  },
  whenFree: () => () => {},
}

/** Short messages to the other tabs of this browser. */
export interface TabNews {
  post(message: string): void
  /** Returns a function that stops listening. */
  listen(listener: (message: string) => void): () => void
}

export const noNews: TabNews = { post: () => {}, listen: () => () => {} }
