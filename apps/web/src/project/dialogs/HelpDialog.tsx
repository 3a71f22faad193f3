import { useCell } from '../../platform/cell.ts'
import { helpTexts as texts } from '../../texts/help-dialog.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Shortcut, WorkspaceAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { actionGroups } from '../actions/all-actions.ts'
import { fieldActions } from '../actions/field-actions.ts'
import { lateActions } from '../actions/late-actions.ts'
import { clipboardActions } from '../clipboard/clipboard-actions.ts'
import { isApplePlatform, listShortcutKeys } from '../keyboard/shortcuts.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './HelpDialog.module.css'

/** Lists every key of the project screen from the same records that the keyboard uses. */
export function HelpDialog({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const close = () => workspace.dialog.set(null)
  const groups = listHelpGroups(workspace)
  return (
    <Dialog title={texts.title} onClose={close}>
      {/* This element comes first so that the list opens at its top: the dialog scrolls to the focus. */}
      <div className={styles.end}>
        <Button size="small" onClick={close}>
          {texts.close}
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

function WheelZoomField({ workspace: { pointerSettings: settings } }: { readonly workspace: ProjectWorkspace }) {
  const { doesWheelZoom } = useCell(settings)
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={doesWheelZoom}
        onChange={(event) => settings.set({ ...settings.get(), doesWheelZoom: event.target.checked })}
      />
      {texts.wheelZooms}
    </label>
  )
}

const HelpRow = ({ line: { label, shortcuts, gesture } }: { readonly line: HelpLine }) => (
  <div className={styles.line}>
    <dt>{label}</dt>
    <dd>
      {shortcuts.map((shortcut, index) => (
        <span key={listShortcutKeys(shortcut).join('+')}>
          {index > 0 && <span className={styles.or}>{texts.or}</span>}
          <ShortcutKeys shortcut={shortcut} />
        </span>
      ))}
      {gesture}
    </dd>
  </div>
)

const ShortcutKeys = ({ shortcut }: { readonly shortcut: Shortcut }) =>
  listShortcutKeys(shortcut, isApplePlatform()).map((piece) => <kbd key={piece}>{piece}</kbd>)

export interface HelpLine {
  readonly label: string
  readonly shortcuts: readonly Shortcut[]
  /** The pointer gesture, if it is not a key. */
  readonly gesture?: string
}

interface HelpGroup {
  readonly title: string
  readonly lines: readonly HelpLine[]
}

function listGestureLines(): readonly HelpLine[] {
  const { gestures } = texts
  return [
    { label: gestures.editTitle, shortcuts: [], gesture: gestures.editTitleHow },
    { label: gestures.newLine, shortcuts: [{ key: 'Enter', isShift: true }] },
    { label: gestures.moveView, shortcuts: [], gesture: gestures.moveViewHow },
    { label: gestures.zoom, shortcuts: [], gesture: gestures.zoomHow },
    { label: gestures.moveBranch, shortcuts: [], gesture: gestures.moveBranchHow },
    { label: gestures.selectMore, shortcuts: [], gesture: gestures.selectMoreHow },
    { label: gestures.deselect, shortcuts: [{ key: 'Escape' }] },
    { label: gestures.leaveCanvas, shortcuts: [], gesture: gestures.leaveCanvasHow },
  ]
}

const toHelpLine = (workspace: ProjectWorkspace, action: WorkspaceAction): HelpLine => ({
  label: getActionLabel(action, workspace, null),
  shortcuts: action.shortcuts ?? [],
})

/** Lists what this person can do, and with which keys. */
export function listHelpGroups(workspace: ProjectWorkspace): readonly HelpGroup[] {
  const canEdit = workspace.client.canEdit.get()
  const groups = actionGroups.flatMap((group) =>
    group.key === 'edit' ? [group, { key: 'fields', actions: fieldActions } as const] : [group],
  )
  const listed = [
    ...groups,
    { key: 'whole', actions: lateActions.get() } as const,
    { key: 'copyAndPaste', actions: clipboardActions } as const,
  ].map(({ key, actions }) => ({
    title: texts.groups[key],
    lines: actions
      .filter((action) => (canEdit || !action.isEdit) && (action.shortcuts?.length ?? 0) > 0)
      .map((action) => toHelpLine(workspace, action)),
  }))
  const gestures = { title: texts.groups.mouseAndTouch, lines: listGestureLines() }
  return [...listed, gestures].filter(({ lines }) => lines.length > 0)
}
