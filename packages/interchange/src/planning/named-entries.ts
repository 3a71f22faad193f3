import { foldName } from './people.ts'

interface NamedEntry {
  readonly id: string
  readonly name: string
}

interface NamedEntriesParts<Entry> {
  /** The list of the file. */
  readonly given: readonly Entry[] | undefined
  /** The list of the project that it goes into; undefined: a new project. */
  readonly target: readonly Entry[] | undefined
  /** How many the project may have. */
  readonly most: number
  /** Called once for each entry that the project does not have yet. */
  onNew(name: string): void
}

/** A list of the project as the nodes of a file name its entries: found in the project or in the file, or new. */
export class NamedEntries<Entry extends NamedEntry> {
  readonly #byName: Map<string, Entry>
  readonly #inTarget: ReadonlyMap<string, Entry>
  readonly #used = new Set<string>()
  readonly #parts: NamedEntriesParts<Entry>
  #newCount = 0

  constructor(parts: NamedEntriesParts<Entry>) {
    this.#parts = parts
    this.#byName = new Map(parts.given?.map((entry) => [entry.name, entry]))
    this.#inTarget = new Map(parts.target?.map((entry) => [foldName(entry.name), entry]))
  }

  /** Tells whether somebody has defined it, be it the file or the project. */
  has(name: string): boolean {
    return this.#byName.has(name) || this.#inTarget.has(foldName(name))
  }

  /** Returns the entry for a name. Undefined: it is unknown, and the project has no room for it or nobody creates it. */
  use(name: string, create?: () => Entry): Entry | undefined {
    const known = this.#byName.get(name)
    if (known !== undefined && this.#used.has(name)) return known
    const present = this.#inTarget.get(foldName(name))
    const entry = present ?? (this.#isFull(known) ? undefined : (known ?? create?.()))
    if (entry === undefined) return undefined
    this.#byName.set(name, entry)
    this.#used.add(name)
    if (present === undefined && this.#parts.target !== undefined) {
      this.#newCount += 1
      this.#parts.onNew(name)
    }
    return entry
  }

  get entries(): readonly Entry[] {
    return [...new Set(this.#byName.values())]
  }

  #isFull(known: Entry | undefined): boolean {
    const { target, most } = this.#parts
    if (target === undefined) return known === undefined && this.#byName.size >= most
    return target.length + this.#newCount >= most
  }
}
