import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FileButton } from '../../actions/exchange/FileButton.tsx'
import { useFileDrop } from '../../actions/exchange/use-file-drop.ts'
import { toast } from '../../ui/toasts/toast.ts'
import styles from './ImportFile.module.css'
import { LazyBoundary, preloadableComponent, keepFallback } from '../../ui/lazy-part.tsx'

const ImportDialog = preloadableComponent(async () => (await import('../../actions/exchange/ImportDialog.tsx')).ImportDialog)

/** Takes a file that is chosen here, or dropped anywhere on the list. */
export function ImportFileButton() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const isOver = useFileDrop(([first, ...others]) => {
    if (others.length > 0) toast.error('Please drop one file at a time.', { isPersistent: true })
    else if (first !== undefined) setFile(first)
  })
  return (
    <>
      <FileButton variant="quiet" size="small" onFile={setFile}>
        Import file
      </FileButton>
      {isOver && <div className={styles.over}>Drop the file to import it as a new project</div>}
      {file !== null && (
        <LazyBoundary onFailed={keepFallback}>
          <ImportDialog
            file={file}
            into={null}
            isAsked={false}
            onImported={({ projectId }) => void navigate(`/tree/${projectId}`)}
            onClose={() => setFile(null)}
          />
        </LazyBoundary>
      )}
    </>
  )
}
