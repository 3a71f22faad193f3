import { loadedLater } from '../../../platform/code-parts.ts'
import type { TitleFormat } from '../../../ui/rich-text/title-marks.tsx'
import { plainLinesOf } from '../../../ui/rich-text/title-html.ts'
import { openLightField } from './open-light-field.ts'
import type { FieldEvents, RichTitleField, TextRange, TitleField } from './title-field.ts'

export interface TitleHost {
  /** The field of the moment. */
  readonly field: () => TitleField
  format(mark: TitleFormat): void
  /** Loads what formats need, ahead of the press. */
  prepare(): void
  close(): void
}

interface Wish {
  readonly mark: TitleFormat
  readonly range: TextRange
}

interface HostEvents extends FieldEvents {
  /** The part that sets formats did not come. */
  onUnformattable(): void
}

const loadRichField = loadedLater(async () => (await import('./open-rich-field.ts')).openRichField)

/** A light field at once, so that no letter waits; the rich one takes over where formats are there or wished for. */
export function openTitleHost(place: HTMLElement, title: string, events: HostEvents): TitleHost {
  let draft = title
  const wishes: Wish[] = []
  const kept: FieldEvents = {
    ...events,
    onChange(next) {
      draft = next
      events.onChange(next)
    },
  }
  let light: TitleField | null = openLightField(place, title, kept)
  let rich: RichTitleField | null = null
  let isClosed = false
  const field = (): TitleField => rich ?? light ?? openLightField(place, draft, kept)

  async function upgrade(): Promise<void> {
    const open = await loadRichField()
    if (light?.isComposing() === true) await once(light.textbox, 'compositionend')
    if (isClosed || light === null) return
    const range = light.range()
    rich = open(place, draft, light.text(), kept)
    // Taken over before the light one goes: between them the focus would be lost, and the edit with it.
    if (range !== null) rich.select(range)
    light.close()
    light = null
    for (const wish of wishes.splice(0)) fulfil(rich, wish, range ?? wish.range)
  }
  const tryUpgrade = () =>
    upgrade().catch(() => {
      wishes.length = 0
      if (!isClosed) events.onUnformattable()
    })

  if (plainLinesOf(title) === null) void tryUpgrade()
  return {
    field,
    format(mark) {
      if (rich !== null) return rich.toggle(mark)
      wishes.push({ mark, range: light?.range() ?? endOf(draft) })
      if (wishes.length === 1) void tryUpgrade()
    },
    prepare: () => void loadRichField().catch(() => undefined),
    close() {
      isClosed = true
      light?.close()
      rich?.close()
    },
  }
}

/** What was typed between the press and the arrival was meant to have the format too. */
function fulfil(field: RichTitleField, { mark, range }: Wish, now: TextRange): void {
  const typed = now.index - range.index
  if (range.length > 0) field.toggle(mark, range)
  else if (typed > 0) field.toggle(mark, { index: range.index, length: typed })
  else field.toggle(mark)
}

const endOf = (title: string): TextRange => ({ index: plainLinesOf(title)?.length ?? 0, length: 0 })

const once = (target: EventTarget, kind: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(kind, () => resolve(), { once: true }))
