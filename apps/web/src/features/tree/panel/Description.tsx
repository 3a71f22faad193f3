import { limits, type NodeId } from '@espalier/domain'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { onPageLeave } from '../../../platform/on-leaving.ts'
import { useCell } from '../../../platform/cell.ts'
import { RichTextField } from '../../../ui/rich-text/RichTextField.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { DescriptionSession } from './body-session.ts'
import styles from './DetailPanel.module.css'

interface DescriptionFieldProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
  readonly takesFocus: boolean
}

/** Drawn anew for each node. */
export function DescriptionField({ workspace, nodeId, takesFocus }: DescriptionFieldProps) {
  const [session] = useState(() => new DescriptionSession(workspace, nodeId))
  const { html, revision, fault } = useCell(session.view)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    session.begin()
    return () => session.end()
  }, [session])
  useAutosave(session)
  const turnAway = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && place.current?.contains(event.relatedTarget))) session.leave()
  }
  return (
    <div ref={place} className={styles.text} onFocus={() => session.focus()} onBlur={turnAway}>
      <RichTextField
        key={revision}
        label="Description"
        initialHtml={html}
        onChange={(next) => session.write(next)}
        error={fault}
        takesFocus={takesFocus && revision === 0}
      />
    </div>
  )
}

function useAutosave(session: DescriptionSession): void {
  useEffect(() => {
    const timer = setInterval(() => session.isFocused && session.save(), limits.autosaveMs)
    const stop = onPageLeave(() => session.save())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [session])
}
