import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { whatIfTexts as texts } from '../../texts/what-if.ts'
import { Button } from '../../ui/Button.tsx'
import { describeNodes } from '../actions/action.ts'
import { PanelHead, SidePanel } from '../details/SidePanel.tsx'
import { uncoverNode } from '../details/uncover-node.ts'
import { AssigneesField } from '../fields/AssigneesField.tsx'
import { BlockedByField } from '../fields/BlockedByField.tsx'
import { DueDateField, EstimateField, StartDateField } from '../fields/planning-editors.tsx'
import { useNodeRecords } from '../fields/use-field-edit.ts'
import type { FetchNodeTransitions } from '../forecast/transition-log.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { DraftStore } from './draft-store.ts'
import { DraftChangeList } from './DraftChangeList.tsx'
import { EndComparison } from './EndComparison.tsx'
import styles from './WhatIf.module.css'

interface WhatIfPanelProps {
  readonly workspace: ProjectWorkspace
  readonly store: DraftStore
  /** True when the person has asked for the panel, which then takes the focus. */
  readonly isFocusWanted: WritableCell<boolean>
  readonly fetch?: FetchNodeTransitions | undefined
  onClose(): void
}

/** Lets a person try changes beside the plan, shows how the end moves, and applies all of them or none. */
export function WhatIfPanel({ workspace, store, isFocusWanted, fetch, onClose }: WhatIfPanelProps) {
  const { client } = workspace
  const panel = useRef<HTMLElement>(null)
  const canEdit = useCell(client.canEdit)
  const count = useCell(store.judged, ({ changes }) => changes.length)
  const { ask, dialog } = useConfirmation()
  const [refusal, setRefusal] = useState({ text: '', count })
  // The text is about the changes at that time.
  const fault = refusal.count === count ? refusal.text : ''
  useRequestedFocus(panel, isFocusWanted)
  useUncoveredSelection(workspace, panel)
  const close = async (): Promise<void> => {
    if (count === 0 || (await ask(texts.leave(count)))) onClose()
  }
  const apply = (): void => {
    const applied = store.apply(() => workspace.notify(texts.undone, 'failed'))
    if (!applied.ok) return setRefusal({ text: applied.reason, count })
    workspace.notify(texts.applied(applied.value))
    onClose()
  }
  const discard = (): void => {
    workspace.map.announce(texts.discarded)
    onClose()
  }
  /** The button of a removed change is gone. */
  const keepFocus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      panel.current?.querySelector<HTMLElement>('[data-change] button:last-child, header button')?.focus()
    })
  return (
    <SidePanel ref={panel} label={texts.title} dialog={dialog} onClose={() => void close()}>
      <PanelHead title={texts.title} closeLabel={texts.close} onClose={() => void close()} />
      <p className={styles.explanation}>{canEdit ? texts.explanation : texts.readOnly}</p>
      <EndComparison live={client} store={store} {...(fetch !== undefined && { fetch })} />
      <DraftFields workspace={workspace} store={store} />
      <DraftChangeList workspace={workspace} store={store} onRemoved={keepFocus} />
      {count > 0 && (
        <footer className={styles.foot}>
          {fault !== '' && (
            <p role="alert" className={styles.problem}>
              {fault}
            </p>
          )}
          {canEdit && (
            <Button variant="primary" size="small" onClick={apply}>
              {texts.apply}
            </Button>
          )}
          <Button size="small" onClick={discard}>
            {texts.discard}
          </Button>
        </footer>
      )}
    </SidePanel>
  )
}

/** Edits the selected nodes as they are in the draft. */
function DraftFields({ workspace, store }: Pick<WhatIfPanelProps, 'workspace' | 'store'>) {
  const heading = useId()
  const drafted = useMemo((): ProjectWorkspace => ({ ...workspace, client: store.client }), [workspace, store])
  const ids = [...useCell(workspace.selection).ids]
  const nodes = useNodeRecords(drafted, ids)
  if (nodes.length === 0) return <p className={styles.hint}>{texts.selectNode}</p>
  const editor = { workspace: drafted, nodes }
  return (
    <section aria-labelledby={heading} className={styles.fieldSection}>
      <h3 id={heading} className={styles.selected} dir="auto">
        <span translate="no">
          {describeNodes(
            workspace,
            nodes.map(({ id }) => id),
          )}
        </span>
      </h3>
      <fieldset key={ids.join(' ')} aria-label={texts.fields} className={styles.fields}>
        <EstimateField {...editor} />
        <AssigneesField {...editor} />
        <BlockedByField {...editor} />
        <StartDateField {...editor} />
        <DueDateField {...editor} />
      </fieldset>
    </section>
  )
}

/** The first field takes the focus when the person asks for the panel. On a touch screen its keyboard would cover it. */
function useRequestedFocus(
  panel: { readonly current: HTMLElement | null },
  isFocusWanted: WritableCell<boolean>,
): void {
  useEffect(() => {
    const focus = (): void => {
      if (!isFocusWanted.get()) return
      isFocusWanted.set(false)
      const isTouch = window.matchMedia?.('(pointer: coarse)').matches === true
      const field = isTouch ? null : panel.current?.querySelector<HTMLElement>('fieldset input')
      ;(field ?? panel.current?.querySelector<HTMLElement>('header button'))?.focus()
    }
    focus()
    return isFocusWanted.subscribe(focus)
  }, [panel, isFocusWanted])
}

/** The panel takes room from the map, so the selected node is brought back into view once the map has its new size. */
function useUncoveredSelection({ map, selection }: ProjectWorkspace, panel: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const { current } = selection.get()
        const covered = panel.current?.getBoundingClientRect()
        if (current === null || covered === undefined) return
        map.reveal(current)
        uncoverNode(map, current, covered)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [map, selection, panel])
}
