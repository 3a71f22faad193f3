import type { Api } from '@espalier/contract'
import { SelectField, type SelectOption } from '../../ui/form/SelectField.tsx'
import type { TrackerFormValues } from './tracker-form.ts'

interface TrackerChoiceFieldsProps {
  readonly options: Api.JiraTestResult
  readonly typed: TrackerFormValues
  readonly errors: Readonly<Record<string, string>>
  onChange(change: Partial<TrackerFormValues>): void
}

const noChoice: SelectOption = { value: '', label: 'Please choose' }
const toChoices = (all: readonly Api.JiraNamed[]): SelectOption[] =>
  all.map(({ id, name }) => ({ value: id, label: name }))

/** What can be chosen once the tracker has taken the credentials. */
export function TrackerChoiceFields({ options, typed, errors, onChange }: TrackerChoiceFieldsProps) {
  const project = options.projects.find(({ key }) => key === typed.projectKey)
  return (
    <>
      <SelectField
        label="Project"
        name="projectKey"
        choices={[noChoice, ...options.projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))]}
        value={typed.projectKey ?? ''}
        onChange={(value) => onChange({ projectKey: value || null })}
        error={errors['projectKey']}
      />
      <SelectField
        label="Issue type"
        name="issueTypeId"
        choices={[noChoice, ...toChoices(project?.issuetypes ?? [])]}
        value={typed.issueTypeId ?? ''}
        onChange={(value) => onChange({ issueTypeId: value || null })}
        error={errors['issueTypeId']}
      />
      <SelectField
        label="Link type"
        name="linkTypeId"
        hint="An issue that has such a link to another one hangs from that one too."
        choices={[noChoice, ...toChoices(options.linkTypes)]}
        value={typed.linkTypeId ?? ''}
        onChange={(value) => onChange({ linkTypeId: value || null })}
        error={errors['linkTypeId']}
      />
    </>
  )
}
