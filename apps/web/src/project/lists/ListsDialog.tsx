import { estimateUnits } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { projectListTexts as texts } from '../../texts/project-lists.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { FieldList, StageList, TagList } from './DefinitionLists.tsx'
import { type ProjectListName, projectListNames } from './open-lists.ts'
import styles from './Lists.module.css'

interface ListsDialogProps {
  readonly workspace: ProjectWorkspace
  readonly first: ProjectListName
}

/** Edits what a project defines for the fields of its nodes. */
export function ListsDialog({ workspace, first }: ListsDialogProps) {
  const [chosen, setChosen] = useState(first)
  const id = useId()
  const close = () => workspace.dialog.set(null)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const at = projectListNames.indexOf(chosen) + by + projectListNames.length
    const next = projectListNames[at % projectListNames.length] ?? first
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <Dialog title={texts.title} onClose={close}>
      <div role="tablist" tabIndex={-1} aria-label={texts.lists} className={styles.tabs} onKeyDown={press}>
        {projectListNames.map((list) => (
          <button
            key={list}
            type="button"
            role="tab"
            id={`${id}-${list}`}
            aria-selected={list === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={list === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => setChosen(list)}
          >
            {texts.tabs[list]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.panel}>
        <ChosenList key={chosen} client={workspace.client} list={chosen} />
      </div>
      <div className={styles.end}>
        <Button onClick={close}>{texts.done}</Button>
      </div>
    </Dialog>
  )
}

function ChosenList({ client, list }: { readonly client: ProjectClient; readonly list: ProjectListName }) {
  switch (list) {
    case 'tags':
      return <TagList client={client} />
    case 'stages':
      return <StageList client={client} />
    case 'fields':
      return <FieldList client={client} />
    case 'estimates':
      return <EstimateUnitField client={client} />
  }
}

function EstimateUnitField({ client }: { readonly client: ProjectClient }) {
  const { estimateUnit } = useCell(client.project)
  const [error, setError] = useState('')
  const choose = async (value: string) => {
    const unit = estimateUnits.find((one) => one === value) ?? estimateUnit
    const edited = await client.edits.changeDefinitions({ estimateUnit: unit })
    setError(edited.ok ? '' : edited.reason)
  }
  return (
    <SelectField
      label={texts.unit}
      name="estimateUnit"
      hint={texts.hint.estimates}
      error={error}
      value={estimateUnit}
      choices={estimateUnits.map((unit) => ({ value: unit, label: texts.units[unit] }))}
      onChange={(value) => void choose(value)}
    />
  )
}
