import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { acceptedExtensions, readableFormatNames } from '../../actions/exchange/file-names.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './FileCard.module.css'
import { LazyBoundary, preloadableComponent, keepFallback } from '../../ui/lazy-part.tsx'

const ImportDialog = preloadableComponent(async () => (await import('../../actions/exchange/ImportDialog.tsx')).ImportDialog)

/** A file becomes a project as soon as it is chosen. */
export function ImportFileCard() {
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
          accept={acceptedExtensions}
          aria-describedby={`${id}-hint`}
          className={styles.input}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {readableFormatNames}. It becomes a project of its own as soon as it is chosen.
        </p>
      </div>
      {file !== null && (
        <LazyBoundary onFailed={keepFallback}>
          <ImportDialog
            file={file}
            into={null}
            isAsked={false}
            onImported={({ projectId }) => void navigate(`/tree/${projectId}`)}
            onClose={forget}
          />
        </LazyBoundary>
      )}
    </Card>
  )
}
