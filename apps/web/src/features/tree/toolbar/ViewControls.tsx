import { limits } from '@espalier/domain'
import Keyboard from 'lucide-react/icons/keyboard'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { textOf } from '../keys/show-shortcut.ts'
import { help, resetZoom, zoomIn, zoomOut } from '../workbench/intents/viewing.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { IntentButton } from './IntentButton.tsx'
import styles from './Toolbar.module.css'

/** Zoom and help, in a corner of the canvas. */
export const ViewControls = ({ bench }: { readonly bench: Workbench }) => (
  <fieldset aria-label="View" data-view-controls tabIndex={-1} className={styles.view}>
    <IntentButton bench={bench} intent={zoomOut} Icon={Minus} />
    <ResetZoom bench={bench} />
    <IntentButton bench={bench} intent={zoomIn} Icon={Plus} />
    <IntentButton bench={bench} intent={help} Icon={Keyboard} />
  </fieldset>
)

/** The percent lies over the button, not in it: what a button shows has to be part of its name. */
function ResetZoom({ bench }: { readonly bench: Workbench }) {
  const percent = useCell(bench.stage.zoom, (zoom) => `${Math.round(zoom * limits.fullPercent)}%`)
  const percentId = useId()
  const shortcut = resetZoom.shortcuts?.[0]
  return (
    <span className={styles.percent}>
      <button
        type="button"
        aria-label="Reset zoom"
        aria-describedby={percentId}
        title={shortcut === undefined ? 'Reset zoom' : `Reset zoom (${textOf(shortcut)})`}
        className={styles.tool}
        onClick={() => bench.stage.resetZoom()}
      />
      <span id={percentId}>{percent}</span>
    </span>
  )
}
