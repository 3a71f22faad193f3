import type { SavedView } from '@espalier/domain'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { deleteView, saveView } from '../../api/saved-views.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { savedViewTexts as texts } from '../../texts/filter.ts'
import { planViewTexts } from '../../texts/plan-views.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, formError, noFormErrors } from '../../ui/form/Form.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import {
  buildView,
  doesViewDim,
  isSameViewState,
  listEditableViews,
  readCurrentViewState,
  readViewState,
  type ViewDraft,
} from './saved-view.ts'
import styles from './ViewDialogs.module.css'

interface ViewFormProps {
  readonly workspace: ProjectWorkspace
  /** Null: the current filter is saved as a new view. */
  readonly view: SavedView | null
  readonly onClose: () => void
}

export function ViewForm({ workspace, view, onClose }: ViewFormProps) {
  const current = useCell(workspace.filter)
  const [draft, setDraft] = useState<ViewDraft>(view ?? { name: '', filter: current.text, isShared: false })
  const [isDimming, setDimming] = useState(view === null ? current.isDimming : doesViewDim(view))
  const [viewState, setViewState] = useState(() => (view === null ? readCurrentViewState(workspace) : null))
  const [errors, setErrors] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<ViewDraft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    if (draft.name.trim() === '') return setErrors(formError('', { name: texts.noName }))
    setBusy(true)
    const answer = await saveView(workspace.client.projectId, buildView(draft, view, { isDimming, viewState }))
    setBusy(false)
    if (!answer.ok) {
      if (!answer.isReported) setErrors(formError(answer.message))
      return undefined
    }
    workspace.map.announce(texts.saved(draft.name.trim()))
    return onClose()
  }
  const isOther = current.text !== '' && (current.text !== draft.filter || current.isDimming !== isDimming)
  const isOtherViewState =
    view !== null && viewState === null && !isSameViewState(readViewState(view), readCurrentViewState(workspace))
  const newTitle = current.text === '' ? texts.saveViewTitle : texts.saveTitle
  return (
    <Dialog title={view === null ? newTitle : texts.editTitle(view.name)} onClose={onClose}>
      <Form errors={errors} isBusy={isBusy} onSubmit={() => void submit()}>
        <TextField
          label={texts.name}
          name="name"
          autoComplete="off"
          isRequired
          value={draft.name}
          error={errors.fields['name']}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={texts.filter}
          name="filter"
          autoComplete="off"
          value={draft.filter}
          onChange={(filter) => change({ filter })}
        />
        {view !== null && (isOther || isOtherViewState) && (
          <div>
            <Button
              size="small"
              onClick={() => {
                change({ filter: current.text })
                setDimming(current.isDimming)
                if (isOtherViewState) setViewState(readCurrentViewState(workspace))
              }}
            >
              {isOtherViewState ? texts.currentView : texts.currentFilter}
            </Button>
          </div>
        )}
        {viewState !== null && <p className={styles.who}>{texts.opens(planViewTexts.names[viewState.kind])}</p>}
        <SelectField
          label={texts.visibleTo}
          name="visibleTo"
          value={draft.isShared ? 'everybody' : 'me'}
          choices={[
            { value: 'me', label: texts.onlyMe },
            { value: 'everybody', label: texts.everybody },
          ]}
          onChange={(value) => change({ isShared: value === 'everybody' })}
        />
        <div className={styles.end}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {texts.saveButton}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface ViewListProps {
  readonly workspace: ProjectWorkspace
  readonly onClose: () => void
}

/** Lists the views that this person may change. It follows what others change meanwhile. */
export function ViewList({ workspace, onClose }: ViewListProps) {
  const all = useCell(workspace.client.project, (project) => project.views)
  const editable = new Set(listEditableViews(workspace, currentPersonId()))
  const [edited, setEdited] = useState<SavedView | null>(null)
  const { ask, dialog } = useConfirmation()
  const remove = async ({ id, name, isShared }: SavedView) => {
    if (!(await ask(isShared ? texts.deleteShared(name) : texts.deleteQuestion(name)))) return
    const answer = await deleteView(workspace.client.projectId, id)
    if (answer.ok) workspace.map.announce(texts.deleted(name))
    else if (!answer.isReported) workspace.notify(answer.message, 'failed')
  }
  return (
    <Dialog title={texts.savedViews} onClose={onClose}>
      {all.length === 0 && <p>{texts.none}</p>}
      <ul className={styles.views}>
        {all.map((view) => (
          <li key={view.id} className={styles.view}>
            <span className={styles.words}>
              <span translate="no">{view.name}</span>
              <span className={styles.filter} translate="no">
                {view.filter}
              </span>
              <span className={styles.who}>{view.isShared ? texts.everybody : texts.onlyMe}</span>
            </span>
            {editable.has(view) && (
              <>
                <ToolButton label={texts.editView(view.name)} Icon={Pencil} onClick={() => setEdited(view)} />
                <ToolButton label={texts.deleteView(view.name)} Icon={Trash} onClick={() => void remove(view)} />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.end}>
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
      {edited !== null && <ViewForm workspace={workspace} view={edited} onClose={() => setEdited(null)} />}
      {dialog}
    </Dialog>
  )
}
