/** Ids and the slots they hold. Slot 0 is never given out. */
export class Slots {
  readonly #slots = new Map<string, number>()
  readonly #ids: (string | undefined)[] = [undefined]
  readonly #free: number[] = []

  get count(): number {
    return this.#slots.size
  }

  findSlot(id: string): number | undefined {
    return this.#slots.get(id)
  }

  idAt(slot: number): string | undefined {
    return this.#ids[slot]
  }

  /** A slot for a new id; undefined if it holds one already. */
  reserve(id: string): number | undefined {
    if (this.#slots.has(id)) return undefined
    const slot = this.#free.pop() ?? this.#ids.length
    this.#slots.set(id, slot)
    this.#ids[slot] = id
    return slot
  }

  release(slot: number): void {
    const id = this.#ids[slot]
    if (id === undefined) return
    this.#slots.delete(id)
    this.#ids[slot] = undefined
    this.#free.push(slot)
  }

  /** The slots of the ids that hold one, each once. */
  findSlots(ids: readonly string[], except: number): number[] {
    const slots: number[] = []
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (slot !== undefined && slot !== except && !slots.includes(slot)) slots.push(slot)
    }
    return slots
  }
}
