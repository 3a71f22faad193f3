import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isApple, piecesOf } from '../keys/show-shortcut.ts'
import type { Shortcut } from '../workbench/intent.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './HelpDialog.module.css'
import { helpGroups, type HelpLine } from './help-lines.ts'

/** Every key of the project screen, from the same records that the keyboard reads. */
export function HelpDialog({ bench }: { readonly bench: Workbench }) {
  const close = () => bench.dialog.set(null)
  const groups = helpGroups(bench)
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      {/* First, so that the list opens at its top: the dialog scrolls to what has the focus. */}
      <div className={styles.end}>
        <Button size="small" onClick={close}>
          Close
        </Button>
      </div>
      <div className={styles.groups}>
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={styles.lines}>
              {lines.map((line) => (
                <Line key={line.label} line={line} />
              ))}
            </dl>
          </section>
        ))}
        <WheelChoice bench={bench} />
      </div>
    </Dialog>
  )
}

function WheelChoice({ bench: { hand } }: { readonly bench: Workbench }) {
  const { doesWheelZoom } = useCell(hand)
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={doesWheelZoom}
        onChange={(event) => hand.set({ ...hand.get(), doesWheelZoom: event.target.checked })}
      />
      The wheel zooms without Ctrl
    </label>
  )
}

const Line = ({ line: { label, shortcuts, gesture } }: { readonly line: HelpLine }) => (
  <div className={styles.line}>
    <dt>{label}</dt>
    <dd>
      {shortcuts.map((shortcut, index) => (
        <span key={piecesOf(shortcut).join('+')}>
          {index > 0 && <span className={styles.or}>or</span>}
          <Keys shortcut={shortcut} />
        </span>
      ))}
      {gesture}
    </dd>
  </div>
)

const Keys = ({ shortcut }: { readonly shortcut: Shortcut }) =>
  piecesOf(shortcut, isApple()).map((piece) => <kbd key={piece}>{piece}</kbd>)
