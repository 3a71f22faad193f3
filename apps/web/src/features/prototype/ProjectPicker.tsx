import { useProjectList } from '../../data/projects/index.ts'
import { type SelectOption, SelectField } from '../../ui/form/SelectField.tsx'

interface ProjectPickerProps {
  /** Null: the sample. */
  readonly projectId: string | null
  /** Left out where there has to be a project. */
  readonly sample?: string
  readonly onPick: (projectId: string | null) => void
}

/** One's projects, and the one that is shown, should it be none of them. */
export function ProjectPicker({ projectId, sample, onPick }: ProjectPickerProps) {
  const list = useProjectList('inbox')
  const projects = list.kind === 'loaded' ? list.projects : []
  const listed = projects.map(({ id, title }): SelectOption => ({ value: id, label: title }))
  const isOther = projectId !== null && !projects.some(({ id }) => id === projectId)
  const choices: readonly SelectOption[] = [
    ...(sample === undefined ? [] : [{ value: '', label: sample }]),
    ...(isOther ? [{ value: projectId, label: 'The project in the address' }] : []),
    ...listed,
  ]
  return (
    <SelectField
      label="Project"
      name="project"
      value={projectId ?? ''}
      choices={choices}
      onChange={(value) => onPick(value === '' ? null : value)}
      {...(list.kind === 'failed' && { error: 'Your projects could not be listed. Reload the page to try again.' })}
    />
  )
}
