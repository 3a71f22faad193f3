import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isApplePlatform, listShortcutKeys } from '../keys/show-shortcut.ts'
import type { Shortcut } from '../workbench/intent.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './HelpDialog.module.css'
import { listHelpGroups, type HelpLine } from './help-lines.ts'

/** Every key of the project screen, from the same records that the keyboard reads. */
export function HelpDialog({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const close = () => workspace.dialog.set(null)
  const groups = listHelpGroups(workspace)
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
                <HelpRow key={line.label} line={line} />
              ))}
            </dl>
          </section>
        ))}
        <WheelZoomField workspace={workspace} />
      </div>
    </Dialog>
  )
}

function WheelZoomField({ workspace: { pointerSettings: hand } }: { readonly workspace: ProjectWorkspace }) {
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

const HelpRow = ({ line: { label, shortcuts, gesture } }: { readonly line: HelpLine }) => (
  <div className={styles.line}>
    <dt>{label}</dt>
    <dd>
      {shortcuts.map((shortcut, index) => (
        <span key={listShortcutKeys(shortcut).join('+')}>
          {index > 0 && <span className={styles.or}>or</span>}
          <ShortcutKeys shortcut={shortcut} />
        </span>
      ))}
      {gesture}
    </dd>
  </div>
)

const ShortcutKeys = ({ shortcut }: { readonly shortcut: Shortcut }) =>
  listShortcutKeys(shortcut, isApplePlatform()).map((piece) => <kbd key={piece}>{piece}</kbd>)
