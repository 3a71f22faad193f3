import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { importDialogTexts } from '../texts/import-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { acceptedExtensions } from './file-names.ts'

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> {
  onFile(file: File): void
}

/** A button that opens a file chooser. */
export function FileButton({ onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={importDialogTexts.chooseFile}
        accept={acceptedExtensions}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Otherwise choosing the same file again after it was fixed would fire no change event.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}

export const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Accepts a file dropped anywhere on the page. Returns whether one is being dragged over it. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  }, [onFiles])
  const isTaken = onFiles !== null
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      // By default the browser would replace the page by the file.
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
      setOver(isTaken)
    }
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      latest.current?.([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [isTaken])
  return isOver
}
