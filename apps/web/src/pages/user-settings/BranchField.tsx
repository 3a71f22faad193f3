import { useEffect, useState } from 'react'
import { type BranchChoice, findBranches } from '../../api/access-tokens.ts'
import { accessTokenTexts as texts } from '../../texts/access-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import styles from './UserSettings.module.css'

interface BranchFieldProps {
  readonly projectId: string
  readonly branch: BranchChoice | null
  onChange(branch: BranchChoice | null): void
}

/** Searching waits until the person pauses. */
const pauseMs = 250

/** The nodes with these words; undefined while nothing was found out about them. */
function useBranches(projectId: string, text: string): readonly BranchChoice[] | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly hits: readonly BranchChoice[] }>()
  useEffect(() => {
    if (text === '') return undefined
    let isOpen = true
    const timer = window.setTimeout(() => {
      void findBranches(projectId, text).then((hits) => {
        if (isOpen) setFound({ text, hits })
      })
    }, pauseMs)
    return () => {
      isOpen = false
      window.clearTimeout(timer)
    }
  }, [projectId, text])
  return text !== '' && found?.text === text ? found.hits : undefined
}

/** Limits a token to a branch of the chosen project. */
export function BranchField({ projectId, branch, onChange }: BranchFieldProps) {
  const [text, setText] = useState('')
  const hits = useBranches(projectId, text.trim())
  if (branch !== null) {
    return (
      <div className={styles.row}>
        <span className={styles.token}>
          <span>{texts.branchChosen}</span>
          <strong translate="no">{branch.title}</strong>
        </span>
        <Button size="small" onClick={() => onChange(null)}>
          {texts.branchClear}
        </Button>
      </div>
    )
  }
  return (
    <>
      <TextField
        label={texts.branch}
        name="token-branch"
        autoComplete="off"
        hint={texts.branchHint}
        value={text}
        onChange={setText}
      />
      <output>{hits?.length === 0 && texts.branchNone}</output>
      {hits !== undefined && hits.length > 0 && (
        <ul aria-label={texts.branchHits} className={styles.hits}>
          {hits.map((hit) => (
            <li key={hit.id}>
              <Button size="small" variant="quiet" translate="no" onClick={() => onChange(hit)}>
                {hit.title}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
