import type { NodeRecord } from '@espalier/sync'
import type { SyncWorld } from './sync-world.ts'

export type Random = () => number

/** Always the same numbers for a seed, from 0 up to, but not including, 1 (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pickFrom = <Entry>(random: Random, entries: readonly Entry[]): Entry | undefined =>
  entries[Math.floor(random() * entries.length)]

const itemLine = /^(\s*)- \[[ x/]\] /u
const wordPattern = /w\d+w/gu

/**
 * A person at the file and one at the project, who write words that nobody else writes. A word may be gone only if
 * somebody who saw it has replaced or deleted it.
 */
export class RandomEditors {
  /** The words that must still be somewhere. */
  readonly words = new Set<string>()
  readonly #world: SyncWorld
  readonly #random: Random
  #count = 0

  constructor(world: SyncWorld, random: Random) {
    this.#world = world
    this.#random = random
  }

  #newWord(): string {
    const word = `w${(this.#count += 1)}w`
    this.words.add(word)
    return word
  }

  #forget(text: string): void {
    for (const [word] of text.matchAll(wordPattern)) this.words.delete(word)
  }

  editFile(): void {
    const lines = (this.#world.text ?? '').split('\n')
    const items = lines.flatMap((line, index) => (itemLine.test(line) ? [index] : []))
    const at = pickFrom(this.#random, items.slice(1)) ?? items[0]
    if (at === undefined) return
    const kind = Math.floor(this.#random() * 8)
    if (kind <= 1) this.#retitleLine(lines, at)
    else if (kind === 2)
      lines[at] = (lines[at] ?? '').replace(/\[[ x/]\]/u, pickFrom(this.#random, ['[ ]', '[x]', '[/]']) ?? '')
    else if (kind === 3) lines[at] = (lines[at] ?? '').replace(/( <!--)/u, ` #tag${Math.floor(this.#random() * 4)}$1`)
    else if (kind === 4) this.#setBody(lines, at)
    else if (kind === 5) this.#insertLine(lines, at)
    else if (kind === 6 && at !== items[0]) this.#forget(lines.splice(at, countBlock(lines, at)).join('\n'))
    else if (kind === 7 && at !== items[0]) this.#moveBlock(lines, at)
    this.#world.text = lines.join('\n')
  }

  #retitleLine(lines: string[], at: number): void {
    const line = lines[at] ?? ''
    const title = line.replace(itemLine, '').replace(/ <!--.*/u, '')
    this.#forget(title)
    lines[at] = line.replace(title, `${this.#newWord()} plan`)
  }

  #insertLine(lines: string[], at: number): void {
    const depth = itemLine.exec(lines[at] ?? '')?.[1] ?? ''
    const isChild = depth === '' || this.#random() < 0.5
    const line = `${depth}${isChild ? '  ' : ''}- [ ] ${this.#newWord()} task`
    lines.splice(isChild ? at + countOwnLines(lines, at) : at + countBlock(lines, at), 0, line)
  }

  #setBody(lines: string[], at: number): void {
    const depth = itemLine.exec(lines[at] ?? '')?.[1] ?? ''
    const count = countOwnLines(lines, at)
    const own = lines.slice(at + 1, at + count)
    const marks = own.filter((line) => line.includes('<!-- conflict'))
    this.#forget(own.filter((line) => !line.includes('<!-- conflict')).join('\n'))
    lines.splice(at + 1, count - 1, ...marks, '', `${depth}  ${this.#newWord()} body`, '')
  }

  #moveBlock(lines: string[], at: number): void {
    const block = lines.splice(at, countBlock(lines, at))
    const target = pickFrom(
      this.#random,
      lines.flatMap((line, index) => (itemLine.test(line) ? [index] : [])),
    )
    const from = (itemLine.exec(block[0] ?? '')?.[1] ?? '').length
    const to = (itemLine.exec(lines[target ?? 0] ?? '')?.[1] ?? '').length + 2
    const moved = block.map((line) => (line === '' ? '' : `${' '.repeat(to)}${line.slice(from)}`))
    lines.splice((target ?? 0) + countOwnLines(lines, target ?? 0), 0, ...moved)
  }

  editProject(): void {
    const { server } = this.#world
    const nodes = server.living()
    const node = pickFrom(this.#random, nodes)
    if (node === undefined) return
    const kind = Math.floor(this.#random() * 7)
    if (kind <= 1) this.#change(node, { title: `${this.#newWord()} plan` }, node.title)
    else if (kind === 2) this.#change(node, { body: `<p>${this.#newWord()} body</p>` }, node.body)
    else if (kind === 3)
      this.#change(node, { status: pickFrom(this.#random, ['todo', 'progress', 'done'] as const) ?? 'todo' })
    else if (kind === 4) {
      const contents = { title: `${this.#newWord()} task`, backgroundColor: '#ffffff' }
      this.#execute({ kind: 'create', id: crypto.randomUUID(), place: { parentId: node.id }, contents })
    } else if (kind === 5 && node.parentIds.length > 0 && nodes.length > 10) {
      const ids = this.#execute({ kind: 'delete', id: node.id }) ? [node] : []
      for (const { title, body } of ids) this.#forget(`${title} ${body}`)
    } else if (kind === 6 && node.parentIds.length > 0) {
      const parentId = pickFrom(this.#random, nodes)?.id ?? ''
      this.#execute({ kind: 'update', id: node.id, change: { parentIds: [parentId] } })
    }
  }

  #change(node: NodeRecord, change: Partial<Pick<NodeRecord, 'title' | 'body' | 'status'>>, replaced = ''): void {
    this.#forget(replaced)
    this.#execute({ kind: 'update', id: node.id, change })
  }

  #execute(request: Parameters<SyncWorld['server']['execute']>[1]['request']): boolean {
    return this.#world.server.execute('somebody', { id: crypto.randomUUID(), request }).ok
  }
}

/** The line with the description and marks below it. */
function countOwnLines(lines: readonly string[], at: number): number {
  let count = 1
  for (const line of lines.slice(at + 1)) {
    if (itemLine.test(line) || line.startsWith('<!-- espalier-sync')) break
    count += 1
  }
  return count
}

/** The line with everything that is indented below it. */
function countBlock(lines: readonly string[], at: number): number {
  const depth = (itemLine.exec(lines[at] ?? '')?.[1] ?? '').length
  let count = countOwnLines(lines, at)
  for (;;) {
    const next = lines[at + count]
    const indent = next === undefined ? null : itemLine.exec(next)?.[1]?.length
    if (indent == null || indent <= depth) return count
    count += countOwnLines(lines, at + count)
  }
}
