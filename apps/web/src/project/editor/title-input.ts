import { registerForPreload } from '../../platform/code-loading.ts'
import { readPlainLines } from '../../ui/rich-text/title-html.ts'
import type { TitleFormat } from '../../ui/rich-text/title-tools.tsx'
import {
  openPlainTitleField,
  type RichTitleField,
  type TextRange,
  type TitleField,
  type TitleFieldEvents,
} from './plain-title-field.ts'

export interface TitleInput {
  /** The field of the moment. */
  readonly field: () => TitleField
  format(mark: TitleFormat): void
  /** Loads what formats need, ahead of the press. */
  preloadFormatting(): void
  close(): void
}

interface PendingFormat {
  readonly mark: TitleFormat
  readonly range: TextRange
}

interface TitleInputEvents extends TitleFieldEvents {
  /** The part that sets formats did not come. */
  onFormattingFailed(): void
}

const loadRichField = registerForPreload(async () => (await import('./rich-title-field.ts')).openRichTitleField)

/** A light field at once, so that no letter waits; the rich one takes over where formats are there or wished for. */
export function openTitleInput(place: HTMLElement, title: string, events: TitleInputEvents): TitleInput {
  let draft = title
  const wishes: PendingFormat[] = []
  const kept: TitleFieldEvents = {
    ...events,
    onChange(next) {
      draft = next
      events.onChange(next)
    },
  }
  let light: TitleField | null = openPlainTitleField(place, title, kept)
  let rich: RichTitleField | null = null
  let isClosed = false
  const field = (): TitleField => rich ?? light ?? openPlainTitleField(place, draft, kept)

  async function upgrade(): Promise<void> {
    const open = await loadRichField()
    if (light?.isComposing() === true) await waitForEvent(light.textbox, 'compositionend')
    if (isClosed || light === null) return
    const range = light.range()
    rich = open(place, draft, light.text(), kept)
    // Taken over before the light one goes: between them the focus would be lost, and the edit with it.
    if (range !== null) rich.select(range)
    light.close()
    light = null
    for (const wish of wishes.splice(0)) applyPendingFormat(rich, wish, range ?? wish.range)
  }
  const tryUpgrade = () =>
    upgrade().catch(() => {
      wishes.length = 0
      if (!isClosed) events.onFormattingFailed()
    })

  if (readPlainLines(title) === null) void tryUpgrade()
  return {
    field,
    format(mark) {
      if (rich !== null) return rich.toggle(mark)
      wishes.push({ mark, range: light?.range() ?? getEndRange(draft) })
      if (wishes.length === 1) void tryUpgrade()
    },
    preloadFormatting: () => void loadRichField().catch(() => undefined),
    close() {
      isClosed = true
      light?.close()
      rich?.close()
    },
  }
}

/** What was typed between the press and the arrival was meant to have the format too. */
function applyPendingFormat(field: RichTitleField, { mark, range }: PendingFormat, now: TextRange): void {
  const typed = now.index - range.index
  if (range.length > 0) field.toggle(mark, range)
  else if (typed > 0) field.toggle(mark, { index: range.index, length: typed })
  else field.toggle(mark)
}

const getEndRange = (title: string): TextRange => ({ index: readPlainLines(title)?.length ?? 0, length: 0 })

const waitForEvent = (target: EventTarget, kind: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(kind, () => resolve(), { once: true }))
