import { type ProjectId, type TrackerEstimate, trackerFieldNames } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { fetchJiraFields, type JiraFields, setJiraFields } from '../../api/tracker-sync.ts'
import { jiraSyncTexts as texts } from '../../texts/jira-sync.ts'
import { MenuCheckbox, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toasts.tsx'

const estimateChoices: readonly (readonly [TrackerEstimate, string])[] = [
  ['points', texts.estimateAs.points],
  ['time', texts.estimateAs.time],
]

/** Which fields of nodes and issues follow each other. They can be chosen before the sync is switched on. */
export function FieldSwitches({ projectId }: { readonly projectId: ProjectId }) {
  const [fields, setFields] = useState<JiraFields | null>(null)
  useEffect(() => {
    let isLeft = false
    void fetchJiraFields(projectId).then((found) => {
      if (!isLeft) setFields(found)
    })
    return () => {
      isLeft = true
    }
  }, [projectId])
  if (fields === null) return null
  const change = async (changed: Partial<JiraFields>): Promise<void> => {
    setFields({ ...fields, ...changed })
    const saved = await setJiraFields(projectId, changed)
    setFields(saved.ok ? saved.value : fields)
    if (!saved.ok) toast.error(saved.message, { isPersistent: true })
  }
  return (
    <>
      <MenuSeparator />
      <MenuNote>{texts.fieldsToSync}</MenuNote>
      {trackerFieldNames.map((name) => (
        <MenuCheckbox key={name} isChosen={fields[name]} onChoose={(isOn) => void change({ [name]: isOn })}>
          {texts.fields[name]}
        </MenuCheckbox>
      ))}
      {fields.estimate && (
        <>
          <MenuNote>{texts.estimateInJira}</MenuNote>
          <MenuRadios
            label={texts.estimateInJira}
            choices={estimateChoices}
            chosen={fields.estimateAs}
            onChoose={(estimateAs) => void change({ estimateAs })}
          />
        </>
      )}
      <MenuSeparator />
    </>
  )
}
