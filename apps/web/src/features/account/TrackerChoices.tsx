import type { Api } from '@espalier/contract'
import { SelectField, type Choice } from '../../ui/form/SelectField.tsx'
import type { TrackerForm } from './tracker-form.ts'

interface TrackerChoicesProps {
  readonly options: Api.JiraTestResult
  readonly typed: TrackerForm
  readonly errors: Readonly<Record<string, string>>
  onChange(change: Partial<TrackerForm>): void
}

const none: Choice = { value: '', label: 'Please choose' }
const namedChoices = (all: readonly Api.JiraNamed[]): Choice[] =>
  all.map(({ id, name }) => ({ value: id, label: name }))

/** What can be chosen once the tracker has taken the credentials. */
export function TrackerChoices({ options, typed, errors, onChange }: TrackerChoicesProps) {
  const project = options.projects.find(({ key }) => key === typed.projectKey)
  return (
    <>
      <SelectField
        label="Project"
        name="projectKey"
        choices={[none, ...options.projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))]}
        value={typed.projectKey ?? ''}
        onChange={(value) => onChange({ projectKey: value || null })}
        error={errors['projectKey']}
      />
      <SelectField
        label="Issue type"
        name="issueTypeId"
        choices={[none, ...namedChoices(project?.issuetypes ?? [])]}
        value={typed.issueTypeId ?? ''}
        onChange={(value) => onChange({ issueTypeId: value || null })}
        error={errors['issueTypeId']}
      />
      <SelectField
        label="Link type"
        name="linkTypeId"
        hint="An issue that has such a link to another one hangs from that one too."
        choices={[none, ...namedChoices(options.linkTypes)]}
        value={typed.linkTypeId ?? ''}
        onChange={(value) => onChange({ linkTypeId: value || null })}
        error={errors['linkTypeId']}
      />
    </>
  )
}
