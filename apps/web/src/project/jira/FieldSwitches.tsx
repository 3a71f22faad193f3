import { type ProjectId, type TrackerEstimate, trackerFieldNames, type TrackerLinks } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { fetchJiraFields, type JiraFields, setJiraFields } from '../../api/tracker-sync.ts'
import { jiraSyncTexts as texts } from '../../texts/jira-sync.ts'
import { MenuCheckbox, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toasts.tsx'

const estimateChoices: readonly (readonly [TrackerEstimate, string])[] = [
  ['points', texts.estimateAs.points],
  ['time', texts.estimateAs.time],
]

const linkChoices: readonly (readonly [TrackerLinks, string])[] = [
  ['blockers', texts.linksAs.blockers],
  ['parents', texts.linksAs.parents],
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
      <MenuNote>{texts.linksFromJira}</MenuNote>
      <MenuRadios
        label={texts.linksFromJira}
        choices={linkChoices}
        chosen={fields.linksAs}
        onChoose={(linksAs) => void change({ linksAs })}
      />
      <MenuSeparator />
    </>
  )
}
