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
  /** The current field. */
  readonly field: () => TitleField
  format(mark: TitleFormat): void
  /** Loads the formatting code before it is needed. */
  preloadFormatting(): void
  close(): void
}

interface PendingFormat {
  readonly mark: TitleFormat
  readonly range: TextRange
}

interface TitleInputEvents extends TitleFieldEvents {
  /** The formatting code could not be loaded. */
  onFormattingFailed(): void
}

const loadRichField = registerForPreload(async () => (await import('./rich-title-field.ts')).openRichTitleField)

/**
 * Opens a light field at once, so that no letter waits; the rich one replaces it when formats exist or are requested.
 */
export function openTitleInput(container: HTMLElement, title: string, events: TitleInputEvents): TitleInput {
  let draft = title
  const pendingFormats: PendingFormat[] = []
  const fieldEvents: TitleFieldEvents = {
    ...events,
    onChange(next) {
      draft = next
      events.onChange(next)
    },
  }
  let light: TitleField | null = openPlainTitleField(container, title, fieldEvents)
  let rich: RichTitleField | null = null
  let isClosed = false
  const field = (): TitleField => rich ?? light ?? openPlainTitleField(container, draft, fieldEvents)

  async function upgrade(): Promise<void> {
    const open = await loadRichField()
    if (light?.isComposing() === true) await waitForEvent(light.textbox, 'compositionend')
    if (isClosed || light === null) return
    const range = light.range()
    rich = open(container, draft, light.text(), fieldEvents)
    // The rich field takes over before the light one closes, or the focus and the edit would be lost.
    if (range !== null) rich.select(range)
    light.close()
    light = null
    for (const wish of pendingFormats.splice(0)) applyPendingFormat(rich, wish, range ?? wish.range)
  }
  const tryUpgrade = () =>
    upgrade().catch(() => {
      pendingFormats.length = 0
      if (!isClosed) events.onFormattingFailed()
    })

  if (readPlainLines(title) === null) void tryUpgrade()
  return {
    field,
    format(mark) {
      if (rich !== null) return rich.toggle(mark)
      pendingFormats.push({ mark, range: light?.range() ?? getEndRange(draft) })
      if (pendingFormats.length === 1) void tryUpgrade()
    },
    preloadFormatting: () => void loadRichField().catch(() => undefined),
    close() {
      isClosed = true
      light?.close()
      rich?.close()
    },
  }
}

/** Text typed between the press and the loading should have the format too. */
function applyPendingFormat(field: RichTitleField, { mark, range }: PendingFormat, now: TextRange): void {
  const typed = now.index - range.index
  if (range.length > 0) field.toggle(mark, range)
  else if (typed > 0) field.toggle(mark, { index: range.index, length: typed })
  else field.toggle(mark)
}

const getEndRange = (title: string): TextRange => ({ index: readPlainLines(title)?.length ?? 0, length: 0 })

const waitForEvent = (target: EventTarget, kind: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(kind, () => resolve(), { once: true }))
