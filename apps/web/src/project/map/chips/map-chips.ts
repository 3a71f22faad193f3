import type { NodeId } from '@espalier/domain'
import type { Size } from '@espalier/layout'
import type { NodeRecord, ProjectDetails, ReplicaChange } from '@espalier/sync'
import { registerForPreload } from '../../../platform/code-loading.ts'
import { afterPaint, clock } from '../../../platform/timing.ts'
import type { MapInputs } from '../../workspace/create-workspace.ts'
import { readPageFont } from '../measure/page-title-measure.ts'
import { createFontRuler, type TextRuler } from '../measure/text-ruler.ts'
import type { ChipDetails, Face } from './chip-details.ts'
import { type ChipContext, chipFont, createChipContext } from './chip-context.ts'
import { type Chip, fitChips, listChips, measureChips } from './chip-row.ts'
import { listUncountedStages, PlannedBranches } from './planned-branches.ts'

const loadDetails = registerForPreload(() => import('./chip-details.ts'))

/** The chips of one box. It stays the same object until something of it changes. */
export interface NodeChipsView {
  readonly own: readonly Chip[]
  /** The words of the node's own chips, as far as they are known by now. */
  readonly faces: readonly Face[]
  /** Null: there is no row for what is below. */
  readonly below: readonly Chip[] | null
  /** In words, for the tooltip and for screen readers. Empty until the words are loaded. */
  readonly description: string
}

interface KnownChips {
  readonly record: NodeRecord
  readonly version: number
  readonly widthPx: number
  readonly key: string
  readonly view: NodeChipsView
}

/** The reactions of the map when chips change. */
interface ChipListener {
  /** These boxes may have another size. */
  refit(ids: readonly NodeId[]): void
  /** All boxes may have another size. */
  remeasure(): void
  redraw(): void
}

type ChipInputs = Pick<MapInputs, 'client' | 'chips' | 'loadPeople'>

/** A node without fields, above which and below which nothing is planned, costs no more than one look at its fields. */
export class MapChips {
  readonly #parts: ChipInputs
  readonly #listener: ChipListener
  readonly #ruler: TextRuler
  readonly #branches: PlannedBranches
  #context: ChipContext
  #definitions: string
  #details: ChipDetails | null = null
  #isLoading = false
  /** Counts the changes that every view depends on, and those that only branches depend on. */
  #version = 0
  #branchVersion = 0
  readonly #known = new WeakMap<NodeRecord, KnownChips>()

  constructor(parts: ChipInputs, listener: ChipListener) {
    this.#parts = parts
    this.#listener = listener
    this.#ruler = createFontRuler(chipFont, readPageFont())
    const project = parts.client.project.get()
    this.#definitions = keyDefinitions(project)
    this.#context = this.#readContext()
    this.#branches = new PlannedBranches(parts.client, listUncountedStages(project))
    parts.client.listen((change) => this.#nodesChanged(change))
    parts.client.project.subscribe(() => this.#projectChanged())
    parts.chips.subscribe(() => this.#reread())
  }

  /** Returns the space that the chips of a node need below its title; null: none. */
  measure(record: NodeRecord): Size | null {
    return measureChips(record, this.#context, this.#hasBelow(record.id))
  }

  /** Returns what a box with this room for a row shows; null: nothing. */
  getView(record: NodeRecord, widthPx: number): NodeChipsView | null {
    const hasBelow = this.#hasBelow(record.id)
    const version = hasBelow ? this.#version + this.#branchVersion : this.#version
    const known = this.#known.get(record)
    if (known?.version === version && known.widthPx === widthPx) return known.view
    const own = fitChips(listChips(record, this.#context), widthPx)
    if (own.length === 0 && !hasBelow) return null
    if (this.#details === null) this.#loadDetails()
    const view = this.#createView(record, own, hasBelow ? widthPx : null)
    const key = JSON.stringify(view)
    const kept = known?.key === key ? known.view : view
    this.#known.set(record, { record, version, widthPx, key, view: kept })
    return kept
  }

  /** Turns a page over at midnight: what was due yesterday is overdue. Returns a function that ends it. */
  watchDay(): () => void {
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      const now = clock.now()
      timer = setTimeout(
        () => {
          this.#reread()
          wait()
        },
        new Date(now).setHours(24, 0, 1, 0) - now,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }

  #createView(record: NodeRecord, own: readonly Chip[], belowPx: number | null): NodeChipsView {
    const details = this.#details
    const people = own.find((chip) => chip.kind === 'people')
    const below = belowPx === null ? null : (details?.listBelow(record.id, belowPx) ?? [])
    return {
      own,
      faces: details === null || people === undefined ? [] : people.ids.map((id) => details.getFace(id)),
      below,
      description: details?.describe(record, belowPx !== null) ?? '',
    }
  }

  #hasBelow(id: NodeId): boolean {
    return this.#context.settings.rollUp && this.#branches.has(id)
  }

  #readContext(): ChipContext {
    return createChipContext(this.#parts.chips.get(), this.#parts.client.project.get(), this.#ruler)
  }

  #nodesChanged({ ids, isStructural }: ReplicaChange): void {
    this.#branchVersion += 1
    const refitted = this.#branches.update(ids, isStructural)
    if (refitted.length > 0 && this.#context.settings.rollUp) this.#listener.refit(refitted)
  }

  #projectChanged(): void {
    const project = this.#parts.client.project.get()
    const definitions = keyDefinitions(project)
    if (definitions === this.#definitions) return
    this.#definitions = definitions
    this.#branches.recount(listUncountedStages(project))
    this.#reread()
  }

  #reread(): void {
    this.#context = this.#readContext()
    this.#details?.reset()
    this.#version += 1
    this.#listener.remeasure()
  }

  /** The words, the sums and the faces are loaded after the boxes are painted. A later view tries again if that fails. */
  #loadDetails(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    afterPaint(() => {
      this.#branches.prepare()
      void this.#createDetails()
        .catch(() => undefined)
        .finally(() => (this.#isLoading = false))
    })
  }

  async #createDetails(): Promise<void> {
    const { client, loadPeople } = this.#parts
    const [{ createChipDetails, shareRollUps }, people] = await Promise.all([loadDetails(), loadPeople?.() ?? null])
    this.#details = createChipDetails({ client, rollUps: shareRollUps(client), people, context: () => this.#context })
    const redraw = (): void => {
      this.#version += 1
      this.#listener.redraw()
    }
    people?.subscribe(redraw)
    redraw()
  }
}

/** Everything of a project that chips depend on. */
const keyDefinitions = ({ tags, stages, estimateUnit, owner, sharing }: ProjectDetails): string =>
  JSON.stringify([tags, stages, estimateUnit, owner, sharing.users])
