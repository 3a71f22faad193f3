import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { acceptedFiles, readableNames } from '../../actions/exchange/file-names.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './FileCard.module.css'
import { LazyPlace, screenPart, stayOpen } from '../../ui/lazy-part.tsx'

const ImportDialog = screenPart(async () => (await import('../../actions/exchange/ImportDialog.tsx')).ImportDialog)

/** A file becomes a project as soon as it is chosen. */
export function FileCard() {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const forget = () => {
    setFile(null)
    if (input.current !== null) input.current.value = ''
  }
  return (
    <Card className={styles.card}>
      <h2>From a file</h2>
      <div className={styles.field}>
        <label htmlFor={id}>File</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedFiles}
          aria-describedby={`${id}-hint`}
          className={styles.input}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {readableNames}. It becomes a project of its own as soon as it is chosen.
        </p>
      </div>
      {file !== null && (
        <LazyPlace onFailed={stayOpen}>
          <ImportDialog
            file={file}
            into={null}
            isAsked={false}
            onImported={({ projectId }) => void navigate(`/tree/${projectId}`)}
            onClose={forget}
          />
        </LazyPlace>
      )}
    </Card>
  )
}
